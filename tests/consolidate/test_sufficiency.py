import importlib.util
import inspect
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.consolidate import Reason, Support, assess
from fidedigno.consolidate.features import Features, measure
from fidedigno.consolidate.sufficiency import Situation, read_models, shipped_models
from fidedigno.errors import ConfigurationError
from fidedigno.gather import Candidate

_spec = importlib.util.spec_from_file_location("cards", Path(__file__).parents[1] / "reference" / "cards.py")
assert _spec is not None
assert _spec.loader is not None
_cards = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_cards)
candidate = _cards.candidate

ANSWER = "La práctica de redes se entrega el 14 de marzo en Moodle."
OTHERS = ["El comedor abre a las doce.", "La biblioteca presta libros.", "El gimnasio cierra en agosto."]


def campus(first: str, similarity: float = 0.88) -> list[Candidate]:
    rest = [candidate(text, n, language="es", similarity=0.78) for n, text in enumerate(OTHERS, 2)]
    return [candidate(first, 1, language="es", similarity=similarity), *rest]


def test_evidence_that_covers_the_question_is_sufficient() -> None:
    verdict = assess("¿Cuándo se entrega la práctica de redes?", campus(ANSWER), [Support(ANSWER, "e1", 0.9)])
    assert verdict.sufficient
    assert verdict.reason is Reason.SUFFICIENT
    assert verdict.score >= verdict.threshold


def test_evidence_about_something_else_is_not() -> None:
    first = "El aparcamiento del campus es gratuito."
    verdict = assess(
        "¿Cuándo se entrega la práctica de redes?", campus(first, 0.79), [Support(first, "e1", 0.79)]
    )
    assert not verdict.sufficient
    assert verdict.reason is Reason.TOO_LITTLE


def test_no_candidate_and_nothing_quotable_are_not_sufficient() -> None:
    assert assess("¿Cuándo?", [], []).reason is Reason.NO_CANDIDATE
    assert assess("¿Cuándo?", campus(ANSWER), []).reason is Reason.NOTHING_QUOTABLE


def test_an_identifier_that_no_candidate_holds_whole_is_missing() -> None:
    text = "HikariPool-10 - Connection is not available."
    asked = frozenset({"hikaripool-1"})
    verdict = assess("What of HikariPool-1?", [candidate(text)], [Support(text, "e1")], identifiers=asked)
    assert verdict.reason is Reason.IDENTIFIER_NOT_FOUND
    assert verdict.missing_identifiers == asked
    held = "HikariPool-1 - Connection is not available."
    assert assess(
        "What of HikariPool-1?", [candidate(held)], [Support(held, "e1")], identifiers=asked
    ).sufficient


def test_a_lone_candidate_is_judged_by_its_words() -> None:
    lone = [candidate(ANSWER, 1, language="es", similarity=0.95)]
    assert assess("¿Cuándo se entrega la práctica de redes?", lone, [Support(ANSWER, "e1", 0.95)]).sufficient
    assert not assess("¿Cuánto cuesta el menú del comedor?", lone, [Support(ANSWER, "e1", 0.95)]).sufficient


def test_what_lies_behind_the_candidates_read_cannot_change_the_verdict() -> None:
    shown = campus(ANSWER) + [candidate(f"Relleno número {n}.", n, similarity=0.77) for n in range(5, 11)]
    more = [*shown, candidate("La práctica secreta de redes es el 15.", 11, similarity=0.99)]
    support = [Support(ANSWER, "e1", 0.9)]
    question = "¿Cuándo se entrega la práctica de redes?"
    assert assess(question, shown, support) == assess(question, more, support)


def test_assess_can_be_given_nothing_but_the_question_and_what_is_permitted() -> None:
    names = set(inspect.signature(assess).parameters)
    assert names == {"question", "candidates", "support", "identifiers", "language", "models"}


def test_support_must_cite_a_candidate() -> None:
    with pytest.raises(ValueError, match="cite one of the candidates"):
        measure("¿Cuándo?", campus(ANSWER), [Support(ANSWER, "elsewhere")])


_similarity = st.none() | st.floats(-1, 1)


@settings(deadline=None, max_examples=80)
@given(
    st.lists(st.tuples(st.sampled_from([ANSWER, *OTHERS, "x y z"]), _similarity), min_size=1, max_size=12),
    _similarity,
)
def test_any_candidates_give_finite_features_and_a_repeatable_verdict(
    cards: list[tuple[str, float | None]], best: float | None
) -> None:
    candidates = [candidate(text, n, similarity=s) for n, (text, s) in enumerate(cards, 1)]
    support = [Support(cards[0][0], "e1", best)]
    features = measure("¿Cuándo cierra el gimnasio?", candidates, support)
    assert 0 <= features.sentence_coverage <= features.passage_coverage <= 1 + 1e-9
    assert abs(features.passage_margin) <= 3
    assert abs(features.sentence_margin) <= 3
    verdict = assess("¿Cuándo cierra el gimnasio?", candidates, support)
    assert 0 <= verdict.score <= 1
    assert verdict == assess("¿Cuándo cierra el gimnasio?", candidates, support)


def test_the_shipped_models_reward_coverage_and_closeness_and_punish_gaps() -> None:
    for situation, model in shipped_models().items():
        for name, weight in model.coefficients.items():
            assert (weight < 0) == (name == "named_gap"), (situation, name)


def good_models() -> dict[str, object]:
    entry = {"threshold": 0.5, "bias": 0.0, "coefficients": dict.fromkeys(Features.names(), 1.0)}
    return {each.value: dict(entry) for each in Situation}


@pytest.mark.parametrize(
    "damage",
    [
        {"same_language": None},
        {"same_language": {"threshold": 0.5, "bias": 0.0}},
        {"same_language": {"threshold": 0.5, "bias": float("nan"), "coefficients": {}}},
        {"same_language": {"threshold": "high", "bias": 0.0, "coefficients": {}}},
        {"same_language": {"threshold": 0.5, "bias": 0.0, "coefficients": {"luck": 1.0}}},
        {"other": {}},
    ],
)
def test_damaged_models_are_refused(damage: dict[str, object]) -> None:
    assert read_models(good_models())
    with pytest.raises(ConfigurationError, match="sufficiency model"):
        read_models(good_models() | damage)
