"""Fidedigno answers questions only from evidence that the person who asks may see, or abstains.

>>> from fidedigno import Fidedigno  # doctest: +SKIP
>>> with Fidedigno.open() as fidedigno:  # doctest: +SKIP
...     answer = fidedigno.ask("¿Cuándo se entrega la práctica?", as_user="ana")

Names are loaded when first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

import logging
from importlib import import_module
from typing import TYPE_CHECKING

from fidedigno.version import __version__

if TYPE_CHECKING:
    from fidedigno.config import Settings
    from fidedigno.errors import FidedignoError
    from fidedigno.gather import Candidate
    from fidedigno.ingest.report import IngestReport
    from fidedigno.model import AccessList, Answer, Claim, Decision, Evidence, Identity, Principal, Question
    from fidedigno.workspace import Fidedigno

# A library leaves it to its user where records go; without this, warnings would go to the terminal.
logging.getLogger(__name__).addHandler(logging.NullHandler())

_HOMES = {
    "AccessList": "fidedigno.model",
    "Answer": "fidedigno.model",
    "Candidate": "fidedigno.gather",
    "Claim": "fidedigno.model",
    "Decision": "fidedigno.model",
    "Evidence": "fidedigno.model",
    "Fidedigno": "fidedigno.workspace",
    "FidedignoError": "fidedigno.errors",
    "Identity": "fidedigno.model",
    "IngestReport": "fidedigno.ingest.report",
    "Principal": "fidedigno.model",
    "Question": "fidedigno.model",
    "Settings": "fidedigno.config",
}

__all__ = [
    "AccessList",
    "Answer",
    "Candidate",
    "Claim",
    "Decision",
    "Evidence",
    "Fidedigno",
    "FidedignoError",
    "Identity",
    "IngestReport",
    "Principal",
    "Question",
    "Settings",
    "__version__",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'fidedigno' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__
