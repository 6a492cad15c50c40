"""The check before anybody reads it: is every claim of an answer carried by the evidence?

In: a question, passages and an answer, anybody's (:class:`Verifier`); or the claims of a draft with plan, matrix
and cards (:func:`verify_claims`). Out: located findings, a verdict for each claim, a score and a route; and, where
it is asked for, a healed answer that was checked again. It never repairs silently, and never takes the text alone
for the truth: it says how the answer stands to these passages, not whether the passages are right. Sources:
hallucination detector article; LMS evidence article, response contract.

Names are loaded when first used: this layer stands alone and is quick to import.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fidedigno.verify.contract import Checked, verify_claims
    from fidedigno.verify.passage import Passage
    from fidedigno.verify.report import CheckedClaim, Finding, Report, Risk
    from fidedigno.verify.settings import VerifySettings

_HOMES = {
    "Checked": "contract",
    "CheckedClaim": "report",
    "Finding": "report",
    "Passage": "passage",
    "Report": "report",
    "Risk": "report",
    "VerifySettings": "settings",
    "verify_claims": "contract",
}

__all__ = [
    "Checked",
    "CheckedClaim",
    "Finding",
    "Passage",
    "Report",
    "Risk",
    "VerifySettings",
    "verify_claims",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
