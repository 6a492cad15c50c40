from __future__ import annotations

from fidedigno.verify.entities.evidence import Evidence
from fidedigno.verify.entities.phrases import phrases_instead
from fidedigno.verify.entities.places import Place
from fidedigno.verify.entities.read import read
from fidedigno.verify.passage import Passage

ANSWER = "It is paid under the Clean River Plan."


def places(claims: list[tuple[int, int]], found: list[Place]) -> list[Place]:
    evidence = Evidence.of("", [Passage("It is paid under the Clean Water Plan.")])
    return list(phrases_instead(ANSWER, read(ANSWER), evidence, claims, found))


def test_a_phrase_with_another_word_is_a_finding_at_its_place() -> None:
    (place,) = places([(0, len(ANSWER))], [])
    assert ANSWER[place.start : place.end] == "Clean River Plan"
    assert place.finding is not None
    assert place.finding.expected == "Clean Water Plan"


def test_outside_every_claim_and_where_a_name_is_unknown_already_nothing_is_said() -> None:
    assert places([(0, 5)], []) == []
    (before,) = places([], [])
    assert places([], [before]) == []
