"""The plan without a pack: one class, one fact in words, from any document, whatever its authority.

A workspace that uses no pack answers through this one, so that there is one road and not two.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from fidedigno.model import EvidenceKind, FactKind, Route
from fidedigno.plan.classification import Classification
from fidedigno.plan.pack import ANY_AUTHORITY, FactDefinition, Pack, QuestionClass, SlotDefinition

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

QUESTION = "question"
ANSWER = "answer"
_SAME = MappingProxyType({"es": "{value}", "en": "{value}"})
_NOWHERE = MappingProxyType({"es": "", "en": ""})

_FACT = FactDefinition(
    ANSWER,
    FactKind.TEXT,
    label=MappingProxyType({"es": "respuesta", "en": "answer"}),
    statement=_SAME,
    check_at=_NOWHERE,
    kinds=frozenset({EvidenceKind.PASSAGE, EvidenceKind.RULE}),
    specific_scope_rules=False,
    later_amends=False,
    state_rules=False,
)
_CLASS = QuestionClass(
    QUESTION,
    Route.PASSAGES,
    label=MappingProxyType({"es": "pregunta", "en": "question"}),
    description=MappingProxyType({"es": "Cualquier pregunta.", "en": "Any question."}),
    examples=MappingProxyType({"es": (), "en": ()}),
    facts=((ANSWER, True),),
)

GENERAL = Pack(
    name="general",
    version="1",
    digest="general-1",
    ladder=(ANY_AUTHORITY,),
    facts=MappingProxyType({ANSWER: _FACT}),
    slots=MappingProxyType(dict[str, SlotDefinition]()),
    classes=MappingProxyType({QUESTION: _CLASS}),
)


class OneClass:
    """The classifier of a pack with one class."""

    def classify(
        self,
        question: str,  # noqa: ARG002 - the protocol's signature
        language: str | None = None,  # noqa: ARG002
        *,
        vector: NDArray[np.float32] | None = None,  # noqa: ARG002
    ) -> Classification:
        """The one class, for certain."""
        return Classification(((QUESTION, 1.0),), confident=True)
