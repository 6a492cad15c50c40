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
    from fidedigno.verify.blocked import VerificationBlocked
    from fidedigno.verify.contract import Checked, verify_claims
    from fidedigno.verify.heal import Healing
    from fidedigno.verify.heal.strategy import Strategy
    from fidedigno.verify.passage import Passage
    from fidedigno.verify.report import Check, CheckedClaim, Drift, Finding, Report, Risk
    from fidedigno.verify.score import QualityScore, Routing
    from fidedigno.verify.settings import VerifySettings
    from fidedigno.verify.statistics import Statistics
    from fidedigno.verify.verifier import Verifier

_HOMES = {
    "Check": "report",
    "Checked": "contract",
    "CheckedClaim": "report",
    "Drift": "report",
    "Finding": "report",
    "Healing": "heal",
    "Passage": "passage",
    "QualityScore": "score",
    "Report": "report",
    "Risk": "report",
    "Routing": "score",
    "Statistics": "statistics",
    "Strategy": "heal.strategy",
    "VerificationBlocked": "blocked",
    "Verifier": "verifier",
    "VerifySettings": "settings",
    "verify_claims": "contract",
}

__all__ = [
    "Check",
    "Checked",
    "CheckedClaim",
    "Drift",
    "Finding",
    "Healing",
    "Passage",
    "QualityScore",
    "Report",
    "Risk",
    "Routing",
    "Statistics",
    "Strategy",
    "VerificationBlocked",
    "Verifier",
    "VerifySettings",
    "verify_claims",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
