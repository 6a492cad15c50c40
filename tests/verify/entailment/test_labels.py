"""What classes mean is said by their names or by whoever uses the model, and never guessed from their order."""

from __future__ import annotations

import math

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.errors import ConfigurationError
from fidedigno.verify.entailment.labels import Role, read_names, relation_of, roles_of
from fidedigno.verify.entailment.protocol import Relation

THREE = (Role.ENTAILED, Role.NEUTRAL, Role.CONTRADICTED)


@pytest.mark.parametrize(
    ("names", "roles"),
    [
        (["CONTRADICTION", "NEUTRAL", "ENTAILMENT"], THREE[::-1]),
        (["entailment", "not-entailment"], (Role.ENTAILED, Role.NOT_ENTAILED)),
        (["hallucinated", "consistent"], (Role.NOT_ENTAILED, Role.ENTAILED)),
        (["Contradicción", "Neutro", "Implicación"], THREE[::-1]),
        (["no contradiction", " contradiction "], (Role.NOT_CONTRADICTED, Role.CONTRADICTED)),
        (["supports", "refutes", "not enough info"], (Role.ENTAILED, Role.CONTRADICTED, Role.NEUTRAL)),
        (["entailment"], (Role.ENTAILED,)),
    ],
)
def test_names_are_read_without_case_accents_and_hyphens(names: list[str], roles: tuple[Role, ...]) -> None:
    assert roles_of(names) == roles


@pytest.mark.parametrize("names", [["LABEL_0", "LABEL_1"], ["0", "1"], [], ["entailment", "LABEL_1"]])
def test_names_that_say_nothing_are_refused_with_a_way_out(names: list[str]) -> None:
    with pytest.raises(ConfigurationError, match="say nothing") as refused:
        roles_of(names)
    assert "labels=" in refused.value.hint


def test_whoever_uses_the_model_may_say_what_they_mean() -> None:
    names = ["LABEL_0", "LABEL_1", "LABEL_2"]
    assert roles_of(names, ["contradiction", "neutral", "entailment"]) == THREE[::-1]
    by_name = {"label_2": "contradiction", "LABEL_0": "entailment", "LABEL_1": "neutral"}
    assert roles_of(names, by_name) == THREE
    assert roles_of([], ["entailment", "not_entailment"]) == (Role.ENTAILED, Role.NOT_ENTAILED)
    # What is said goes before what the file says.
    assert (
        roles_of(["entailment", "not_entailment"], ["not_entailment", "entailment"])[0] is Role.NOT_ENTAILED
    )


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        (["entailment", "neutral"], None),
        (["entailment", "supported", "neutral"], None),
        (["not_entailment"], None),
        (["LABEL_0", "LABEL_1"], ["contradiction", "neutral", "entailment"]),
    ],
)
def test_classes_that_make_no_model_of_entailment_are_refused(
    names: list[str], labels: list[str] | None
) -> None:
    with pytest.raises(ConfigurationError):
        roles_of(names, labels)


def test_what_a_model_does_not_tell_apart_is_shared_out_evenly() -> None:
    assert relation_of(THREE, (0.7, 0.2, 0.1)) == pytest.approx(Relation(0.7, 0.2, 0.1))
    assert relation_of((Role.NOT_ENTAILED, Role.ENTAILED), (0.25, 0.75)) == Relation(0.75, 0.25, 0.0)
    assert relation_of((Role.NOT_CONTRADICTED, Role.CONTRADICTED), (0.5, 0.5)) == Relation(0.25, 0.25, 0.5)
    assert relation_of((Role.CONTRADICTED, Role.ENTAILED), (0.25, 0.75)) == Relation(0.75, 0.0, 0.25)
    assert relation_of((Role.ENTAILED,), (0.75,)) == Relation(0.75, 0.25, 0.0)


@pytest.mark.parametrize(
    "shares", [(0.7, 0.2), (0.7, 0.2, 0.3), (1.2, -0.1, -0.1), (math.nan, 0.5, 0.5), (math.inf, 0, 0), ()]
)
def test_what_are_no_probabilities_is_refused(shares: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="probabilities"):
        relation_of(THREE, shares)


@given(st.lists(st.floats(0.001, 1), min_size=3, max_size=3), st.permutations(THREE))
def test_a_relation_is_of_probabilities_whatever_the_order(weights: list[float], order: list[Role]) -> None:
    by_role = {role: weight / sum(weights) for role, weight in zip(THREE, weights, strict=True)}
    relation = relation_of(order, [by_role[role] for role in order])
    assert relation == pytest.approx(tuple(by_role[role] for role in THREE))
    assert math.isclose(sum(relation), 1)
    assert all(0 <= each <= 1 for each in relation)


@pytest.mark.parametrize(
    "change", ["neutral: entailment", "neutral: [7]", "neutral: [entailment]", "what: [x]"]
)
def test_names_that_stand_twice_or_are_none_are_not_loaded(change: str) -> None:
    data = {each.value: [each.value] for each in Role} | {"entailed": ["entailment"]}
    assert read_names(data)["entailment"] is Role.ENTAILED
    with pytest.raises(ConfigurationError):
        read_names(data | yaml.safe_load(change))
