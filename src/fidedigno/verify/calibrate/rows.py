"""Files of marked answers: one JSON object a line, with the line of whatever is wrong.

A row is ``question``, ``context`` (or ``passages``), ``answer`` and a mark; or ``report``, what an inspection gave,
and a mark. The mark is ``label`` (1 unfaithful, 0 faithful) and, where known, ``spans``: the stretches of the
answer that are unfaithful, as ``[start, end]``. Other keys are left alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from fidedigno.errors import ConfigurationError
from fidedigno.verify.passage import Passage
from fidedigno.verify.report import Report
from fidedigno.verify.report_reader import read_report

MAX_ROWS = 200_000
MAX_LINE_BYTES = 8_000_000
_LANGUAGES = ("es", "en")


@dataclass(frozen=True, slots=True)
class MarkedAnswer:
    """An answer that somebody marked. ``report`` is there where it was inspected before, then without texts.

    ``spans`` are the unfaithful stretches of the answer, empty for a faithful one, ``None`` where they are not
    known.
    """

    id: str
    unfaithful: bool
    question: str = ""
    passages: tuple[Passage, ...] = ()
    answer: str = ""
    language: str | None = None
    spans: tuple[tuple[int, int], ...] | None = None
    report: Report | None = None


def read_rows(path: Path) -> tuple[MarkedAnswer, ...]:
    """Read a file of marked answers.

    Raises:
        ConfigurationError: naming the file and the line, if it cannot be read or a row is not valid.
    """
    rows = tuple(_rows(path))
    if not rows:
        raise ConfigurationError(f"{path}: no marked answer in it", "give one JSON object a line")
    return rows


def _rows(path: Path) -> Iterator[MarkedAnswer]:
    seen: dict[str, int] = {}
    try:
        with path.open("rb") as file:
            number = 0
            while line := file.readline(MAX_LINE_BYTES + 1):
                number += 1
                if len(line) > MAX_LINE_BYTES:
                    _fail(
                        path, number, f"longer than {MAX_LINE_BYTES:,} bytes", "leave out what is not needed"
                    )
                if not line.strip():
                    continue
                row = _Row(path, number, line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line).read()
                if row.id in seen:
                    _fail(
                        path,
                        number,
                        f"the id is that of line {seen[row.id]}",
                        "give each answer one id, once",
                    )
                seen[row.id] = number
                if len(seen) > MAX_ROWS:
                    _fail(path, number, f"more than {MAX_ROWS:,} rows", "give a sample")
                yield row
    except OSError as error:
        raise ConfigurationError(
            f"{path}: cannot be read: {error.strerror}", "give a file of JSON lines"
        ) from None


def _fail(path: Path, number: int, problem: str, hint: str) -> NoReturn:
    raise ConfigurationError(f"{path}, line {number}: {problem}", hint)


class _Row:
    """One line."""

    def __init__(self, path: Path, number: int, line: bytes) -> None:
        self._path, self._number = path, number
        try:
            data = json.loads(line.decode())
        except UnicodeDecodeError:
            self.fail("not UTF-8", "save it as UTF-8")
        except (ValueError, RecursionError) as error:
            self.fail(f"not valid JSON: {getattr(error, 'msg', 'nested too deep')}", "one JSON object a line")
        if not isinstance(data, dict):
            self.fail(
                "not a JSON object", 'write {"question": ..., "context": [...], "answer": ..., "label": 0}'
            )
        self._data: Mapping[str, Any] = data

    def fail(self, problem: str, hint: str) -> NoReturn:
        """Raise what is wrong with this line."""
        _fail(self._path, self._number, problem, hint)

    def read(self) -> MarkedAnswer:
        """The marked answer."""
        name = self._data.get("id")
        name = str(name) if isinstance(name, str | int) and str(name) else f"line {self._number}"
        language = self._data.get("lang")
        language = language if language in _LANGUAGES else None
        if "report" in self._data:
            return self._inspected(name, language)
        answer = self._text("answer")
        spans = self._spans(len(answer))
        return MarkedAnswer(
            name, self._label(spans), self._text("question", ""), self._passages(language), answer, language, spans
        )  # fmt: skip

    def _inspected(self, name: str, language: str | None) -> MarkedAnswer:
        try:
            report = read_report(self._data["report"])
        except ConfigurationError as error:
            self.fail(error.message, error.hint)
        spans = self._spans(None)
        return MarkedAnswer(
            name, self._label(spans), self._text("question", ""), language=language or report.language,
            spans=spans, report=report,
        )  # fmt: skip

    def _label(self, spans: tuple[tuple[int, int], ...] | None) -> bool:
        label = self._data.get("label")
        if label is None and spans is not None:
            return bool(spans)
        if label is None:
            self.fail("no label", "write 'label': 1 for an unfaithful answer, 0 for a faithful one")
        if isinstance(label, str) or label not in (0, 1):
            self.fail(
                "the label is neither 0 nor 1", "write 1 for an unfaithful answer, 0 for a faithful one"
            )
        if not label and spans:
            self.fail("a faithful answer with unfaithful stretches", "make label and spans agree")
        return bool(label)

    def _spans(self, length: int | None) -> tuple[tuple[int, int], ...] | None:
        given = self._data.get("spans")
        if given is None:
            return None
        hint = "write each as [start, end], in characters of the answer"
        if not isinstance(given, list):
            self.fail("spans is no list", hint)
        found: list[tuple[int, int]] = []
        for each in given:
            pair = [each.get("start"), each.get("end")] if isinstance(each, dict) else each
            if not isinstance(pair, list) or len(pair) != 2 or not all(type(place) is int for place in pair):
                self.fail("a span is no pair of whole numbers", hint)
            start, end = pair
            if not 0 <= start < end or (length is not None and end > length):
                self.fail(f"the span [{start}, {end}] is not within the answer", hint)
            found.append((start, end))
        if not found and self._data.get("label") in (1, True):
            return None
        return tuple(found)

    def _text(self, key: str, default: str | None = None) -> str:
        value = self._data.get(key, default)
        if not isinstance(value, str):
            self.fail(f"no {key}" if value is None else f"{key} is no text", f"give {key!r} as a text")
        return value

    def _passages(self, language: str | None) -> tuple[Passage, ...]:
        key = "context" if "context" in self._data else "passages"
        given = self._data.get(key)
        hint = "give 'context' as a list of texts, or of objects with 'text' and 'id'"
        if given is None:
            self.fail("no context", hint)
        if not isinstance(given, list):
            self.fail(f"{key} is no list", hint)
        found = []
        for place, each in enumerate(given, start=1):
            text = each.get("text") if isinstance(each, dict) else each
            if not isinstance(text, str):
                self.fail(f"passage {place} has no text", hint)
            name = each.get("id", place) if isinstance(each, dict) else place
            found.append(Passage(text, str(name), language))
        return tuple(found)
