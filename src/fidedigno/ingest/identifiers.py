"""Whole identifiers in a text: codes that are asked for and found letter by letter.

Host names, error codes, order numbers, addresses, hashes, paths and names of code go into a field of
their own that is matched exactly, because vectors cannot tell ``ORD-10482`` from ``ORD-10483``. The same
function reads documents and questions. Identifiers are case-folded; those that only their capitals give
away (``KubePodCrashLooping``) must be written with them.

All patterns run in linear time: candidates are single words without blanks, of bounded length.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

MAX_CHARACTERS = 200
"""Longer strings are data, not names that somebody would ask for."""

_CANDIDATE = re.compile(r"[^\s\"'`()\[\]{}<>,;|=*?!&#“”‘’«»…¿¡]{3,}")
_HINT = re.compile(r"[\d_/\\@$]|[a-z][A-Z]|[A-Z]{2}[a-z]{3}|[^\W\d_]{2}\.[^\W\d_]{2}|:[0-9a-fA-F]*:")
_EDGE = ".:-–—/\\~%+^•·"

_IPV4 = re.compile(r"(?<![\w.])(\d{1,3}(?:\.\d{1,3}){3})(?::(\d{1,5}))?(?![\w]|\.\d)")
_EMAIL = re.compile(r"[\w.+%-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_HEX = re.compile(r"(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{7,128}|0x[0-9a-f]{2,64}", re.IGNORECASE)
_MAC = re.compile(r"[0-9a-f]{2}(?::[0-9a-f]{2}){5}", re.IGNORECASE)
_SNAKE = re.compile(
    r"_{0,2}(?=[\w$-]*[A-Za-z])[A-Za-z0-9$]+(?:_+-?[A-Za-z0-9$]+)+_{0,2}(?:-[A-Za-z0-9]+)*", re.ASCII
)
_CODE = re.compile(r"(?=[\w-]*\d)[^\W\d_][^\W_]*(?:[-_][^\W_]+)+")
_LETTERS_DIGITS = re.compile(r"[A-Za-z]{1,12}\d{2,}[A-Za-z0-9]*|[A-Za-z]{2,12}\d[A-Za-z]+\d*|[a-z]\d[a-z]")
_CAMEL = re.compile(
    r"(?=[A-Za-z0-9$]{5})(?:[A-Za-z0-9$]*[a-z0-9][A-Z][A-Za-z0-9$]*|[A-Z]{2,}[a-z]{3,}[A-Za-z0-9]*)"
)
_DOTTED = re.compile(r"[^\W\d][\w$-]*(?:\.[\w$-]+)*\.[^\W\d_][\w$-]*")
_VERSION = re.compile(r"[vV]\d+(?:\.\d+)*(?:[-+][\w.]+)?|\d+(?:\.\d+)+-[A-Za-z][\w.]*")
_URL = re.compile(r"[a-z][a-z0-9+.-]{1,20}://([^/\s]+)(/\S*)?", re.IGNORECASE)
_WINDOWS_PATH = re.compile(r"[A-Za-z]:\\[^\\:]+(?:\\[^\\:]+)*|\\\\[^\\:]+(?:\\[^\\:]+)+")
_PATH_SEGMENT = re.compile(r"[\w.$@%+~-]+")
_FILE_NAME = re.compile(r"[^/]*\w\.[A-Za-z]\w{0,9}")
_PROSE_NUMBER = re.compile(r"(?:mid|pre|post|early|late|top|ages?|non|sub)-\d+\w{0,2}", re.IGNORECASE)
_WORD_PAIR = re.compile(r"[^\W\d_]{2,}\.[A-ZÁÉÍÓÚÑ][^\W\d_]+")


def identifiers_in(text: str) -> tuple[str, ...]:
    """The distinct identifiers of ``text``, case-folded, in the order of their first appearance.

    An address with a port gives both the address and the whole. A path gives itself and the identifiers
    among its parts.
    """
    found: dict[str, None] = {}
    for match in _IPV4.finditer(text):
        address, port = match.groups()
        if all(int(part) <= 255 for part in address.split(".")):
            found[address] = None
            if port:
                found[f"{address}:{port}"] = None
    for match in _CANDIDATE.finditer(text):
        candidate = match.group()
        if len(candidate) <= MAX_CHARACTERS * 2 and _HINT.search(candidate):
            for each in _identifiers_of(candidate):
                if len(each) <= MAX_CHARACTERS:
                    found[each.casefold()] = None
    return tuple(found)


def _identifiers_of(candidate: str) -> Iterator[str]:
    """What one word gives: itself if it is an identifier, else those among its parts."""
    # Markdown writes ``kube\\_pod``: there the backslash is not part of the name.
    word = _stripped(candidate.replace("\\_", "_"))
    if len(word) < 2 or _PROSE_NUMBER.fullmatch(word):
        return
    if url := _URL.fullmatch(word):
        yield word
        yield from _identifiers_of(url.group(1))
    elif _is_whole(word):
        yield word
    elif ":" in word:
        yield from _of_parts(word.split(":"))
    elif "/" in word:
        if _is_path(word):
            yield word
        yield from _of_parts(word.split("/"))
    elif _is_name(word):
        yield word
    elif "@" in word:
        yield from _of_parts(word.split("@"))


def _of_parts(parts: list[str]) -> Iterator[str]:
    for part in parts:
        yield from _identifiers_of(part)


def _is_whole(word: str) -> bool:
    """Whether the marks inside the word, which usually part words, belong to it."""
    if "\\" in word:
        return _WINDOWS_PATH.fullmatch(word) is not None
    if "@" in word:
        return _EMAIL.fullmatch(word) is not None
    return ":" in word and (_MAC.fullmatch(word) is not None or _is_ipv6(word))


def _stripped(candidate: str) -> str:
    """Without the punctuation around it; a leading slash or tilde belongs to a path, a dot to a file."""
    word = candidate.rstrip(_EDGE)
    kept = 0
    while kept < len(word) and word[kept] in ":-–—%+^•·\\":
        if word.startswith("\\\\", kept):
            break
        kept += 1
    word = word[kept:]
    if word.startswith("_") and word.endswith("_") and not word.startswith("__"):
        word = word.strip("_")
    return word


def _is_ipv6(word: str) -> bool:
    if word.count(":") < 2 or len(word) > 45:
        return False
    try:
        return ipaddress.IPv6Address(word).version == 6
    except ValueError:
        return False


def _is_path(word: str) -> bool:
    """Whether slashes make a path and not a choice of words: ``/etc/hosts``, ``a/b.yaml``; not ``and/or``."""
    rooted = word.startswith(("/", "~/", "./", "../"))
    segments = [part for part in word.split("/") if part]
    if not segments or not all(_PATH_SEGMENT.fullmatch(part) for part in segments):
        return False
    if not any(character.isalpha() for character in word):
        return False
    if rooted:
        return len(segments) >= 2 or (len(segments[0]) >= 3 and not word.startswith("//"))
    return len(segments) >= 2 and (
        _FILE_NAME.fullmatch(segments[-1]) is not None
        or (len(segments) >= 3 and any(set(part) & set("_.-0123456789") for part in segments))
    )


def _is_name(word: str) -> bool:
    if _UUID.fullmatch(word) or _HEX.fullmatch(word) or _VERSION.fullmatch(word):
        return True
    if "." in word:
        return _is_dotted(word)
    return any(
        shape.fullmatch(word) is not None for shape in (_SNAKE, _CODE, _LETTERS_DIGITS, _CAMEL)
    ) or _is_mangled(word)


def _is_dotted(word: str) -> bool:
    if not _DOTTED.fullmatch(word) or len(word) < 5:
        return False
    # "end.Next" is two sentences without a blank; "e.g" and "p.ej" are abbreviations.
    if _WORD_PAIR.fullmatch(word) and not re.search(r"[a-z][A-Z]", word):
        return False
    return max(len(part) for part in word.split(".")) >= 3


def _is_mangled(word: str) -> bool:
    """A name with ``$`` between letters, as in inner classes."""
    return re.fullmatch(r"[A-Za-z][\w]*(?:\$[A-Za-z][\w]*)+", word) is not None
