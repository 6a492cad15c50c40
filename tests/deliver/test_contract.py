"""Answers and passages as data: the stable shape."""

import json
from dataclasses import fields, replace
from datetime import UTC, datetime

from fidedigno.deliver.contract import CONTRACT_VERSION, answer_as_dict, candidate_as_dict, evidence_as_dict
from fidedigno.gather import Candidate
from fidedigno.model import Answer, Claim, Decision, Evidence, Validity
from tests.fakes.cards import card

NOW = datetime(2026, 3, 1, tzinfo=UTC)
RENAMED = {"validity": {"effective_from", "effective_until"}}


def test_an_answer_is_json_with_each_claim_and_its_evidence() -> None:
    claims = (Claim("Uno.", ("1",)), Claim("Dos.", ("2", "1")))
    data = answer_as_dict(Answer("a1", Decision.ANSWER, claims, (card(1), card(2)), "", "es", NOW))
    assert json.loads(json.dumps(data)) == data
    assert data["contract"] == CONTRACT_VERSION
    assert data["claims"] == [{"text": "Uno.", "evidence": ["1"]}, {"text": "Dos.", "evidence": ["2", "1"]}]
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
    assert set(evidence_as_dict(card(), "es")) == expected | {"citation"}


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
