"""The statistics library, asked for when it is needed."""

from __future__ import annotations

from importlib.util import find_spec

from fidedigno.errors import UsageError


def require_library() -> None:
    """Raise before anything is measured, where the library is missing.

    Raises:
        UsageError: saying what to install.
    """
    if find_spec("sklearn") is None:
        raise UsageError("calibration needs scikit-learn", "pip install 'fidedigno[calibrate]'")
