"""What verification says of one claim (LMS evidence article, response contract)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Support(StrEnum):
    """How a claim stands to its evidence and to the plan."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    OUT_OF_CONTRACT = "out_of_contract"
    INCONCLUSIVE = "inconclusive"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a claim, by its position in the answer, with the rule that gave it.

    ``reason`` is a code (``verbatim``, ``value_differs``, ``negation_differs``, ``not_in_plan`` ...);
    ``evidence_id`` is the card that decided, empty where none did.
    """

    claim: int
    support: Support
    reason: str
    evidence_id: str = ""
