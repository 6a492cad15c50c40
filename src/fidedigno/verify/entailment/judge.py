"""A language model as one more judge of claims: it chooses one of three options, and nothing that it writes is read.

It is asked about few claims, in both orders of the options, and only where claim and evidence can be shown to it
whole. What it does not say, says too late or is not asked any more is no judgement.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from fidedigno.language_model import LanguageModel
from fidedigno.language_model.asking import MAX_ASKED, SECONDS, Asking
from fidedigno.language_model.prompt import MAX_TEXT
from fidedigno.language_model.task import MAX_TEXTS
from fidedigno.model.verdict import Support
from fidedigno.verify.report import Judgement

JUDGE = "judge"
INSTRUCTION = "support"
CERTAINTY = 0.9
"""What a choice counts that was made in both orders. A model's choice carries no probability; this one is a
convention, and no measure of any model."""
_VERDICTS = {
    "supported": Judgement(JUDGE, Support.SUPPORTED, CERTAINTY, (1 - CERTAINTY) / 2),
    "contradicted": Judgement(JUDGE, Support.CONTRADICTED, (1 - CERTAINTY) / 2, CERTAINTY),
    "not_stated": Judgement(JUDGE, Support.OUT_OF_CONTRACT, (1 - CERTAINTY) / 2, (1 - CERTAINTY) / 2),
}


class SupportJudge:
    """Judges claims by asking a model. Make one for each answer; the same claim and evidence get the same verdict.

    Args:
        model: what is asked; the texts go wherever it runs.
        language: of the instruction, ``es`` or ``en``.
        pairs: claims that are put to it, each in both orders of the options.
        seconds: once so much time has gone, no further claim is begun.
        clock: seconds that only go on.
    """

    def __init__(
        self,
        model: LanguageModel,
        language: str,
        *,
        pairs: int = MAX_ASKED,
        seconds: float = SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._asking = Asking(model, INSTRUCTION, language, asked=pairs, seconds=seconds, clock=clock)

    def judge(self, claim: str, evidence: Sequence[str]) -> Judgement | None:
        """Its verdict on a claim by the first three pieces of evidence; ``None`` where it gave none.

        That something is not stated counts only where all that was given was shown.
        """
        shown = tuple(evidence[: MAX_TEXTS - 1])
        if not shown or not claim.strip() or len(claim) > MAX_TEXT:
            return None
        judgement = _VERDICTS.get(self._asking((*shown, claim)) or "")
        whole = len(shown) == len(evidence) and all(len(each) <= MAX_TEXT for each in shown)
        if judgement is not None and judgement.support is Support.OUT_OF_CONTRACT and not whole:
            return None
        return judgement
