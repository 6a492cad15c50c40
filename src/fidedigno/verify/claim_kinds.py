"""What a sentence or clause of an answer is, told by its first words: a statement or none.

The patterns are in ``claims.yaml``. In doubt it is a statement: what is none is judged by nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

import yaml

from fidedigno.consolidate.plain import plain
from fidedigno.errors import ConfigurationError
from fidedigno.ingest.sentences import is_abbreviation

DATA = "claims.yaml"
LANGUAGES = ("es", "en")
GROUPS = (
    "openers", "courtesy", "unknown", "signs_of_unknown", "before_unknown", "sources", "source_labels",
    "footnotes", "cited_as", "turns", "turns_without_mark", "no_turn_behind", "no_turn_before", "joins", "joined",
)  # fmt: skip
LONGEST_LABEL = 8
"""Words of a line that ends with a colon up to which it is a label of what follows."""
LONGEST_SOURCE = 20
"""Words of an item under such a label up to which it names a source."""
LONGEST_TITLE = 3
"""Words of a line in bold, without a colon, up to which it is one."""
LONGEST_LINE = 40
"""Characters of such a label."""
_READ = 400
_CAPITAL = re.compile(r"(?<=[\s,])[^\W\d_]\w*")
_NAME_SIGN = "\x01"
_NAME = rf"(?:,? {_NAME_SIGN}+\.?){{0,3}}"
_WORD = re.compile(r"[^\W_]+")
_INNER_END = re.compile(r"([^\W\d_]{2,})[.!?…]\s+(?=\S)")
_DIGIT = re.compile(r"\d")
_NUMBERS = r"\d{1,3}(?:\s?[,;–-]\s?\^?\d{1,3}){0,20}"
_ENDS = " *_`"
_BEFORE, _AFTER = r"[\s¡#*_`\"“«(]*", r"[\s.!:,…*_`\"”»)]*"
_CLOSING, _OPENING = "\"'”’»)", "\"'“‘«("


class ClaimKind(StrEnum):
    """What a stretch of an answer is. Only a statement is judged."""

    STATEMENT = "statement"
    QUESTION = "question"
    COURTESY = "courtesy"
    UNKNOWN = "unknown"
    """That one does not know, or that the sources do not say."""
    HEADING = "heading"
    SOURCE = "source"
    """A list of sources, or a footnote that names one."""


@dataclass(frozen=True, slots=True)
class Patterns:
    """All of :data:`DATA`, for both languages at once: an answer may mix them.

    All but ``citation`` read folded text (``opener`` and ``courtesy`` that of :func:`with_names`). ``polite`` tells
    what may be one of those two; ``opener`` is a greeting or interjection with the mark behind it, ``turn`` the
    place (with its mark) where a clause begins.
    """

    polite: re.Pattern[str]
    opener: re.Pattern[str]
    courtesy: re.Pattern[str]
    unknown: re.Pattern[str]
    unknown_sign: re.Pattern[str]
    source: re.Pattern[str]
    source_label: re.Pattern[str]
    footnote: re.Pattern[str]
    citation: re.Pattern[str]
    turn: re.Pattern[str]


@cache
def patterns() -> Patterns:
    """The patterns of the shipped data file."""
    text = files("fidedigno.verify").joinpath(DATA).read_text(encoding="utf-8")
    return read_patterns(yaml.safe_load(text))


def read_patterns(data: object) -> Patterns:
    """Compile ``{group: {language: [patterns or words]}}``.

    Raises:
        ConfigurationError: naming the group that is missing or no list of patterns.
    """
    both = {group: tuple(_of_group(data, group)) for group in GROUPS}
    named = {group: _any_of(_with_names(both[group])) for group in ("openers", "courtesy")}
    turns = _any_of(map(re.escape, (*both["turns"], *both["turns_without_mark"])))
    sources = _any_of(map(re.escape, both["cited_as"]))
    unnamed = (each.replace("NAME", "") for group in ("openers", "courtesy") for each in both[group])
    return Patterns(
        polite=re.compile(_BEFORE + _any_of(unnamed)),
        opener=re.compile(rf"{_BEFORE}{named['openers']}\s*(?:[,.!:;…—–-]+[*_`\"”»)]*(?:\s+|$)|$)"),
        courtesy=re.compile(rf"{_BEFORE}{named['courtesy']}{_AFTER}"),
        unknown=re.compile(
            rf"{_BEFORE}(?:{turns}[\s,]+)?(?:{_any_of(both['before_unknown'])},?\s+)?{_any_of(both['unknown'])}"
        ),
        unknown_sign=re.compile(_any_of(map(re.escape, both["signs_of_unknown"]))),
        source=re.compile(_BEFORE + _any_of(both["sources"])),
        source_label=re.compile(_BEFORE + _any_of(both["source_labels"]) + _AFTER),
        footnote=re.compile(_BEFORE + _any_of((*both["sources"], *both["footnotes"]))),
        citation=re.compile(
            rf"\[\^?(?P<bare>{_NUMBERS})\](?:\([^()\s]{{1,300}}\))?"
            rf"|【(?:(?P<wide>{_NUMBERS})(?![\d:]))?[^】\n]{{0,40}}】"
            rf"|[\[(](?i:{sources})s?\.?:?\s?#?(?P<named>{_NUMBERS})[\])]"
        ),
        turn=re.compile(_turn(both)),
    )


def _turn(both: dict[str, tuple[str, ...]]) -> str:
    words = {group: _any_of(map(re.escape, listed)) for group, listed in both.items()}
    not_before = rf"(?!\s+{words['no_turn_before']}\b)"
    not_behind = "".join(rf"(?<!\b{re.escape(each)}\s)" for each in both["no_turn_behind"])
    turning = rf"(?:{words['turns']}|{words['turns_without_mark']}|{words['joins']} {words['joined']})\b{not_before}"
    # Each alternative begins with the rarest sign that it needs: the pattern is tried at every character.
    return rf";(?=\s)|[,:—–](?=\s+{turning})|\s(?={words['turns_without_mark']}\b{not_before}){not_behind}"


def _with_names(alternatives: Iterable[str]) -> Iterable[str]:
    return (each.replace("NAME", _NAME) for each in alternatives)


def _of_group(data: object, group: str) -> Iterable[str]:
    hint = f"give {group} as lists of patterns for each of {', '.join(LANGUAGES)}"
    languages = data.get(group) if isinstance(data, dict) else None
    if not isinstance(languages, dict) or set(languages) != set(LANGUAGES):
        raise ConfigurationError(f"{DATA}: {group} is not as expected", hint)
    for language in LANGUAGES:
        listed = languages[language]
        if not isinstance(listed, list):
            raise ConfigurationError(f"{DATA}: {group}.{language} is not as expected", hint)
        for each in listed:
            if not isinstance(each, str) or not each or not _compiles(each):
                raise ConfigurationError(f"{DATA}: {group}.{language} has no pattern in one place", hint)
            yield each


def _compiles(pattern: str) -> bool:
    try:
        re.compile(pattern)
    except re.error:
        return False
    return True


def _any_of(alternatives: Iterable[str]) -> str:
    return f"(?:{'|'.join(alternatives)})"


def question_start(text: str) -> int:
    """Where the question begins that ends ``text``; behind 0 where another sentence stands before it.

    Where people write without capitals, nothing else tells the two sentences apart: ``i have heard of it. do you
    know who won?``
    """
    begins = 0
    for match in _INNER_END.finditer(text):
        if not is_abbreviation(match[1]):
            begins = match.end()
    return begins


def is_question(text: str) -> bool:
    """Whether a sentence asks. One that only quotes a question, or asks in brackets, states something."""
    written = text.rstrip(_ENDS)
    opened = text.lstrip(_ENDS)
    if opened[:1] and opened[0] in _OPENING:
        written = written.rstrip(_CLOSING + _ENDS)
    return written.endswith(("?", "？", "؟")) or (opened.lstrip(_OPENING).startswith("¿") and "?" not in text)


def with_names(text: str, folded: str) -> str:
    """The folded text, of the same length, with a sign for each letter of a word that is written with a capital.

    The first word is no such word, and none is where all are. Text that cannot be polite stays as it is.
    """
    read = text[:_READ]
    if not patterns().polite.match(folded) or read.isupper():
        return folded
    signed = list(folded)
    for word in _CAPITAL.finditer(read):
        if word.group()[0].isupper():
            signed[word.start() : word.end()] = _NAME_SIGN * len(word.group())
    return "".join(signed)


def opener_end(named: str, start: int = 0) -> int:
    """Where a greeting or interjection at ``start`` ends, with the mark behind it; ``start`` where there is none."""
    match = patterns().opener.match(named, start)
    return match.end() if match else start


def is_courtesy(named: str) -> bool:
    """Whether a whole sentence is thanks, an offer or a lead-in. One with a figure is a statement, but for a lead-in
    (``Here are the 5 steps:``)."""
    if len(named) > _READ or (_DIGIT.search(named) and not named.rstrip(_ENDS).endswith(":")):
        return False
    return opener_end(named) == len(named) > 0 or patterns().courtesy.fullmatch(named) is not None


def is_unknown(folded: str) -> bool:
    """Whether a clause says that one does not know, or that the sources do not say."""
    read = folded[:_READ]
    return patterns().unknown_sign.search(read) is not None and patterns().unknown.match(read) is not None


def is_source(folded: str, *, footnote: bool = False) -> bool:
    """Whether a line, or a footnote, names sources and says nothing else."""
    shape = patterns().footnote if footnote else patterns().source
    return len(folded) <= _READ and shape.match(folded.rstrip()) is not None


def is_source_label(text: str) -> bool:
    """Whether a heading or label stands over a list of sources."""
    return len(text) <= LONGEST_LINE and patterns().source_label.fullmatch(plain(text)) is not None


def is_label(text: str) -> bool:
    """Whether a line of its own names what follows: a few words with a colon, very few where a figure is among
    them (``Step 2:``)."""
    if not text.rstrip(_ENDS).endswith(":"):
        return False
    count = len(_WORD.findall(text[:_READ]))
    return count <= LONGEST_TITLE or (count <= LONGEST_LABEL and not _DIGIT.search(text))


def is_title(text: str) -> bool:
    """Whether a line in bold names what follows: with a colon, or of very few words without a figure."""
    few = len(_WORD.findall(text[:_READ])) <= LONGEST_TITLE and not _DIGIT.search(text)
    return few or is_label(text)
