"""Articles, sections, clauses and annexes that a text names, and numbers of laws, in one notation.

``art. 25.3``, ``Artículo 25.3`` and ``Article 25(3)`` are all ``article:25.3``; ``Ley 39/2015`` is ``law:39/2015``.
Whether they exist is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple

from fidedigno.consolidate.plain import plain

_KINDS = {
    "article": r"art(?:iculos?|icles?|s)?\b\.?",
    "section": r"sec(?:cion(?:es)?|tions?)\b|secs?\.|§{1,2}",
    "clause": r"clausulas?|clauses?",
    "annex": r"anexos?|annex(?:es)?|appendix|apendices?",
    "chapter": r"capitulos?|chapters?",
    "recital": r"considerandos?|recitals?",
}
_NUMBER = (
    r"(?:\d{1,4}(?:\.\d{1,3}){0,4}(?:\s?(?:bis|ter|quater|quinquies)\b)?(?:\s?\([0-9a-z]{1,4}\)){0,4}(?:\.?[a-z]\))?"
    r"(?![\d/]|-\d)|[ivxlc]{1,7}\b(?![.'’]\w)|(?<=annex )[a-h]\b|(?<=appendix )[a-h]\b|(?<=anexo )[a-h]\b)"
)
_BETWEEN = r"(?:\s?,\s?(?:y |and |e |o |or )?|\s(?:y|and|e|o|or|a|al|to|hasta)\s|\s?[-–]\s?)"
_MENTION = re.compile(
    r"(?<!\w)(?:"
    + "|".join(f"(?P<{kind}>{words})" for kind, words in _KINDS.items())
    + rf")\s{{0,2}}(?P<numbers>{_NUMBER}(?:{_BETWEEN}{_NUMBER}){{0,12}})"
)
_TO = re.compile(r"\s?(?:[-–]|a|al|to|hasta)\s?")
_LONGEST_RANGE = 100
_ONE = re.compile(_NUMBER)
_LAW = re.compile(
    r"(?<!\w)(?:ley(?:es)?(?: organica)?|l\.?o\.?|real decreto(?:-ley| ley| legislativo)?|r\.?d\.?(?:l\.?)?"
    r"|decreto(?:-ley)?"
    r"|directivas?|reglamentos?|orden|resolucion|directives?|regulations?|decision|laws?|acts?)"
    r"\s{1,2}(?:\((?:ue|eu|ce|ec|cee|eec)\)\s?)?(?:n[.ºo°]{1,2}\s?)?(?P<number>\d{1,5}/\d{2,4})"
    r"(?:/(?:ce|ec|ue|eu|cee|eec))?(?!\w)"
)
_CODE = re.compile(
    r"(?<!\w)(?P<title>\d{1,3}) (?:u\.?s\.?c\.?|c\.?f\.?r\.?) (?:§{1,2} ?)?(?P<part>\d{1,5}[a-z]?)(?!\w)"
)
_PUBLIC_LAW = re.compile(r"(?<!\w)(?:public law|pub\. ?l\.) (?:no\. )?(?P<number>\d{2,3}-\d{1,4})(?!\w)")
_PART = re.compile(r"\d+|[a-z]+")
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


class Article(NamedTuple):
    """``text[start:end]`` names ``key``: its kind, a colon and its number, its parts joined by dots."""

    start: int
    end: int
    key: str


def articles_in(text: str) -> Iterator[Article]:
    """Every article that is named, each of a list by itself, in no particular order."""
    folded = plain(text)
    for match in _LAW.finditer(folded):
        yield Article(match.start(), match.end(), f"law:{match['number']}")
    for match in _PUBLIC_LAW.finditer(folded):
        yield Article(match.start(), match.end(), f"law:{match['number']}")
    for match in _CODE.finditer(folded):
        yield Article(match.start(), match.end(), f"law:{match['title']}.{match['part']}")
    for match in _MENTION.finditer(folded):
        kind = match.lastgroup if match.lastgroup != "numbers" else None
        kind = kind or next(each for each in _KINDS if match[each] is not None)
        numbers = list(_ONE.finditer(folded, *match.span("numbers")))
        for at, number in enumerate(numbers):
            # Of ``art. 12`` the whole is the mention; of a list, each further number alone.
            start = match.start() if at == 0 else number.start()
            yield Article(start, number.end(), f"{kind}:{canonical(number.group())}")
            if at + 1 < len(numbers) and _TO.fullmatch(folded, number.end(), numbers[at + 1].start()):
                for inner in _between(number.group(), numbers[at + 1].group()):
                    yield Article(number.start(), numbers[at + 1].end(), f"{kind}:{inner}")


def _between(first: str, last: str) -> Iterable[int]:
    """The numbers that ``5 to 8`` names without writing them."""
    if not (first.isdigit() and last.isdigit()) or int(last) - int(first) > _LONGEST_RANGE:
        return ()
    return range(int(first) + 1, int(last))


def canonical(number: str) -> str:
    """``25(3)`` and ``25.3`` alike; Roman numbers as figures."""
    parts = _PART.findall(number)
    if len(parts) == 1 and not set(parts[0]) - set(_ROMAN):
        return str(_from_roman(parts[0]))
    return ".".join(parts)


def _from_roman(letters: str) -> int:
    values = [_ROMAN[letter] for letter in letters]
    return sum(
        -value if any(later > value for later in values[at + 1 : at + 2]) else value
        for at, value in enumerate(values)
    )


def has_article(key: str, keys: Container[str], numbered: Container[str], words: Container[str]) -> bool:
    """Whether evidence that names ``keys`` has the article ``key``.

    ``keys`` hold with each article those that it is a part of: ``art. 25`` is known by ``art. 25.3``. A part of
    an article that is named elsewhere is known if its number or letter is among the ``words``. ``numbered`` are
    the numbers with which lines begin: clauses need not be called clauses there.
    """
    kind, _, number = key.partition(":")
    if key in keys or number in numbered:
        return True
    base, *parts = number.split(".")
    return (f"{kind}:{base}" in keys or base in numbered) and all(part in words for part in parts)
