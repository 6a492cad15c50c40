"""Making quoted text safe to show: on a terminal, and where Markdown is rendered.

A document may hold escape sequences that move the cursor, marks that reverse the order of what is read,
and images or links that send what was asked to a stranger's host as soon as they are rendered. These are
taken out; every other character stays as its source has it.
"""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from urllib.parse import urlsplit

_ANSI = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"  # OSC, DCS, PM, APC
    r"|\x1b[ -/]*[0-~]?"
)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_HIDDEN = re.compile("[\u200b\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]")
_DESTINATION = r"<[^<>\n]*>|(?!<)[^\s()]*(?:\([^\s()]*\)[^\s()]*)*"
_INLINE = re.compile(
    rf"(?P<image>!?)\[(?P<label>(?:[^\[\]]|\[[^\[\]]*\])*)\]\(\s*(?P<target>{_DESTINATION})"
    r"(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?\s*\)"
)
_AUTOLINK = re.compile(r"<(?P<target>(?:[a-zA-Z][a-zA-Z0-9+.-]{1,31}):[^\s<>]*)>")
_DEFINITION = re.compile(r"^(?P<label> {0,3}\[[^\]\n]+\]:)[ \t]*(?P<target>\S+)[^\n]*$", re.MULTILINE)
_BARE = re.compile(r"\b(?:https?|ftp)://[^\s<>\"'`)\]]+", re.IGNORECASE)
_RELATIVE = re.compile(r"[\w.#-][\w./#=-]*", re.ASCII)
"""A target on the same host, or the argument of a call in code that only looks like a link."""
MAX_NESTING = 8
_TAG = re.compile(r"<(?=/?[a-zA-Z!?])")
_SAFE_SCHEMES = frozenset({"http", "https"})


def for_terminal(text: str) -> str:
    """Remove escape sequences, control characters, hidden characters and marks that reorder text.

    Line feeds and tabs stay; a carriage return (which would let a line overwrite itself) ends a line.
    """
    lines = re.sub(r"\r\n?", "\n", _ANSI.sub("", text))
    return _HIDDEN.sub("", _BIDI.sub("", _CONTROL.sub("", lines)))


def for_markdown(text: str, *, approved_hosts: AbstractSet[str] = frozenset()) -> str:
    """Make ``text`` safe where Markdown is rendered: as :func:`for_terminal`, and links neutralised.

    An image or link keeps its target only where that is ``http(s)`` to one of ``approved_hosts`` (exact
    names, any case); otherwise its text alone is left. A relative link stays, a relative image does not. A
    bare address elsewhere becomes code, which no renderer fetches or links. Raw HTML is escaped.
    """
    hosts = frozenset(host.casefold() for host in approved_hosts)
    clean = for_terminal(text)
    clean = _neutralise_inline(clean, hosts)
    clean = _DEFINITION.sub(lambda m: m[0] if _approved(m["target"], hosts) else f"{m['label']} #", clean)
    clean = _AUTOLINK.sub(lambda m: m[0] if _approved(m["target"], hosts) else f"`{m['target']}`", clean)
    return _escape_tags(_bare(clean, hosts), hosts)


def _neutralise_inline(text: str, hosts: frozenset[str]) -> str:
    """Links and images, from the innermost out; nesting deeper than any honest text is broken up."""
    for _ in range(MAX_NESTING):
        replaced = _INLINE.sub(lambda match: _inline(match, hosts), text)
        if replaced == text:
            return text
        text = replaced
    return text.replace("](", "] (")


def _inline(match: re.Match[str], hosts: frozenset[str]) -> str:
    target = match["target"].strip("<>")
    if _approved(target, hosts) or (not match["image"] and _RELATIVE.fullmatch(target)):
        return match[0]
    return match["label"]


def _approved(target: str, hosts: frozenset[str]) -> bool:
    """Whether ``target`` is a plain web address of an approved host, read as a browser would."""
    if "\\" in target or "@" in target or not target.isascii():
        return False
    try:
        parts = urlsplit(target)
        host = parts.hostname
    except ValueError:
        return False
    return parts.scheme.casefold() in _SAFE_SCHEMES and host is not None and host.casefold() in hosts


def _bare(text: str, hosts: frozenset[str]) -> str:
    def quoted(match: re.Match[str]) -> str:
        before, after = text[max(0, match.start() - 1) : match.start()], text[match.end() : match.end() + 1]
        if _approved(match[0], hosts) or (before == "`" and after == "`"):
            return match[0]
        return f"`{match[0]}`"

    return _BARE.sub(quoted, text)


def _escape_tags(text: str, hosts: frozenset[str]) -> str:
    def escaped(match: re.Match[str]) -> str:
        link = _AUTOLINK.match(text, match.start())
        return match[0] if link and _approved(link["target"], hosts) else "&lt;"

    return _TAG.sub(escaped, text)
