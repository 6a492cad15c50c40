from hypothesis import given
from hypothesis import strategies as st

from fidedigno.consolidate.terms import IDENTIFIER_WEIGHT, read_question, read_text

_WORDS = ["plazo", "entrega", "práctica", "nota", "examen", "aula", "profesor", "curso"]
_words = st.lists(st.sampled_from(_WORDS), max_size=6)


def test_accents_inflection_and_case_do_not_hide_a_word() -> None:
    terms = read_question("¿Cuándo son las ENTREGAS de la practica?", [])
    assert terms.coverage(read_text("La entrega de las prácticas es el lunes.", "es")) == 1.0


def test_a_cognate_in_the_other_language_counts_in_part() -> None:
    terms = read_question("¿Qué dice la constitución?", [])
    covered = terms.coverage(read_text("The constitution of 1978.", "en"))
    assert 0 < covered < 1


def test_a_rare_word_weighs_more_than_one_in_every_candidate() -> None:
    passages = [read_text(f"El plazo número {n}", "es") for n in range(5)] + [
        read_text("El plazo de beca", "es")
    ]
    common, rare = read_question("plazo de la beca", passages).concepts
    assert "plaz" in common.terms
    assert "bec" in rare.terms
    assert rare.weight > common.weight


def test_an_identifier_is_one_concept_and_its_pieces_are_none() -> None:
    terms = read_question("status of HikariPool-1", [], identifiers={"hikaripool-1"})
    assert [c.identifier for c in terms.concepts] == [None, "hikaripool-1"]
    assert terms.concepts[1].weight == IDENTIFIER_WEIGHT * terms.concepts[0].weight
    assert terms.coverage(read_text("HikariPool 1 is a pool", "en")) == 0


@given(_words, _words, _words)
def test_coverage_is_a_share_that_only_grows_with_more_text(
    asked: list[str], one: list[str], more: list[str]
) -> None:
    terms = read_question(" ".join(asked), [read_text(" ".join(one), "es")])
    less = terms.coverage(read_text(" ".join(one), "es"))
    greater = terms.coverage(read_text(" ".join(one + more), "es"))
    assert 0 <= less <= greater <= 1 + 1e-9
    if asked and set(asked) <= set(one):
        assert less > 1 - 1e-9
