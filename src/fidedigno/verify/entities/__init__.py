"""Names, references, quotations and citations of an answer against its evidence.

In: an answer, the question, passages, the claims' offsets, and a reader of names where a model is installed. Out:
located findings (:func:`find_unknown`), counts for each claim (:func:`entity_signals`), or both in one reading
(:func:`examine`). It must never take a heading or a common word for a name, nor say that something does not exist:
only that the evidence does not have it. Source: hallucination detector article, check 4.
"""

from __future__ import annotations

from fidedigno.verify.entities.check import EntitySignals, Examined, entity_signals, examine, find_unknown
from fidedigno.verify.entities.name import Name, NameKind, NameReader
from fidedigno.verify.entities.read import read_names
from fidedigno.verify.entities.spacy_names import SpacyNames

__all__ = [
    "EntitySignals",
    "Examined",
    "Name",
    "NameKind",
    "NameReader",
    "SpacyNames",
    "entity_signals",
    "examine",
    "find_unknown",
    "read_names",
]
