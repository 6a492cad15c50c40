"""The arrows of PlantUML: what stands at the two ends, how the line is drawn, where its heads are."""

from __future__ import annotations

import re
from typing import NamedTuple

_HEAD_LEFT = r"(?:<\|\|?|<<\|?|<_|<|\}\||\}o|\|\||\|o|\}|[*o+#^x]|\(\)|0\)?|//?|\\\\?)"
_HEAD_RIGHT = r"(?:\|\|?>|\|?>>|_>|>[xo]|>|\|\{|o\{|\|\||o\||\{|[*o+#^x]|\(\)|\(?0\)?|\(|//?|\\\\?)"
_STYLE = r"\[[^\]\n]{0,80}\]"
_WAY = r"(?:left|right|up|down|le|ri|do|l|r|u|d)"
_BODY = rf"[-.=~]++(?:(?:{_STYLE})?{_WAY}?(?:{_STYLE})?[-.=~]++|(?:\(0\)|0\)|\(0)[-.=~]++|{_STYLE})?"
_QUANTITY = r"(?:\"(?P<{0}>[^\"]*)\")"
_END = (
    r"\"[^\"]+\"(?:\s+as\s+[\w.]+)?|\[[^\]\n*]+\]|\[\*\](?:H\*?)?|\([^()\n]+\)|:[^:\n]+:"
    r"|\(\)\s*(?:\"[^\"]+\"|[\w.]+)|[\w@$]++(?>(?:(?:\.|::)[\w@$]++)*)"
)
RELATION = re.compile(
    rf"(?P<a>{_END})\s*{_QUANTITY.format('na')}?\s*"
    rf"(?P<left>{_HEAD_LEFT}(?=[-.=~]))?(?P<body>{_BODY})(?P<right>{_HEAD_RIGHT}(?=[\s\"\w\[(:@]))?"
    rf"\s*{_QUANTITY.format('nb')}?\s*(?P<b>{_END})"
    r"\s*(?P<more>(?:<<[^>]*>>|\+\+|--|\*\*|!!|#\w+)\s*)*(?::\s*(?P<text>.*))?"
)
_ALIASED = re.compile(r"\"([^\"]+)\"\s+as\s+([\w.]+)")
_HIDDEN = re.compile(r"\[[^\]]*hidden[^\]]*\]")


class PlantArrow(NamedTuple):
    """One arrow: the ends as ``(id, label or None)``, the heads, and how the line is drawn."""

    a: tuple[str, str | None]
    b: tuple[str, str | None]
    heads: tuple[bool, bool]
    text: str
    hidden: bool
    dashed: bool
    weak: bool
    """A single dash without heads, which may be anything: it counts if one of its ends is known."""


def plant_end(source: str) -> tuple[str, str | None]:
    """The id and, where the end itself says one, the label."""
    if match := _ALIASED.fullmatch(source):
        return match[2], match[1]
    if source.startswith("[*]"):
        return "[*]", "●"
    bare = source.removeprefix("()").strip()
    if bare[:1] == '"' or (bare[:1] in "[(:" and bare[-1:] in "]):"):
        words = bare[1:-1].strip()
        return words, words
    return bare, None


def read_arrow(line: str) -> PlantArrow | None:
    """Read one line; ``None`` if it is no arrow between two things."""
    match = RELATION.fullmatch(line)
    if match is None:
        return None
    left, body, right = match["left"] or "", match["body"], match["right"] or ""
    return PlantArrow(
        plant_end(match["a"]),
        plant_end(match["b"]),
        (_points(left, "<"), _points(right, ">")),
        match["text"] or "",
        _HIDDEN.search(body) is not None,
        body.count("-") > 1 or "." in body,
        not left and not right and len(body) < 2,
    )


def _points(head: str, sign: str) -> bool:
    return sign in head or head[:1] in ("/", "\\", "^")
