"""Things that a text calls by a word and a number: *Table 4*, *form N9*, *aula B-214*, *disposición adicional tercera*.

A word that is common without its capital (``form 3 groups``) counts with one only, or before a code. Whether they
exist is not known here. The words are in ``labels.yaml``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import yaml

from fidedigno.consolidate.plain import plain
from fidedigno.errors import ConfigurationError
from fidedigno.ingest.analyse import LANGUAGES
from fidedigno.verify.entities.articles import Article, canonical

DISPOSITION = "disposition"
_NUMBER = r"(?:[a-z]{1,2}-?\d{1,4}[a-z]?|\d{1,5}(?:[./-]\d{1,5}){0,3}(?:-?[a-z])?|[ivxlc]{1,7})"
_CODE = re.compile(r"[a-z]{1,2}-?\d|\d+-?[a-z]")


@dataclass(frozen=True, slots=True)
class Labels:
    """``kinds`` by their folded words, those of them that need a capital, and the numbers of ordinals."""

    kinds: dict[str, str]
    written: frozenset[str]
    ordinals: dict[str, int]
    mention: re.Pattern[str]
    disposition: re.Pattern[str]


def load(data: object, where: str) -> Labels:
    """Check, fold and compile the words.

    Raises:
        ConfigurationError: a language lacks a list; says which.
    """
    kinds: dict[str, str] = {}
    written: set[str] = set()
    dispositions: list[str] = []
    ordinals: dict[str, int] = {}
    for language in LANGUAGES:
        part = data.get(language) if isinstance(data, dict) else None
        labels = part.get("labels") if isinstance(part, dict) else None
        lists = [part.get(name) for name in ("written", "dispositions", "ordinals")] if part else []
        if not isinstance(labels, dict) or not all(
            isinstance(each, str) for each in (*lists, *labels.values())
        ):
            raise ConfigurationError(f"{where}: {language} lacks a list of words", "write labels, written, "
                                     "dispositions and ordinals, words with blanks between")  # fmt: skip
        for kind, words in labels.items():
            kinds.update(dict.fromkeys(plain(words).split(), str(kind)))
        own, told, numbers = (plain(each).split() for each in lists)
        written.update(own)
        dispositions += told
        ordinals.update({word: number for number, word in enumerate(numbers, start=1)})
    by_length = sorted(kinds, key=lambda word: (-len(word), word))
    return Labels(
        kinds,
        frozenset(written),
        ordinals,
        re.compile(
            rf"(?<![\w-])(?P<word>{'|'.join(by_length)})\.?[ \u00a0](?P<number>{_NUMBER})(?![\w/]|[.,-]\d)"
        ),
        re.compile(
            rf"(?<!\w)disposicion(?:es)? (?P<word>{'|'.join(dispositions)}) "
            rf"(?P<number>{'|'.join(ordinals)}|\d{{1,2}})(?!\w)"
        ),
    )


@cache
def labels() -> Labels:
    """The words of the file."""
    text = files("fidedigno.verify.entities").joinpath("labels.yaml").read_text(encoding="utf-8")
    return load(yaml.safe_load(text), "labels.yaml")


def labelled_in(text: str, folded: str) -> Iterator[Article]:
    """What ``text`` calls by a label and a number, in no particular order; ``folded`` is the text as ``plain``."""
    told = labels()
    for match in told.mention.finditer(folded):
        word, number = match["word"], match["number"]
        small = text[match.start()].islower() and word in told.written
        if (small and not _CODE.match(number)) or (
            number.isalpha() and text[match.start("number")].islower()
        ):
            continue
        yield Article(match.start(), match.end(), f"{told.kinds[word]}:{canonical(number)}")
    for match in told.disposition.finditer(folded):
        number = str(told.ordinals.get(match["number"], match["number"]))
        yield Article(match.start(), match.end(), f"{DISPOSITION}:{match['word']}.{number}")
