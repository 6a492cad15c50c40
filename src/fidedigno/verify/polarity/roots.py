"""One root for a word and its family: ``cancela``, ``canceló`` and ``cancelación`` are of ``cancel``.

A root serves to compare and is no word. It is deliberately coarse: a wrong family is caught by what stands around
it, a missed one is not. Source of the stems: Snowball.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from fidedigno.consolidate.plain import plain
from fidedigno.ingest.analyse import MAX_WORD_CHARACTERS, terms_of_word
from fidedigno.verify.polarity.data import LANGUAGES, load, refuse

_FEWEST_LEFT = 2
_LONG = 4
_FEWEST_FOR_COGNATE = 5
_INFINITIVES = ("ar", "er", "ir")
_SPANISH_REST = re.compile(r"^(.{3,}?)(?:[aeio]s?|[aei]r)$", re.DOTALL)
_DOUBLED = re.compile(r"([^\W\d_])\1$")
_NAME = "families.yaml"


class _Families(NamedTuple):
    endings: tuple[tuple[str, str], ...]
    irregular: dict[str, str]
    fixed: frozenset[str]
    clitics: tuple[str, ...]


@cache
def _families() -> dict[str, _Families]:
    data = load(_NAME)
    if not isinstance(data, dict):
        raise refuse(_NAME, "the file")
    read: dict[str, _Families] = {}
    for language in LANGUAGES:
        try:
            endings = tuple((str(end), str(to)) for end, to in data["endings"][language].items())
            irregular = {
                form: root
                for root, forms in data["irregular"][language].items()
                for form in (root, *forms.split())
            }
            for verb in str(data["regular"][language]).split():
                for ending in str(data["forms"][verb[-2:]]).split():
                    irregular.setdefault(verb[:-2] + ending, verb)
            fixed = frozenset(str(data["fixed"][language]).split())
            clitics = tuple(str(data["clitics"][language]).split())
        except (KeyError, TypeError, AttributeError):
            raise refuse(_NAME, language) from None
        read[language] = _Families(endings, irregular, fixed, clitics)
    return read


@lru_cache(maxsize=65_536)
def root_of(word: str, language: str) -> str:
    """The root of a word as it is written (accents help to stem it), a number whole."""
    folded = plain(word[:MAX_WORD_CHARACTERS])
    if any(letter.isdigit() for letter in folded):
        return folded
    families = _families()[language]
    if folded in families.fixed:
        return f"={folded}"
    folded = folded.removesuffix("'s").removesuffix("’s")
    irregular = families.irregular.get(folded) or families.irregular.get(_without_clitics(folded, language))
    stem = _stem(irregular or word[:MAX_WORD_CHARACTERS], folded, language)
    for ending, instead in families.endings:
        left = len(stem) - len(ending)
        if stem.endswith(ending) and left >= _FEWEST_LEFT and left + len(instead) >= _LONG:
            stem = stem[:left] + instead
            break
    if language == "es":
        # renueva and renovar, cierra and cerrar, aplique and aplicar
        stem = stem.replace("ue", "o").replace("ie", "e").replace("qu", "c")
        stem = _SPANISH_REST.sub(r"\1", stem)
    return _DOUBLED.sub(r"\1", stem)


def _stem(word: str, folded: str, language: str) -> str:
    stems = terms_of_word(word, language)
    return stems[0] if stems else folded


def _without_clitics(word: str, language: str) -> str:
    """``cancelarlo`` without its pronoun; any other word as it is."""
    for clitic in _families()[language].clitics:
        if word.endswith(clitic) and word[: -len(clitic)].endswith(_INFINITIVES):
            return word[: -len(clitic)]
    return word


def are_cognate(one: str, other: str) -> bool:
    """Whether two roots of different languages look like one word (``cancel``, ``reserv``)."""
    shorter = min(len(one), len(other))
    if one == other:
        return True
    return shorter >= _FEWEST_FOR_COGNATE and one[:_FEWEST_FOR_COGNATE] == other[:_FEWEST_FOR_COGNATE]
