"""Where question, passages and answer stand in a JSON value or in the output of a chain."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fidedigno.verify.blocked import Unverifiable, VerificationUnavailableError
from fidedigno.verify.passage import Passage

_TEXT_KEYS = ("text", "content", "page_content")
_ID_KEYS = ("id", "document_id", "chunk_id")


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question, its passages and the answer."""

    question: str
    passages: tuple[Passage, ...]
    answer: str


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of the three; a dot goes one level down (``data.answer``).

    Several names of the question or the passages are tried in order.
    """

    question: tuple[str, ...] = ("question", "input", "query")
    passages: tuple[str, ...] = ("passages", "context", "contexts", "sources")
    answer: str = "answer"

    def read(self, value: object) -> Exchange | None:
        """The three in ``value``; ``None`` where it has no answer.

        Raises:
            VerificationUnavailableError: if there is an answer but no passages, or one of them has another form.
        """
        answer = _at(value, self.answer)
        if answer is None:
            return None
        passages = next((found for key in self.passages if (found := _at(value, key)) is not None), None)
        question = next((found for key in self.question if (found := _at(value, key)) is not None), "")
        if not isinstance(answer, str) or not isinstance(question, str) or passages is None:
            raise VerificationUnavailableError(Unverifiable.SHAPE)
        return Exchange(question, passages_of(passages), answer)

    def with_answer(self, value: object, answer: str) -> object:
        """A copy of ``value`` with another answer in the place of its own."""
        changed = copy.deepcopy(value)
        *way, last = self.answer.split(".")
        inner: Any = changed
        for key in way:
            inner = inner[key]
        inner[last] = answer
        return changed


def passages_of(value: object) -> tuple[Passage, ...]:
    """Passages from texts, from mappings with a text and an id, or from documents with a ``page_content``.

    Raises:
        VerificationUnavailableError: if one has none of these forms.
    """
    if isinstance(value, str):
        return (Passage(value, "1"),)
    if not isinstance(value, Sequence):
        raise VerificationUnavailableError(Unverifiable.SHAPE)
    return tuple(_passage(each, str(number)) for number, each in enumerate(value, start=1))


def _passage(value: object, place: str) -> Passage:
    if isinstance(value, Passage):
        return value
    if isinstance(value, str):
        return Passage(value, place)
    if isinstance(value, Mapping):
        text = next((value[key] for key in _TEXT_KEYS if isinstance(value.get(key), str)), None)
        name = next((value[key] for key in _ID_KEYS if isinstance(value.get(key), str | int)), place)
    else:
        text = getattr(value, "page_content", None)
        name = getattr(value, "id", None) or place
    if not isinstance(text, str):
        raise VerificationUnavailableError(Unverifiable.SHAPE)
    return Passage(text, str(name))


def _at(value: object, key: str) -> object:
    for part in key.split("."):
        if not isinstance(value, Mapping):
            return None
        value = value.get(part)
    return value
