"""What an answer names and its evidence does not is taken out, with the sentence or list item that names it.

A citation marker of a source that does not exist goes alone: the sentence may be carried by another. A sentence
that only went on about somebody who was taken out (``He also ...``) goes too, unless the evidence carries it.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from fidedigno.consolidate.plain import plain
from fidedigno.verify.heal.changes import Change
from fidedigno.verify.heal.cited import mark_removed
from fidedigno.verify.heal.draft import Draft, Reason
from fidedigno.verify.heal.standing import CITATION, Standing
from fidedigno.verify.heal.word_lists import any_of, in_both_languages
from fidedigno.verify.report import Finding

_CITATION = re.compile(r"\[\^?\d{1,4}\]|\(\d{1,4}\)|【\d{1,4}】")
_PERSON = "unknown_person"
_SHORTEST = 4
"""Characters from which a name is looked for elsewhere in the answer."""
_MOST = 60
"""Names that are looked for."""
_ARTICLE = "el"
"""Spanish ``él`` with its accent; ``el`` without it is an article."""


def scrubbed(draft: Draft, found: Standing) -> Draft:
    """The draft without the units that hold something of ``found.invented``."""
    layout = draft.layout
    upheld = {
        number for claim in found.supported for number in layout.touching(claim.span.start, claim.span.end)
    }
    doomed: dict[int, Reason] = {}
    edits = []
    for finding in found.invented:
        marker = _lone_citation(layout.answer, finding)
        if marker is not None:
            edits.append(marker)
            continue
        for number in layout.touching(finding.answer.start, finding.answer.end):
            doomed.setdefault(number, Reason(finding.code, finding.evidence))
    for number, reason in _named_again(draft, found, upheld).items():
        doomed.setdefault(number, reason)
    for number in sorted(doomed):
        following = number + 1
        while doomed[number].code == _PERSON and _goes_on(draft, following, doomed, upheld):
            doomed[following] = Reason("follows_removed")
            following += 1
    return draft.edited(edits).without(doomed)


def _named_again(draft: Draft, found: Standing, upheld: set[int]) -> dict[int, Reason]:
    """The other units that name what was found to be invented, unless the evidence carries them."""
    codes = {
        each.answer.text: each.code
        for each in found.invented
        if len(each.answer.text) >= _SHORTEST and each.code.startswith("unknown_")
    }
    if not codes:
        return {}
    known = sorted(codes, key=lambda name: (-len(name), name))[:_MOST]
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, known))})(?!\w)")
    return {
        number: Reason(codes[match.group()])
        for match in pattern.finditer(draft.layout.answer)
        for number in draft.layout.touching(match.start(), match.end())
        if number not in upheld
    }


def _lone_citation(answer: str, finding: Finding) -> Change | None:
    start, end = finding.answer.start, finding.answer.end
    if finding.code != CITATION or not _CITATION.fullmatch(answer, start, end):
        return None
    return mark_removed(answer, finding)


def _goes_on(draft: Draft, number: int, doomed: dict[int, Reason], upheld: set[int]) -> bool:
    """Whether a unit speaks on of the one before, by its first word, in the same block."""
    layout = draft.layout
    if number >= len(layout.units) or number in doomed or number in upheld:
        return False
    if layout.units[number].block != layout.units[number - 1].block:
        return False
    text = layout.text(number).lstrip("*_ ")
    match = _pronouns().match(plain(text))
    return match is not None and (match.group() != _ARTICLE or text[:1] + text[1:2] in {"Él", "él"})


@cache
def _pronouns() -> re.Pattern[str]:
    text = files("fidedigno.verify.heal").joinpath("scrub.yaml").read_text(encoding="utf-8")
    return read_pronouns(yaml.safe_load(text))


def read_pronouns(data: Any) -> re.Pattern[str]:
    """Check and compile the words.

    Raises:
        ConfigurationError: if they are missing in a language.
    """
    return re.compile(rf"(?:{any_of(in_both_languages(data, 'pronouns'), between=' ')})(?!\w)")
