"""Words in capitals that no list and no form tells to be names, where the evidence itself does.

A titled phrase that it has with another word (:mod:`~fidedigno.verify.entities.twins`), and a word or phrase in the
place of a name of it (:mod:`~fidedigno.verify.entities.slots`). Not asked where answer and evidence differ in language.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fidedigno.verify.entities.capitals import Capital
from fidedigno.verify.entities.evidence import Evidence
from fidedigno.verify.entities.name import NameKind
from fidedigno.verify.entities.places import Place, finding_at
from fidedigno.verify.entities.read import Reading
from fidedigno.verify.entities.slots import can_stand_for_a_name, name_instead
from fidedigno.verify.entities.spans import Spans
from fidedigno.verify.entities.twins import kind_of_phrase, phrase_of, twin_of

_TWIN, _IN_PLACE = 0.9, 0.6
_MOST_IN_PLACE = 40
"""Words of one answer that are looked up as standing in the place of a name."""


def phrases_instead(
    answer: str,
    reading: Reading,
    evidence: Evidence,
    claims: Sequence[tuple[int, int]],
    found: Sequence[Place],
) -> Iterator[Place]:
    """The phrases of ``reading`` that the evidence has otherwise; ``found`` are the places judged before."""
    unknown = Spans((each.start, each.end) for each in found if each.finding is not None)
    judged = Spans((each.start, each.end) for each in found)
    inside = Spans(claims or [(0, len(answer))])
    looked = 0
    for run in reading.runs:
        phrase = phrase_of(run.words)
        if phrase and (place := _twin(answer, phrase, evidence, unknown, inside)):
            yield place
            continue
        words = can_stand_for_a_name(run)
        claim = inside.at(words[0].start, words[-1].end) if words else None
        if claim is None or judged.touch(words[0].start, words[-1].end) or looked >= _MOST_IN_PLACE:
            continue
        looked += 1
        instead = name_instead(answer, claim, words, evidence)
        if instead is not None:
            start, end = words[0].start, words[-1].end
            finding = finding_at(answer, start, end, f"unknown_{NameKind.NAME.value}", instead, _IN_PLACE)
            yield Place(start, end, "names_unknown", finding)


def _twin(
    answer: str, phrase: Sequence[Capital], evidence: Evidence, unknown: Spans, inside: Spans
) -> Place | None:
    start, end = phrase[0].start, phrase[-1].end
    if unknown.touch(start, end) or not inside.touch(start, end):
        return None
    twin = twin_of(phrase, evidence)
    if twin is None:
        return None
    code = f"unknown_{kind_of_phrase(phrase).value}"
    return Place(start, end, "names_unknown", finding_at(answer, start, end, code, twin, _TWIN))
