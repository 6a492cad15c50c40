"""Public faults of citations: T41 and T42."""

import pytest

from fidedigno import Answer, Decision
from fidedigno.deliver.citation import citation
from fidedigno.deliver.render import render
from fidedigno.model import Claim
from tests.public_faults.across import World, across
from tests.public_faults.systems import Verb

QUESTION = "When does the gate open, and who has the key?"
TEXTS = {
    "gate": "The gate opens at nine.",
    "key": "The key of the gate is with Mira.",
    "dog": "The dog barks.",
}


def cited(answer: Answer) -> dict[str, set[str]]:
    """The words of the passages that each claim cites."""
    cards = {card.id: card for card in answer.evidence}
    return {claim.text: {cards[each].content for each in claim.evidence_ids} for claim in answer.claims}


@pytest.mark.parametrize("order", [tuple(TEXTS), tuple(reversed(TEXTS))])
@across(Verb.PUT)
def test_t41_a_citation_is_the_id_of_a_passage_and_carries_its_claim_in_any_order(
    world: World, order: tuple[str, ...]
) -> None:
    for key in order:
        world.system.put(key, TEXTS[key], {"@hr"})
    world.bring()
    answer = world.workspace.ask(QUESTION, as_user="ann")
    assert answer.claims
    for claim, passages in cited(answer).items():
        assert all(claim in passage for passage in passages), (claim, passages)
    numbers = {line[1 : line.index("]")] for line in render(answer).splitlines() if line.startswith("[")}
    marks = {
        mark for line in render(answer).splitlines() if not line.startswith("[") for mark in _marks(line)
    }
    assert marks == numbers, "a mark without a source, or a source without a mark"


def _marks(line: str) -> set[str]:
    return {part[: part.index("]")] for part in line.split("[")[1:] if part[: part.find("]")].isdigit()}


@pytest.mark.parametrize("ids", [("1",), ("99",), ("100000",), ("",)])
def test_t41_a_mark_that_leads_to_no_passage_shown_fails_the_answer(
    world_answer: Answer, ids: tuple[str]
) -> None:
    known = {card.id for card in world_answer.evidence}
    assert not known & set(ids)
    with pytest.raises(ValueError, match="does not carry"):
        Answer(
            "x", Decision.ANSWER, (Claim("The gate opens at nine.", ids),), world_answer.evidence, "", "en",
            world_answer.answered_at,
        )  # fmt: skip
    with pytest.raises(ValueError, match="needs evidence"):
        Claim("The gate opens at nine.", ())


@pytest.fixture
def world_answer(workspace, make_corpus) -> Answer:  # type: ignore[no-untyped-def]
    workspace.ingest(make_corpus({"gate.md": "# Gate\n\nThe gate opens at nine.\n"}))
    answer: Answer = workspace.ask("When does the gate open?", as_user="ann")
    assert answer.evidence
    return answer


@across(Verb.PUT)
def test_t42_sources_are_those_that_were_found_each_of_them_once(world: World) -> None:
    for key in ("one", "two"):
        world.system.put(key, "The gate opens at nine.", {"@hr"})
    world.system.put("closed", "The gate opens at nine.", {"cai"})
    world.bring()
    question = "When does the gate open?"
    answer = world.workspace.ask(question, as_user="ann")
    found = {each.evidence.id for each in world.workspace.search(question, as_user="ann")}
    ids = [card.id for card in answer.evidence]
    assert ids
    assert len(ids) == len(set(ids))
    assert {each.partition(":")[0] for each in ids} <= found
    lines = [citation(card, answer.language) for card in answer.evidence]
    shown = [line for line in render(answer).splitlines() if line.startswith("[")]
    assert len(shown) == len(set(lines))
    assert len(answer.claims) == len({claim.text for claim in answer.claims})
