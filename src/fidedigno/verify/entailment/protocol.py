"""What an entailment model says of a pair, and the one error for whatever keeps it from saying it.

A model is optional, and its verdict is one among others: see :mod:`fidedigno.verify.entailment.joining`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from fidedigno.errors import FidedignoError
from fidedigno.model.verdict import Support
from fidedigno.verify.report import Judgement
from fidedigno.verify.settings import VerifySettings

JUDGE = "entailment"


class EntailmentError(FidedignoError):
    """An entailment model could not judge; the verification goes on without it.

    The message is a cause (``timed_out``, ``status``, ``shape`` ...) and fit for a log.
    """

    code = "FID540"


class Relation(NamedTuple):
    """How a hypothesis stands to a premise: probabilities that add up to 1.

    A model that knows fewer classes shares out evenly what it does not tell apart: one that tells only
    contradictions gives ``entailed`` and ``neutral`` the same.
    """

    entailed: float
    neutral: float
    contradicted: float


UNDECIDED = Relation(0.5, 0.5, 0.0)
"""Of a pair that no model should judge: an empty hypothesis, or one that it cannot read whole."""


class Entailment(Protocol):
    """A model of textual entailment. Threads may share it; the same pair gets the same answer."""

    @property
    def name(self) -> str:
        """What reports call it: a kind and a short name, without any path or address."""
        ...

    def judge(self, pairs: Sequence[tuple[str, str]]) -> tuple[Relation, ...]:
        """A relation for each (premise, hypothesis), in their order.

        Raises:
            EntailmentError: for whatever goes wrong; never another error.
        """
        ...


def judgement_of(relation: Relation, settings: VerifySettings) -> Judgement | None:
    """The relation as a judge's verdict; ``None`` where the model does not tell whether it is entailed.

    A contradiction needs ``contradiction_threshold``, support needs ``support_threshold``, and each must be
    likelier than the other; what is neither is not stated (``out_of_contract``).
    """
    entailed, neutral, contradicted = relation
    if contradicted >= settings.contradiction_threshold and contradicted > entailed:
        support = Support.CONTRADICTED
    elif entailed == neutral:
        return None
    elif entailed >= settings.support_threshold and entailed > contradicted:
        support = Support.SUPPORTED
    else:
        support = Support.OUT_OF_CONTRACT
    return Judgement(JUDGE, support, entailed, contradicted)
