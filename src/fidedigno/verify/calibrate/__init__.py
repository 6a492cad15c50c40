"""Calibration: marked answers in, measured thresholds out.

In: a file of answers that people marked as faithful or not (or reports of real traffic with such marks). Out: how
well each check tells them apart, the threshold at which a wanted precision is held, and probabilities set right;
as a report, a page and a file of settings. Thresholds are chosen on one half of the marks and checked on the
other; where the marks are too few, or no threshold gets there, it says so and recommends none. Source:
hallucination detector article, the calibration harness of its outlook.

Needs ``scikit-learn`` (``pip install 'fidedigno[calibrate]'``) when it runs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fidedigno.verify.calibrate.page import calibration_page
    from fidedigno.verify.calibrate.rows import MarkedAnswer, read_rows
    from fidedigno.verify.calibrate.run import Calibration, calibrate

_HOMES = {
    "Calibration": "run",
    "MarkedAnswer": "rows",
    "calibrate": "run",
    "calibration_page": "page",
    "read_rows": "rows",
}

__all__ = ["Calibration", "MarkedAnswer", "calibrate", "calibration_page", "read_rows"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
