"""References by their shape: papers, addresses of pages and of mail, handles, articles, codes.

Each has a key in one notation, so that ``https://www.example.org/a/`` is ``example.org/a``. Nothing is looked up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from fidedigno.consolidate.plain import plain
from fidedigno.ingest.identifiers import identifiers_in
from fidedigno.verify.entities.articles import articles_in
from fidedigno.verify.entities.labels import labelled_in
from fidedigno.verify.entities.layout import cover
from fidedigno.verify.entities.name import Name, NameKind
from fidedigno.verify.entities.vocabulary import is_common, vocabulary

_ARXIV = re.compile(
    r"(?:arxiv\s?[:.]?\s?|(?:https?://)?(?:www\.|export\.)?arxiv\.org/(?:abs|pdf)/)(?P<id>\d{4}\.\d{4,5}|[a-z-]{2,12}(?:\.[a-z]{2})?/\d{7})(?:v\d{1,2})?",
    re.IGNORECASE,
)
_DOI = re.compile(
    r"(?:https?://(?:dx\.)?doi\.org/|doi:?\s?)?(?P<id>10\.\d{4,9}/[^\s\"'<>()\[\]{}]{1,200})", re.IGNORECASE
)
_ISBN = re.compile(r"isbn(?:-1[03])?:?\s?(?P<id>\d(?:[\d -]{8,15})[\dx])(?!\w)", re.IGNORECASE)
_PMID = re.compile(r"(?P<kind>pmid|pmcid):?\s?(?P<id>(?:pmc)?\d{4,9})(?!\w)", re.IGNORECASE)
_NUMBERED = re.compile(r"arxiv|isbn|pmc?id", re.IGNORECASE)
_DOTTED = re.compile(r"\w\.\w|://")
"""What addresses and the numbers of papers without a name have in them."""
_END = "[^\\s<>\"'`()\\[\\]{}|*“”«»]"
_URL = re.compile(
    rf"(?:https?|ftp)://{_END}{{2,400}}|(?<![\w@./-])www\.{_END}{{3,400}}"
    rf"|(?<![\w@./-])(?:[a-z0-9][a-z0-9-]{{1,62}}\.){{1,4}}[a-z]{{2,24}}/(?=\w){_END}{{1,400}}"
    r"|(?<![\w@./-])(?:[a-z0-9][a-z0-9-]{0,62}\.){1,4}(?:com|org|net|edu|gov|gob|es|eu|io|info|int|uk|mx|ar|cl|dev)"
    rf"(?:/{_END}{{0,400}})?(?![\w@-])",
    re.IGNORECASE,
)
_MAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6}", re.IGNORECASE)
_HANDLE = re.compile(r"(?<![\w.@/+-])@[A-Za-z_]\w{1,30}(?![\w@])")
_TICKET = re.compile(r"(?<![\w#&/])#\d{2,12}(?!\w)")
_CHUNK = re.compile(r"[^\s\"'`()\[\]{}<>,;|=*?!“”‘’«»…¿¡]{2,400}")
_HINT = re.compile(r"\d|_|/|\\|[a-z]\.[a-z]")
_PERIOD = re.compile(
    r"(?:q[1-4]|[hts][1-4]|fy|cy)[-/]?\d{0,4}|\d{1,4}(?:st|nd|rd|th|s|h|x|k|m)\b.*|v\d{1,2}", re.IGNORECASE
)
_STANDARD = re.compile(
    r"(?<![\w-])(?P<body>[A-Z]{2,6}(?:[-/][A-Z]{2,6})?)[ \u00a0](?P<number>\d{3,6}(?:[-/:]\d{1,5}){0,3}|\d{1,4}/\d{4})"
    r"(?![\w%€$£]|[.,]\d)"
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_LONG = re.compile(
    r"(?<![\w.,/-])(?=[\d/.-]{0,30}\d{5}|0\d{0,8}[/-]|\d{1,9}-\d{1,9}-|\d{1,9}[/-]\d{1,9}-[A-Z]|\d{1,9}[-/][a-z]{1,4}[-/])"
    r"\d{2,9}(?:[-/](?:\d{1,9}|[a-z]{1,4}(?=[-/]\d))){1,4}(?:-?[A-Z])?(?![\w/-]|[.,]\d)"
)
_DATE = re.compile(r"\d{1,2}[-/]\d{1,2}[-/]\d{2,4}|\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}/\d{4}")
LABEL, STANDARD = "label", "standard"
_LETTERS = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile(r"\d+")
_LONG_CODE = 7
"""Digits from which figures with bars or hyphens between them are a code."""
_TRAILING = ".,;:!?…'’\"*_"


class Reference(NamedTuple):
    """A name of a reference and its key; keys of the same thing are equal."""

    name: Name
    key: str


def references_in(text: str, skipped: bytearray | None = None) -> tuple[list[Reference], bytearray]:
    """The references of ``text`` in order, none over another, and marks of what they cover.

    ``skipped`` marks where codes are not read as such, because it is code.
    """
    taken = bytearray(len(text))
    found: list[Reference] = []
    # What a text without the marks of a kind cannot have is not looked for in it.
    dotted = _DOTTED.search(text) is not None
    readers = [
        *([_papers] if dotted or _NUMBERED.search(text) else []),
        *([_addresses] if dotted else []),
        *([_mail] if "@" in text else []),
        _articles,
    ]
    for reader in readers:
        _take(reader, text, taken, found)
    _take(lambda each: _codes(each, taken, skipped), text, taken, found)
    found.sort(key=lambda each: each.name.start)
    return found, taken


def _take(
    reader: Callable[[str], Iterator[Reference]], text: str, taken: bytearray, found: list[Reference]
) -> None:
    for each in reader(text):
        if not any(taken[each.name.start : each.name.end]):
            cover(taken, each.name.start, each.name.end)
            found.append(each)


def _made(text: str, start: int, end: int, kind: NameKind, key: str) -> Reference:
    return Reference(Name(start, end, text[start:end], kind), key)


def _papers(text: str) -> Iterator[Reference]:
    for match in _DOI.finditer(text):
        number = match["id"].rstrip(_TRAILING)
        end = match.start("id") + len(number)
        inner = _ARXIV.search(number)
        key = f"arxiv:{inner['id'].lower()}" if inner else f"doi:{number.lower()}"
        yield _made(text, match.start(), end, NameKind.PAPER, key)
    for match in _ARXIV.finditer(text):
        yield _made(text, *match.span(), NameKind.PAPER, f"arxiv:{match['id'].lower()}")
    for match in _ISBN.finditer(text):
        digits = re.sub(r"[ -]", "", match["id"])
        if len(digits) in {10, 13}:
            # The nine figures that both forms of a number share.
            yield _made(text, *match.span(), NameKind.PAPER, f"isbn:{digits[-10:-1]}")
    for match in _PMID.finditer(text):
        yield _made(text, *match.span(), NameKind.PAPER, f"pmid:{match['id'].lower()}")


def _addresses(text: str) -> Iterator[Reference]:
    for match in _URL.finditer(text):
        written = match.group().rstrip(_TRAILING)
        yield _made(
            text, match.start(), match.start() + len(written), NameKind.URL, f"url:{address_key(written)}"
        )


def address_key(url: str) -> str:
    """An address without scheme, ``www.``, anchor and closing slash, folded."""
    bare = plain(url).partition("://")[2] or plain(url)
    return bare.removeprefix("www.").partition("#")[0].rstrip("/?")


def _mail(text: str) -> Iterator[Reference]:
    for match in _MAIL.finditer(text):
        written = match.group().rstrip(".-")
        yield _made(
            text, match.start(), match.start() + len(written), NameKind.IDENTIFIER, f"mail:{plain(written)}"
        )


def _articles(text: str) -> Iterator[Reference]:
    for each in articles_in(text):
        yield _made(text, each.start, each.end, NameKind.ARTICLE, each.key)
    for each in labelled_in(text, plain(text)):
        kind, _, number = each.key.partition(":")
        yield _made(text, each.start, each.end, NameKind.IDENTIFIER, f"{LABEL}:{kind}.{number}")


def _codes(text: str, taken: bytearray, skipped: bytearray | None) -> Iterator[Reference]:
    for match in _HANDLE.finditer(text) if "@" in text else ():
        if skipped is None or not skipped[match.start()]:
            yield _made(text, *match.span(), NameKind.IDENTIFIER, f"handle:{plain(match.group())[1:]}")
    for match in _TICKET.finditer(text) if "#" in text else ():
        yield _made(text, *match.span(), NameKind.IDENTIFIER, f"ticket:{match.group()[1:]}")
    for match in _STANDARD.finditer(text):
        body, number = match["body"], match["number"]
        if body in vocabulary().acronyms or _YEAR.fullmatch(number):
            continue
        yield _made(text, *match.span(), NameKind.IDENTIFIER, f"{STANDARD}:{plain(body)} {number}")
    for match in _LONG.finditer(text):
        if not _DATE.fullmatch(match.group()) and sum(map(str.isdigit, match.group())) >= _LONG_CODE:
            yield _made(text, *match.span(), NameKind.IDENTIFIER, f"code:{plain(match.group())}")
    for match in _CHUNK.finditer(text) if _HINT.search(text) else ():
        if taken[match.start()] or not _HINT.search(match.group()):
            continue
        code = code_in(match.group())
        at = plain(match.group()).find(code) if code else -1
        if at >= 0:
            start = match.start() + at
            yield _made(text, start, start + len(code), NameKind.IDENTIFIER, f"code:{code}")


@lru_cache(maxsize=8_192)
def code_in(word: str) -> str:
    """The code in a word between blanks, folded: ``(ORD-10482).`` has ``ord-10482``; empty where it is none.

    Names of code without a figure (``PaymentService``) are read as products, and quarters, ordinals, levels
    (``tier-1``) and codes that everybody uses (``utf-8``) are none.
    """
    found = max((plain(each) for each in identifiers_in(word)), key=len, default="")
    letters, digits = _LETTERS.findall(found), "".join(_DIGITS.findall(found))
    if not found or found in vocabulary().codes or _PERIOD.fullmatch(found):
        return ""
    if not digits:
        return found if set(found) & set("._/\\$") else ""
    plain_words = all(is_common(part) or len(part) == 1 for part in letters)
    if letters and plain_words and len(digits) < 4 and not set(found) & set("._/\\:"):
        return ""
    return found
