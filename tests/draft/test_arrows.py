"""Claims from arrows: a line each, cited at its place."""

from dataclasses import replace
from datetime import UTC, datetime

from fidedigno.draft.arrows import MAX_ARROWS, at_arrow, write_arrows
from fidedigno.gather.candidate import Candidate
from fidedigno.model import Evidence, EvidenceKind, Locator, Question
from fidedigno.model.relation import Direction, Relation

NOW = datetime(2026, 5, 1, tzinfo=UTC)
QUESTION = Question("¿Qué servicios consumen OrderCreated?", asked_at=NOW)


def relation(target: str, start: int) -> Relation:
    return Relation("OrderCreated", target, "consume", Direction.ONE_WAY, start, start + 9)


def card(id_: str, *relations: Relation) -> Candidate:
    content = "\n\n".join(each.text for each in relations) + "\n\n```mermaid\n```"
    evidence = Evidence(
        id_, EvidenceKind.PASSAGE, "files", 1, "Guía", "general", "c", ("all",), "v1", NOW, NOW, content,
        Locator("c/guia.md", start=100, end=400), relations=relations,
    )  # fmt: skip
    return Candidate(evidence, 1)


def test_every_answering_arrow_is_a_claim_once_in_the_order_of_the_passages() -> None:
    first, second = relation("Billing", 120), relation("Almacén", 150)
    draft = write_arrows(QUESTION, [card("a", first, second), card("b", replace(first, start=5))])
    assert [claim.text for claim in draft.claims] == [first.text, second.text]
    places = [(claim.evidence.locator.start, claim.evidence.locator.end) for claim in draft.claims]
    assert places == [(120, 129), (150, 159)]
    assert len({claim.evidence.id for claim in draft.claims}) == 2
    assert [each.evidence_id for each in draft.support] == ["a", "a"]


def test_other_questions_and_passages_without_arrows_give_no_draft() -> None:
    assert write_arrows(QUESTION, [card("a")]).claims == ()
    assert write_arrows(QUESTION, []).claims == ()
    other = Question("¿Cuál es el plazo?", asked_at=NOW)
    assert write_arrows(other, [card("a", relation("Billing", 1))]).claims == ()


def test_too_many_arrows_are_no_answer() -> None:
    many = [relation(f"Servicio{number}", number) for number in range(MAX_ARROWS + 1)]
    assert write_arrows(QUESTION, [card("a", *many)]).claims == ()
    assert len(write_arrows(QUESTION, [card("a", *many[1:])]).claims) == MAX_ARROWS


def test_the_card_keeps_its_content_and_points_at_the_arrow() -> None:
    found = relation("Billing", 120)
    narrowed = at_arrow(card("a", found).evidence, found)
    assert narrowed.id == f"a:0-{len(found.text)}"
    assert narrowed.content.startswith(found.text)
