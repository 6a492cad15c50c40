"""Answers and passages as data: the stable shape."""

import json
from dataclasses import fields, replace
from datetime import UTC, datetime

import pytest
from jsonschema import Draft202012Validator

from fidedigno.deliver.contract import (
    CONTRACT_VERSION,
    answer_as_dict,
    answer_schema,
    candidate_as_dict,
    evidence_as_dict,
)
from fidedigno.gather import Candidate
from fidedigno.model import (
    Answer,
    Claim,
    ClaimMatrix,
    ConflictKind,
    Decision,
    Discard,
    DiscardReason,
    Evidence,
    EvidenceKind,
    FactKind,
    FactRow,
    FactStatus,
    Quality,
    RequiredFact,
    Statement,
    Support,
    Uncertainty,
    Validity,
    Verdict,
)
from fidedigno.model.relation import Direction, Relation
from tests.fakes.cards import card

NOW = datetime(2026, 3, 1, tzinfo=UTC)
RENAMED = {"validity": {"effective_from", "effective_until"}}


def test_an_answer_is_json_with_each_claim_and_its_evidence() -> None:
    claims = (Claim("Uno.", ("1",)), Claim("Dos.", ("2", "1")))
    data = answer_as_dict(Answer("a1", Decision.ANSWER, claims, (card(1), card(2)), "", "es", NOW))
    assert json.loads(json.dumps(data)) == data
    assert data["contract"] == CONTRACT_VERSION
    assert [(each["text"], each["evidence"]) for each in data["claims"]] == [
        ("Uno.", ["1"]),
        ("Dos.", ["2", "1"]),
    ]
    assert [each["id"] for each in data["evidence"]] == ["1", "2"]
    assert (data["decision"], data["language"], data["answered_at"]) == ("answer", "es", NOW.isoformat())


def test_an_abstention_is_its_message_alone() -> None:
    data = answer_as_dict(Answer("a1", Decision.ABSTAIN, (), (), "No lo sé.", "es", NOW))
    assert (data["decision"], data["message"], data["claims"], data["evidence"]) == (
        "abstain",
        "No lo sé.",
        [],
        [],
    )


def test_every_field_of_a_card_is_in_the_contract() -> None:
    expected = {name for each in fields(Evidence) for name in RENAMED.get(each.name, {each.name})}
    assert set(evidence_as_dict(card(), "es")) == expected | {"citation", "past_review"}


def test_an_open_validity_is_null_and_a_closed_one_an_instant() -> None:
    data = evidence_as_dict(replace(card(), validity=Validity(NOW, None)), "es")
    assert (data["effective_from"], data["effective_until"]) == (NOW.isoformat(), None)


def test_a_candidate_shows_ranks_and_no_rankers_own_score() -> None:
    found = Candidate(card(), 2, {"words": 1}, 0.83, frozenset({"b-2", "a-1"}), 1 / 61)
    data = candidate_as_dict(found)
    assert json.loads(json.dumps(data)) == data
    assert (data["rank"], data["ranks"], data["matched_identifiers"]) == (2, {"words": 1}, ["a-1", "b-2"])
    assert data["fused_score"] == 0.016393
    assert "0.83" not in json.dumps(data)


DUE = RequiredFact("due-date", FactKind.INSTANT)
SAID = Statement("due-date", FactKind.INSTANT, "2026-11-13T23:59+01:00", "el 13", "1")
OTHER = Statement("due-date", FactKind.INSTANT, "2026-11-14T23:59+01:00", "el 14", "2")


def conflicting() -> Answer:
    row = FactRow(DUE, FactStatus.CONFLICTING, (SAID,), (OTHER,), ConflictKind.INSTANT)
    return Answer(
        "a1",
        Decision.CONFLICT,
        (Claim("el 13", ("1",), "due-date"), Claim("el 14", ("2",), "due-date")),
        (card(1), card(2, validity=Validity(NOW, None), scope={"group": "B"})),
        "",
        "es",
        NOW,
        scope={"course": "Bases de Datos"},
        uncertainty=(Uncertainty("due-date", "conflicting", "No coinciden: plazo.", ("1", "2")),),
        next_action="Pregunta.",
        question_class="deadline",
        matrix=ClaimMatrix((row,), (Discard("3", DiscardReason.SUPERSEDED, "", "1"),)),
        verdicts=(Verdict(0, Support.SUPPORTED, "verbatim", "1"),),
        quality=Quality(0.9, "healed_accept", "high", ("entities",), 1, ("contract", "rules")),
    )


@pytest.mark.parametrize(
    "answer",
    [
        conflicting(),
        Answer("a1", Decision.ABSTAIN, (), (), "No lo sé.", "en", NOW),
        Answer("a1", Decision.CLARIFY, (), (), "¿De qué curso?", "es", NOW, question_class="deadline"),
    ],
)
def test_what_is_delivered_meets_the_published_schema(answer: Answer) -> None:
    Draft202012Validator.check_schema(answer_schema())
    checker = Draft202012Validator(answer_schema(), format_checker=Draft202012Validator.FORMAT_CHECKER)
    assert list(checker.iter_errors(json.loads(json.dumps(answer_as_dict(answer))))) == []


def test_the_quality_is_numbers_and_codes_and_null_where_nothing_is_claimed() -> None:
    assert answer_as_dict(conflicting())["quality"] == {
        "score": 0.9,
        "routing": "healed_accept",
        "risk": "high",
        "triggered": ["entities"],
        "left_out": 1,
        "used": ["contract", "rules"],
    }
    nothing = Answer("a1", Decision.ABSTAIN, (), (), "No lo sé.", "en", NOW)
    assert answer_as_dict(nothing)["quality"] is None


def test_the_schema_refuses_what_is_missing_and_what_it_does_not_know() -> None:
    data = answer_as_dict(conflicting())
    checker = Draft202012Validator(answer_schema())
    for broken in (
        data | {"contract": "1"},
        data | {"secret": 1},
        {k: data[k] for k in data if k != "scope"},
        data | {"quality": {**data["quality"], "drift": True}},
    ):
        assert list(checker.iter_errors(json.loads(json.dumps(broken))))


def test_the_schema_names_every_word_of_the_closed_lists() -> None:
    properties = answer_schema()["properties"]
    assert set(properties["decision"]["enum"]) == {each.value for each in Decision}
    facts = properties["matrix"]["properties"]["facts"]["items"]["properties"]
    assert set(facts["status"]["enum"]) == {each.value for each in FactStatus}
    assert set(facts["conflict"]["enum"]) == {*(each.value for each in ConflictKind), None}
    kinds = properties["evidence"]["items"]["properties"]["kind"]["enum"]
    assert set(kinds) == {each.value for each in EvidenceKind}
    verdicts = properties["verdicts"]["items"]["properties"]["support"]["enum"]
    assert set(verdicts) == {each.value for each in Support}


def test_the_matrix_tells_both_sides_of_a_conflict_and_why_a_card_does_not_count() -> None:
    data = answer_as_dict(conflicting())["matrix"]
    (row,) = data["facts"]
    assert (row["status"], row["conflict"], row["critical"]) == ("conflicting", "instant", True)
    assert [each["value"] for each in (*row["statements"], *row["opposed"])] == [SAID.value, OTHER.value]
    assert data["discards"] == [{"evidence": "3", "reason": "superseded", "fact": "", "in_favour_of": "1"}]


def test_the_arrows_of_a_passage_are_told_with_their_place() -> None:
    arrow = Relation("A", "B", "publica", Direction.ONE_WAY, 3, 9, (1.0, 2.0, 3.0, 4.0))
    data = evidence_as_dict(replace(card(), relations=(arrow,)), "es")
    (told,) = data["relations"]
    assert (told["source"], told["target"], told["label"], told["direction"]) == (
        "A",
        "B",
        "publica",
        "one_way",
    )
    assert (told["start"], told["end"], told["box"], told["reply"]) == (3, 9, [1.0, 2.0, 3.0, 4.0], False)
    answer = Answer(
        "a1",
        Decision.ANSWER,
        (Claim("Uno.", ("1",)),),
        (replace(card(1), relations=(arrow,)),),
        "",
        "es",
        NOW,
    )
    Draft202012Validator(answer_schema()).validate(answer_as_dict(answer))
