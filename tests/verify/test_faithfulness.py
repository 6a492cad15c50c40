"""What is measured of a claim: against which evidence, with which vectors, under which names."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from fidedigno.errors import ConfigurationError
from fidedigno.verify.combiner import CLAIM, SEMANTIC
from fidedigno.verify.faithfulness import Measured, add_entities, add_nearness, measure_claim, signals
from fidedigno.verify.passage import Passage
from fidedigno.verify.prepared import Prepared, prepare
from fidedigno.verify.semantic import NOT_NEAR, Head, Vectors
from fidedigno.verify.settings import VerifySettings

HEAD = Head(np.zeros(6, np.float32), 0.25, "table/1")


class Table:
    """Vectors of two numbers, from a table; whatever is not there lies across all of it."""

    fingerprint = "table/1"

    def __init__(self, **rows: tuple[float, float]) -> None:
        self.rows = rows
        self.asked: list[str] = []

    def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        first = (next((row for word, row in self.rows.items() if word in text), (0.0, 1.0)) for text in texts)
        return np.array(list(first), dtype=np.float32)


def ready(passages: Sequence[str | Passage], answer: str) -> Prepared:
    return prepare("", passages, answer, VerifySettings())


def measured(passages: Sequence[str | Passage], answer: str) -> list[Measured]:
    prepared = ready(passages, answer)
    return [measure_claim(prepared, claim) for claim in prepared.statements]


OVENS = ("El horno pequeño alcanza 900 grados.", "El horno grande alcanza 1200 grados.")
KILNS = ("The small kiln reaches 900 degrees.", "The large kiln reaches 1200 degrees.")


@pytest.mark.parametrize(
    ("passages", "answer"),
    [
        (OVENS, "El horno grande alcanza 1200 grados [1]."),
        (KILNS, "The large kiln reaches 1200 degrees [1]."),
    ],
)
def test_a_claim_is_held_against_what_it_cites_alone(passages: tuple[str, ...], answer: str) -> None:
    (cited,) = measured(passages, answer)
    (free,) = measured(passages, answer.replace(" [1]", ""))
    assert {each.passage for each in cited.evidence} == {0}
    assert not cited.verbatim
    assert free.verbatim
    assert cited.aligned.best < free.aligned.best == 1.0
    assert cited.passages == {0}
    assert free.passages == {0, 1}


def test_of_several_citations_each_passage_counts_and_of_one_that_is_nowhere_all_do() -> None:
    (both,) = measured((*KILNS, "Lunch is at noon."), "The large kiln reaches 1200 degrees [1][2].")
    assert both.passages == {0, 1}
    (nowhere,) = measured(KILNS, "The large kiln reaches 1200 degrees [9].")
    assert nowhere.passages == {0, 1}
    assert nowhere.verbatim


def test_passages_can_be_named_instead_of_those_that_are_cited() -> None:
    prepared = ready(KILNS, "The large kiln reaches 1200 degrees [1].")
    assert measure_claim(prepared, prepared.statements[0], {1}).verbatim


def test_a_citation_inside_a_claim_is_no_word_of_it() -> None:
    (inside,) = measured(KILNS, "The large kiln [2] reaches 1200 degrees.")
    assert inside.verbatim
    assert "2" not in [word.text for word in inside.statement.words]
    assert not inside.compared.missing


def test_a_value_that_the_evidence_writes_in_another_way_does_not_count_against_the_claim() -> None:
    (same,) = measured(["The glaze dries within two weeks."], "The glaze dries within 14 days.")
    assert same.compared.agreed
    assert not same.compared.findings
    assert same.aligned.best == 1.0


def test_evidence_in_another_language_is_marked() -> None:
    (foreign,) = measured(KILNS, "El horno grande alcanza los 1200 grados de temperatura.")
    assert foreign.foreign
    (mixed,) = measured((OVENS[1], KILNS[0]), "El horno grande alcanza 1200 grados [1].")
    assert not mixed.foreign


def test_there_is_a_number_for_every_name() -> None:
    (one,) = measured(KILNS, "The large kiln is hot.")
    assert len(one.measured(semantic=False)) == len(CLAIM)
    assert tuple(signals(one.measured(semantic=True))) == (*CLAIM, *SEMANTIC)
    assert all(isinstance(value, float) for value in signals(one.measured(semantic=True)).values())


def test_names_are_counted_for_their_claim_and_found_in_the_answer() -> None:
    prepared = ready(KILNS, "The large kiln reaches 1200 degrees. Dr. Odile Fabre built it.")
    claims = [measure_claim(prepared, claim) for claim in prepared.statements]
    (finding,) = add_entities(prepared, claims)
    assert finding.code == "unknown_person"
    assert [each.entities.names_unknown for each in claims] == [0, 1]


def near(
    prepared: Prepared, embedder: Table, given: dict[str, NDArray[np.float32]] | None = None
) -> list[Measured]:
    claims = [measure_claim(prepared, claim) for claim in prepared.statements]
    add_nearness(prepared, claims, Vectors(embedder), HEAD, given)
    return claims


def test_a_claim_is_compared_with_its_best_sentence() -> None:
    embedder = Table(small=(1.0, 0.0), large=(0.6, 0.8))
    (claim,) = near(ready(KILNS, "The small kiln gets to 900 degrees."), embedder)
    assert claim.nearness == (1.0, 0.25)
    assert sorted(embedder.asked) == ["The small kiln gets to 900 degrees.", KILNS[0]]


def test_a_claim_without_any_word_in_the_evidence_is_near_nothing() -> None:
    (claim,) = near(ready(KILNS, "Cats purr."), Table())
    assert claim.nearness == NOT_NEAR


def test_vectors_of_retrieval_are_used_and_not_made_again() -> None:
    vector = np.array([1.0, 0.0], np.float32)
    passages = (Passage(KILNS[0] + "\n", vector=vector), KILNS[1])
    embedder = Table(small=(0.0, 1.0))
    answer = "The small kiln gets to 900 degrees."
    (claim,) = near(ready(passages, answer), embedder)
    assert embedder.asked == [answer]
    assert claim.nearness.cosine == 0.0
    embedder = Table(small=(0.0, 1.0))
    near(ready(KILNS, answer), embedder, {KILNS[0]: vector, answer: vector})
    assert embedder.asked == []


def test_in_another_language_the_nearest_sentence_is_found_by_vectors() -> None:
    embedder = Table(large=(0.9, 0.1), grande=(1.0, 0.0), small=(0.0, 1.0))
    (claim,) = near(ready(KILNS, "Los barnices van en el taller grande."), embedder)
    assert [each.text for each in claim.evidence][:1] == [KILNS[1]]
    assert claim.nearness.cosine == pytest.approx(0.9)


@pytest.mark.parametrize("row", [(float("nan"), 0.0), (float("inf"), 0.0)])
def test_what_is_no_number_is_refused(row: tuple[float, float]) -> None:
    given = {KILNS[0]: np.array(row, np.float32)}
    with pytest.raises(ConfigurationError):
        near(ready(KILNS, "The small kiln gets to 900 degrees."), Table(), given)


@pytest.mark.parametrize("filler", [0, 20])
def test_what_a_name_belongs_to_is_told_from_a_few_sentences_only(filler: int) -> None:
    """Among many sentences nearness does not tell it."""
    evidence = (
        "Room 12 is used by Ada Moss. Room 14 is used by Ravi Menon. " + "The corridor is long. " * filler
    )
    prepared = prepare("", [evidence], "Room 12 is used by Ravi Menon.", VerifySettings.default())
    measured = [measure_claim(prepared, claim) for claim in prepared.statements]
    codes = {each.code for each in add_entities(prepared, measured)}
    assert codes <= ({"attribute_differs"} if not filler else set())
