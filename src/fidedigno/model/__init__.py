"""The nouns of Fidedigno: frozen, typed, without any input or output.

Every other room speaks in these words. They come from the design's vocabulary and the four articles;
nothing here imports another part of the project.
"""

from fidedigno.model.access_list import NOBODY, PUBLIC, UNKNOWN, AccessList, AclState
from fidedigno.model.answer import SPOKEN, Answer, Claim, Decision, Uncertainty
from fidedigno.model.contract import (
    Clarification,
    EvidenceContract,
    FactKind,
    Moment,
    Plan,
    RequiredFact,
    Route,
    Slot,
    SlotOrigin,
)
from fidedigno.model.corpus import AccessPattern, Audience, Corpus, Sensitivity, WhenStale
from fidedigno.model.document import ALWAYS, Box, Chunk, SourceDocument, Validity, Version, chunk_id_of
from fidedigno.model.evidence import Evidence, EvidenceKind, Locator
from fidedigno.model.matrix import (
    ClaimMatrix,
    ConflictKind,
    Discard,
    DiscardReason,
    FactRow,
    FactStatus,
    Statement,
)
from fidedigno.model.principal import ANYONE, Identity, Principal, PrincipalKind, normalise_name
from fidedigno.model.quality import Quality
from fidedigno.model.question import MAX_QUESTION_CHARACTERS, MAX_TURNS, Question, Turn
from fidedigno.model.scope import ALL_CORPORA, EVERYWHERE, NOWHERE_AT_ALL, CorpusNames, Scope
from fidedigno.model.verdict import Support, Verdict

__all__ = [
    "ALL_CORPORA",
    "ALWAYS",
    "ANYONE",
    "EVERYWHERE",
    "MAX_QUESTION_CHARACTERS",
    "MAX_TURNS",
    "NOBODY",
    "NOWHERE_AT_ALL",
    "PUBLIC",
    "SPOKEN",
    "UNKNOWN",
    "AccessList",
    "AccessPattern",
    "AclState",
    "Answer",
    "Audience",
    "Box",
    "Chunk",
    "Claim",
    "ClaimMatrix",
    "Clarification",
    "ConflictKind",
    "Corpus",
    "CorpusNames",
    "Decision",
    "Discard",
    "DiscardReason",
    "Evidence",
    "EvidenceContract",
    "EvidenceKind",
    "FactKind",
    "FactRow",
    "FactStatus",
    "Identity",
    "Locator",
    "Moment",
    "Plan",
    "Principal",
    "PrincipalKind",
    "Quality",
    "Question",
    "RequiredFact",
    "Route",
    "Scope",
    "Sensitivity",
    "Slot",
    "SlotOrigin",
    "SourceDocument",
    "Statement",
    "Support",
    "Turn",
    "Uncertainty",
    "Validity",
    "Verdict",
    "Version",
    "WhenStale",
    "chunk_id_of",
    "normalise_name",
]
