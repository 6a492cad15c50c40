"""Questions with the documents that answer them, as people judged them: one JSON object a line.

``{"question": …, "relevant": [{"document": "runbooks/payments.md", "section": "Timeouts"}], "as": "ines"}``.
``section`` and ``as`` may be left out: anywhere in the document; the public. Marks by document and section hold
whatever the chunks are (architectures article, the test set).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, BinaryIO

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from fidedigno.errors import ConfigurationError
from fidedigno.evaluate.expectation import DocumentRef
from fidedigno.model.question import MAX_QUESTION_CHARACTERS

MAX_QUESTIONS = 20_000
MAX_LINE_BYTES = 100_000
_Text = Annotated[str, Field(min_length=1, max_length=MAX_QUESTION_CHARACTERS)]


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """A question, who asks it, and the places that answer it."""

    text: str
    relevant: tuple[DocumentRef, ...]
    as_user: str | None = None


class _Place(BaseModel):
    model_config = ConfigDict(extra="ignore")
    document: _Text
    section: str = ""


class _Row(BaseModel):
    model_config = ConfigDict(extra="ignore")
    question: _Text
    relevant: Annotated[list[_Place], Field(min_length=1, max_length=100)]
    as_user: Annotated[str | None, Field(alias="as")] = None


def read_judged(path: Path) -> tuple[JudgedQuestion, ...]:
    """Read a file of judged questions.

    Raises:
        ConfigurationError: naming the file and the line, if it cannot be read, is empty, or a row is not valid.
    """
    try:
        with path.open("rb") as file:
            found = tuple(_rows(path, file))
    except OSError as error:
        raise ConfigurationError(
            f"{path} cannot be read: {error.strerror}", "name a file of JSON lines"
        ) from error
    if not found:
        raise ConfigurationError(f"{path}: no judged question in it", "give one JSON object a line")
    return found


def _rows(path: Path, file: BinaryIO) -> Iterator[JudgedQuestion]:
    count = number = 0
    while line := file.readline(MAX_LINE_BYTES + 1):
        number += 1
        if not line.strip():
            continue
        count += 1
        if len(line) > MAX_LINE_BYTES or count > MAX_QUESTIONS:
            raise ConfigurationError(
                f"{path}, line {number}: too long, or more than {MAX_QUESTIONS:,} questions", "give a sample"
            )
        yield _row(path, number, line)


def _row(path: Path, number: int, line: bytes) -> JudgedQuestion:
    try:
        row = _Row.model_validate(json.loads(line.decode("utf-8-sig")))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the row"
        raise ConfigurationError(
            f"{path}, line {number}: {where}: {first['msg']}",
            'write {"question": "…", "relevant": [{"document": "folder/name.md"}]}',
        ) from None
    except (ValueError, RecursionError):
        raise ConfigurationError(
            f"{path}, line {number}: no JSON object", "give one a line, in UTF-8"
        ) from None
    places = tuple(DocumentRef(each.document, each.section) for each in row.relevant)
    return JudgedQuestion(row.question, places, row.as_user)
