"""Consolidation: what the permitted candidates amount to, and whether they carry the question.

In come the question and its candidates; out goes a :class:`Sufficiency` for facts in words, the claim matrix of
the required facts (:func:`cover_facts`) and what to do (``decide``): LMS evidence article, sufficiency;
permissions article, safe refusals. Nothing here may look beyond those candidates: a verdict that moved with a
withheld source would tell that it exists. Nothing that rules over evidence looks at a rank or a similarity.

Names are loaded when first used: verification stands alone over the readers of words and amounts here, and must
not load the rest.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fidedigno.consolidate.editions import compare_editions
    from fidedigno.consolidate.features import Support
    from fidedigno.consolidate.matrix import NEEDS_SLOT, cover_facts
    from fidedigno.consolidate.relevant import select_relevant, slot_open_for
    from fidedigno.consolidate.statements import TextSupport
    from fidedigno.consolidate.sufficiency import Reason, Sufficiency, assess
    from fidedigno.consolidate.tiers import set_aside, tiers_of

_HOMES = {
    "NEEDS_SLOT": "matrix",
    "Reason": "sufficiency",
    "Sufficiency": "sufficiency",
    "Support": "features",
    "TextSupport": "statements",
    "assess": "sufficiency",
    "compare_editions": "editions",
    "cover_facts": "matrix",
    "select_relevant": "relevant",
    "set_aside": "tiers",
    "slot_open_for": "relevant",
    "tiers_of": "tiers",
}

__all__ = [
    "NEEDS_SLOT",
    "Reason",
    "Sufficiency",
    "Support",
    "TextSupport",
    "assess",
    "compare_editions",
    "cover_facts",
    "select_relevant",
    "set_aside",
    "slot_open_for",
    "tiers_of",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
