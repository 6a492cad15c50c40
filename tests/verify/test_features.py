"""What is measured of a claim stays what the learned model was trained on."""

from copy import deepcopy
from importlib.resources import files
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.consolidate.passages import words_in
from fidedigno.errors import ConfigurationError
from fidedigno.verify.align import EvidenceText
from fidedigno.verify.features import NAMES, counted_words, meanings, measure, read_evidence, read_words
from fidedigno.verify.passage import Passage

DATA = yaml.safe_load(files("fidedigno.verify").joinpath("features.yaml").read_text(encoding="utf-8"))


def measured(
    claim: str, *passages: str, question: str = "", language: str | None = "en", limit: int = 10_000
) -> dict[str, float]:
    """The features by name."""
    evidence = EvidenceText([Passage(each, language=language) for each in passages], limit)
    words = words_in(claim, language=language)
    asked = frozenset(term for word in words_in(question, language=language) for term in word.terms)
    values = measure(claim, words, evidence.align(words), read_evidence(evidence), asked)
    return dict(zip(NAMES, values, strict=True))


LIBRARY = (
    "# Préstamo\n\nLa biblioteca presta libros durante 21 días. No se prestan revistas.\n\n"
    "Los libros de Ana Ruiz no salen de la sala.",
    "| Material | Plazo |\n|---|---|\n| Cámara | 3 días |\n| Portátil | 7 días |",
)
LIBRARY_VALUES = {
    "best": 0.23430235839925054,
    "pair": 0.3088931575982556,
    "whole": 0.3461885571977581,
    "plain": 0.5,
    "bigrams_line": 0.09090909090909091,
    "bigrams_all": 0.2727272727272727,
    "order": 0.3333333333333333,
    "reverse": 0.8,
    "copied": 0.3888888888888889,
    "density": 0.05246913580246913,
    "longest_run": 0.16666666666666666,
    "missing": 1.9459101490553132,
    "missing_share": 0.5,
    "missing_weight": 0.6503396674406648,
    "missing_rarest": 1.0,
    "missing_in_question": 0.0,
    "asked": 0.08333333333333333,
    "capitals": 1.0986122886681096,
    "capitals_missing": 1.0,
    "numbers": 1.0986122886681096,
    "numbers_missing": 0.5,
    "numbers_elsewhere": 0.5,
    "denials": 1.0,
    "denials_line": 0.0,
    "denials_differ": 1.0,
    "first_person": 1.0,
    "second_person": 0.0,
    "letters": 0.6521739130434783,
    "words": 2.9444389791664403,
    "line_words": 2.0794415416798357,
    "lines": 1.791759469228055,
    "functions_shared": 0.3333333333333333,
    "spread": 0.6666666666666666,
    "missing_first": 0.0,
    "missing_last": 0.9166666666666666,
}
PLAN = (
    "The Pro plan can be cancelled at any time. You will not be charged again.",
    "Cancellation of the Basic plan takes 2 weeks.",
)
PLAN_VALUES = {
    "best": 0.23613983328203167,
    "pair": 0.27588292277870957,
    "whole": 0.39511219126874314,
    "plain": 0.5454545454545454,
    "bigrams_line": 0.09090909090909091,
    "bigrams_all": 0.18181818181818182,
    "order": 0.3333333333333333,
    "reverse": 0.6666666666666666,
    "copied": 0.2222222222222222,
    "density": 0.024691358024691357,
    "longest_run": 0.1111111111111111,
    "missing": 1.791759469228055,
    "missing_share": 0.4166666666666667,
    "missing_weight": 0.5767057469979088,
    "missing_rarest": 1.0,
    "missing_in_question": 0.0,
    "asked": 0.3333333333333333,
    "capitals": 1.0986122886681096,
    "capitals_missing": 0.5,
    "numbers": 1.0986122886681096,
    "numbers_missing": 0.5,
    "numbers_elsewhere": 0.0,
    "denials": 1.0,
    "denials_line": 0.0,
    "denials_differ": 1.0,
    "first_person": 1.0,
    "second_person": 1.0,
    "letters": 0.5471698113207547,
    "words": 2.9444389791664403,
    "line_words": 2.1972245773362196,
    "lines": 1.3862943611198906,
    "functions_shared": 0.16666666666666666,
    "spread": 0.6666666666666666,
    "missing_first": 0.0,
    "missing_last": 0.9166666666666666,
}


def test_the_values_of_a_spanish_claim_are_these() -> None:
    claim = "Creo que la biblioteca presta revistas y libros de Marta Gil durante 7 días, nunca más de 30."
    question = "¿Cuánto dura el préstamo de la biblioteca?"
    assert measured(claim, *LIBRARY, question=question, language="es") == pytest.approx(LIBRARY_VALUES)


def test_the_values_of_an_english_claim_are_these() -> None:
    claim = (
        "You can't cancel your Pro plan in Toledo before 2 weeks of cancellations, and we charge 40 dollars."
    )
    assert measured(claim, *PLAN, question="Can you cancel the Pro plan?") == pytest.approx(PLAN_VALUES)


def test_every_feature_is_told_in_a_line_in_the_order_of_the_model() -> None:
    assert tuple(meanings()) == NAMES
    assert len(set(NAMES)) == len(NAMES)
    assert all(meaning and "\n" not in meaning for meaning in meanings().values())


def test_a_claim_that_stands_in_the_evidence_has_all_of_it() -> None:
    values = measured("The kiln cools down slowly.", "The kiln cools down slowly. It hums.")
    assert [
        values[name] for name in ("best", "whole", "plain", "order", "copied", "longest_run", "letters")
    ] == [1.0] * 7
    assert values["missing"] == values["numbers_missing"] == 0.0
    assert (values["missing_first"], values["missing_last"]) == (1.0, 0.0)


def test_a_claim_without_evidence_has_nothing_of_it() -> None:
    values = measured("The kiln of Ana cools in 3 days.")
    assert values["best"] == values["copied"] == values["letters"] == values["spread"] == 0.0
    assert values["missing_share"] == values["numbers_missing"] == values["capitals_missing"] == 1.0


def test_a_number_of_another_sentence_is_elsewhere() -> None:
    values = measured(
        "The red kiln cools in 3 hours.", "The red kiln cools in 5 hours. Glaze dries after 3 days."
    )
    assert (values["numbers_missing"], values["numbers_elsewhere"]) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("claim", "passage", "language"),
    [
        ("The kiln isn't hot.", "The kiln is hot.", "en"),
        ("The kiln isn’t hot.", "The kiln is hot.", "en"),
        ("The kiln is hot.", "The kiln is never hot.", "en"),
        ("El horno no quema.", "El horno quema.", "es"),
        ("El horno quema.", "El horno jamás quema.", "es"),
    ],
)
def test_one_sided_denials_differ(claim: str, passage: str, language: str) -> None:
    assert measured(claim, passage, language=language)["denials_differ"] == 1.0
    assert measured(claim, claim, language=language)["denials_differ"] == 0.0


@pytest.mark.parametrize(
    ("claim", "name", "value"),
    [
        ("I think that it works", "first_person", 1.0),
        ("Creo que funciona", "first_person", 1.0),
        ("It works", "first_person", 0.0),
        ("You may enter", "second_person", 1.0),
        ("Tú puedes entrar", "second_person", 1.0),
        ("They may enter", "second_person", 0.0),
    ],
)
def test_the_person_who_speaks_or_is_spoken_to_is_seen(claim: str, name: str, value: float) -> None:
    assert measured(claim, language=None)[name] == value


PIECES = st.sampled_from(["kiln", "Ana", "no", "the", "el", "3", "5", "barro", ".", "\n", "# ", "| "])
TEXTS = st.one_of(st.lists(PIECES, max_size=20).map(" ".join), st.text(max_size=60))
SHARES = frozenset(NAMES) - {
    "missing", "capitals", "numbers", "denials", "denials_line", "words", "line_words", "lines",
}  # fmt: skip


@settings(deadline=None)
@given(TEXTS, st.lists(TEXTS, max_size=3), TEXTS)
def test_shares_are_shares_whatever_is_given(claim: str, passages: list[str], question: str) -> None:
    values = measured(claim, *passages, question=question, language=None)
    assert all(0.0 <= values[name] <= 1.0 + 1e-9 for name in SHARES)
    assert all(value >= 0.0 for value in values.values())
    assert values == measured(claim, *passages, question=question, language=None)


@pytest.mark.parametrize("group", ["denials", "denial_endings", "first_person", "second_person"])
@pytest.mark.parametrize(
    "words",
    [None, {"es": ["no"]}, {"es": ["no"], "en": "no"}, {"es": ["No"], "en": []}, {"es": [1], "en": []}],
)
def test_a_data_file_that_is_not_whole_is_refused_by_the_name_of_the_group(group: str, words: Any) -> None:
    data = deepcopy(DATA)
    data[group] = words
    with pytest.raises(ConfigurationError, match=group):
        read_words(data)
    with pytest.raises(ConfigurationError):
        read_words(None)


def test_the_shipped_words_are_read_once() -> None:
    assert counted_words() is counted_words()
    assert {"no", "never", "nunca"} <= counted_words().denials
