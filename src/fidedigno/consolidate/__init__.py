"""Consolidation: what the permitted candidates amount to, and whether they carry the question.

In come the question and its candidates; out goes a :class:`Sufficiency` for facts in words, the claim matrix of
the required facts (:func:`cover_facts`) and what to do (:func:`decide`): LMS evidence article, sufficiency;
permissions article, safe refusals. Nothing here may look beyond those candidates: a verdict that moved with a
withheld source would tell that it exists. Nothing that rules over evidence looks at a rank or a similarity.
"""

from fidedigno.consolidate.decide import decide, slots_needed
from fidedigno.consolidate.editions import compare_editions
from fidedigno.consolidate.features import Support
from fidedigno.consolidate.matrix import NEEDS_SLOT, cover_facts
from fidedigno.consolidate.relevant import select_relevant, slot_open_for
from fidedigno.consolidate.statements import TextSupport
from fidedigno.consolidate.sufficiency import Reason, Sufficiency, assess
from fidedigno.consolidate.tiers import set_aside, tiers_of

__all__ = [
    "NEEDS_SLOT",
    "Reason",
    "Sufficiency",
    "Support",
    "TextSupport",
    "assess",
    "compare_editions",
    "cover_facts",
    "decide",
    "select_relevant",
    "set_aside",
    "slot_open_for",
    "slots_needed",
    "tiers_of",
]
