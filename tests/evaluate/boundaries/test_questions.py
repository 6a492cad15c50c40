"""Questions come from the documents, by a seed, and each about something closed has a twin about nothing."""

from random import Random

import pytest

from fidedigno.evaluate.boundaries.conflicts import Pair
from fidedigno.evaluate.boundaries.questions import (
    MAX_QUESTION,
    ProbeKind,
    QuestionMaker,
    Reader,
    invented_names,
)
from tests.evaluate.boundaries.made import corpus, document

SENTENCE = "Number {} is about a thing that nobody else would ever mention here."
DOCS = corpus("docs", id=1, sensitivity=1)
SECRET = corpus("secret", id=2, sensitivity=4)


def a_document(number: int, **changes):
    text = SENTENCE.format(number)
    return document(
        number, title=f"Document number {number}", text=text, sections=(f"Part {number}",), **changes
    )


OPEN = [a_document(number, of=DOCS) for number in range(1, 6)]
NEAR = [a_document(number, of=DOCS) for number in range(6, 11)]
FAR = [a_document(number, of=SECRET, language="es") for number in range(11, 31)]
READABLE = frozenset(each.id for each in OPEN)


def probes(per_cell: int = 3, *, seed: int = 0, readable=READABLE, documents=(*OPEN, *NEAR, *FAR), pairs=()):
    reader = Reader(readable, "root", {each.id: "chief" for each in FAR})
    return QuestionMaker(documents, reader, per_cell, Random(seed)).probes(pairs)  # noqa: S311


def test_the_same_seed_asks_the_same_and_another_asks_otherwise() -> None:
    assert probes() == probes()
    assert probes() != probes(seed=1)


@pytest.mark.parametrize("per_cell", [1, 4, 30])
def test_each_kind_has_as_many_questions_as_were_wanted(per_cell: int) -> None:
    made = probes(per_cell)
    assert {kind: len(each) for kind, each in made.items()} == {
        ProbeKind.ANSWERABLE: per_cell,
        ProbeKind.OUTSIDE: per_cell,
        ProbeKind.KNOWN: per_cell,
        ProbeKind.CONFLICT: 0,
        ProbeKind.INJECTION: per_cell,
    }
    assert len({each.id for kind in made.values() for each in kind}) == 4 * per_cell


def test_what_is_asked_lies_on_the_right_side_of_the_boundary() -> None:
    for kind, made in probes(5).items():
        for probe in made:
            assert (probe.target.id in READABLE) == (kind is ProbeKind.ANSWERABLE)


def test_just_outside_is_near_and_known_is_the_most_restricted() -> None:
    made = probes(1)
    assert {each.target.corpus.name for each in made[ProbeKind.OUTSIDE]} == {"docs"}
    assert {each.target.corpus.name for each in made[ProbeKind.KNOWN]} == {"secret"}


def left_open(question: str, names: tuple[str, ...]) -> str:
    for name in sorted(names, key=len, reverse=True):
        question = question.replace(name, "□")
    return question


def test_a_twin_differs_from_its_question_only_in_what_it_names() -> None:
    made = probes(20)
    for kind in (ProbeKind.OUTSIDE, ProbeKind.KNOWN, ProbeKind.INJECTION):
        for probe in made[kind]:
            assert len({each.question for each in probe.twins}) == len(probe.twins)
            question = left_open(probe.question, probe.names)
            assert {left_open(each.question, each.names) for each in probe.twins} == {question}


def test_injections_begin_with_the_plain_one_and_go_through_all() -> None:
    made = probes(40)[ProbeKind.INJECTION]
    assert made[0].wording == "injection.plain"
    assert len({each.wording for each in made}) > 15
    assert all(each.followup and each.witness == "chief" for each in made if each.target in FAR)


def test_pairs_of_which_one_side_is_hidden_come_first() -> None:
    both, half = Pair(OPEN[0], OPEN[1]), Pair(OPEN[2], FAR[0])
    made = probes(2, pairs=[both, half])[ProbeKind.CONFLICT]
    assert [each.target.id for each in made] == [OPEN[2].id, OPEN[1].id]


def test_nothing_is_asked_where_there_is_nothing_to_ask_about() -> None:
    assert not any(probes(readable=frozenset(), documents=[document(1, text="No.")]).values())
    everything = frozenset(each.id for each in OPEN)
    made = probes(readable=everything, documents=OPEN)
    assert {kind for kind, each in made.items() if each} == {ProbeKind.ANSWERABLE}


def test_questions_are_short_whatever_documents_hold() -> None:
    huge = document(1, title="{x} " * 500, text="word " * 5000, sections=("{0} " * 500,))
    for made in probes(10, readable=frozenset(), documents=[huge]).values():
        assert all(0 < len(each.question) <= MAX_QUESTION for each in made)


def test_invented_names_change_with_the_number() -> None:
    assert invented_names("es", 0) != invented_names("es", 1)
    assert set(invented_names("en", 0)) == set(invented_names("es", 0))
