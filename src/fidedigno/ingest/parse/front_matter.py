"""Front matter: what a document says of itself before its text, in YAML (``---``) or TOML (``+++``)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any, NamedTuple

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.strict_yaml import MAX_CHARACTERS, YamlProblemError, read_yaml

_OPENING = re.compile(r"(---|\+\+\+)[ \t]*\r?\n")
_CLOSING = {
    "---": re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.MULTILINE),
    "+++": re.compile(r"^\+\+\+[ \t]*(?:\r?\n|\Z)", re.MULTILINE),
}
_KEY_LINE = re.compile(r"\s*(?:#[^\n]*\n\s*)*[\"']?[A-Za-z_][\w -]{0,63}[\"']?\s*[:=]")


class FrontMatter(NamedTuple):
    """``metadata`` by key, and the offset at which the document's own text begins."""

    metadata: Mapping[str, Any]
    end: int


NONE = FrontMatter({}, 0)


def read_front_matter(text: str, *, name: str) -> FrontMatter:
    """Split off the front matter, if there is any.

    A first line ``---`` that opens no block of keys is a thematic break, not front matter. A block
    that has keys but cannot be read is an error: it may hold the document's access list.

    Raises:
        DocumentFailedError: if the block is broken or holds what strict YAML refuses.
    """
    opening = _OPENING.match(text)
    if opening is None:
        return NONE
    fence, start = opening.group(1), opening.end()
    closing = _CLOSING[fence].search(text, start, start + MAX_CHARACTERS)
    looks_like_keys = _KEY_LINE.match(text, start) is not None
    if closing is None or closing.start() == start:
        if closing is not None:
            return FrontMatter({}, closing.end())
        if looks_like_keys and fence == "+++":
            raise _broken(name, "it is never closed", 1)
        return NONE
    if not looks_like_keys:
        return NONE
    body = text[start : closing.start()]
    try:
        data = read_yaml(body).data if fence == "---" else tomllib.loads(body)
    except YamlProblemError as error:
        raise _broken(name, error.problem, error.line + 1) from None
    except (ValueError, RecursionError):
        raise _broken(name, "not valid TOML", 1) from None
    if not isinstance(data, dict):
        raise _broken(name, "it is not a list of keys with values", 2)
    return FrontMatter(data, closing.end())


def _broken(name: str, problem: str, line: int) -> DocumentFailedError:
    return DocumentFailedError(
        f"{name}, line {line}: the front matter cannot be read: {problem}",
        "Correct the block between the first two --- lines, or remove it.",
    )
