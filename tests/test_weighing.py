"""From what was gathered to the matrix: what is quoted, what is asked for, and what has only expired."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, cast

import pytest

from fidedigno.access import LiveRun
from fidedigno.consolidate import NEEDS_SLOT
from fidedigno.gather import Candidate, Gathered, HybridRetriever
from fidedigno.gather.state import StateReading
from fidedigno.ingest.embed import NoEmbedder
from fidedigno.language_model import LanguageModel
from fidedigno.model import (
    ConflictKind,
    DiscardReason,
    Evidence,
    EvidenceKind,
    FactStatus,
    Identity,
    Plan,
    Question,
    Validity,
)
from fidedigno.plan.general import GENERAL, OneClass
from fidedigno.plan.pack import Pack
from fidedigno.plan.places import Places
from fidedigno.plan.planner import Planner
from fidedigno.quoting import Quoting
from fidedigno.stopwatch import Stopwatch
from fidedigno.weighing import Weighed, Weighing
from tests.fakes.cards import card
from tests.fakes.language_model import always, nothing
from tests.fakes.packs import MADRID, NOW, PACK, plan_of

ASKED = "¿Cuánto se pierde por entregar la memoria con retraso?"
RULE = "Entregar la memoria con retraso pierde el 10 % de la nota por cada día."
OLD_RULE = "Entregar la memoria con retraso pierde el 50 % de la nota por cada día."
PAST = Validity(datetime(2025, 9, 1, tzinfo=MADRID), datetime(2026, 9, 1, tzinfo=MADRID))


def passage(number: int, content: str = RULE, **changes: Any) -> Evidence:
    return card(number, **{"content": content, "language": "es", "timezone": "Europe/Madrid"} | changes)


@dataclass
class Retriever:
    """Gives the cards that it holds, and keeps how it was asked."""

    cards: tuple[Evidence, ...] = ()
    asked: list[dict[str, Any]] = field(default_factory=list)

    def gather(self, question: Question, identity: Identity, limit: int, **options: Any) -> Gathered:
        self.asked.append({"question": question, "identity": identity, "limit": limit, **options})
        return gathered(*self.cards)


def gathered(*cards: Evidence) -> Gathered:
    return Gathered(tuple(Candidate(each, n) for n, each in enumerate(cards, 1)))


WHO = Identity.public("t")


def weighed(
    *cards: Evidence,
    plan: Plan | None = None,
    retriever: Retriever | None = None,
    reading: StateReading | None = None,
    pack: Pack = PACK,
    model: LanguageModel | None = None,
) -> Weighed:
    plan = plan or plan_of("rule", search_text=ASKED)
    weighing = Weighing(
        pack, cast(HybridRetriever, retriever or Retriever()), Quoting(NoEmbedder(), 0), limit=7, model=model
    )
    question = Question(ASKED, asked_at=plan.as_of, language="es")
    return weighing.weigh(question, plan, WHO, gathered(*cards), reading or StateReading(), Stopwatch())


def status(found: Weighed, fact: str) -> FactStatus:
    row = found.matrix.row(fact)
    assert row is not None
    return row.status


def test_a_passage_in_force_is_quoted_and_nothing_is_looked_for_again() -> None:
    retriever = Retriever()
    found = weighed(passage(1), retriever=retriever)
    assert [each.text for each in found.draft.claims] == [RULE]
    assert status(found, "rule") is FactStatus.COVERED
    assert list(found.cards) == ["1"]
    assert retriever.asked == []


def test_the_best_passage_for_an_unknown_group_makes_the_slot_what_is_missing() -> None:
    found = weighed(passage(1, scope={"group": "B"}))
    assert found.draft.claims == ()
    row = found.matrix.row("rule")
    assert row is not None
    assert (row.status, row.reason) == (FactStatus.UNVERIFIABLE, f"{NEEDS_SLOT}group")
    known = weighed(
        passage(1, scope={"group": "B"}), plan=plan_of("rule", search_text=ASKED, slots={"group": "B"})
    )
    assert [each.text for each in known.draft.claims] == [RULE]


def test_a_passage_of_another_group_is_neither_quoted_nor_asked_about() -> None:
    elsewhere = passage(1, scope={"group": "B"})
    found = weighed(elsewhere, plan=plan_of("rule", search_text=ASKED, slots={"group": "A"}))
    assert found.draft.claims == ()
    assert status(found, "rule") is FactStatus.MISSING


def test_looking_for_what_has_expired_goes_on_with_the_live_checks_of_the_question() -> None:
    retriever, run = Retriever(), LiveRun(lambda documents, seconds: {}, 2.0)
    plan = plan_of("rule", search_text=ASKED)
    weighing = Weighing(PACK, cast(HybridRetriever, retriever), Quoting(NoEmbedder(), 0), limit=7)
    question = Question(ASKED, asked_at=plan.as_of, language="es")
    before = replace(gathered(), live=run)
    weighing.weigh(question, plan, WHO, before, StateReading(), Stopwatch())
    assert [each["live"] for each in retriever.asked] == [run]


def test_what_has_expired_is_looked_for_once_and_carries_nothing() -> None:
    retriever = Retriever((passage(2, OLD_RULE, validity=PAST, supports=("rule",)), passage(3)))
    found = weighed(retriever=retriever)
    assert status(found, "rule") is FactStatus.EXPIRED
    row = found.matrix.row("rule")
    assert row is not None
    assert (row.statements, row.opposed, found.draft.claims, dict(found.cards)) == ((), (), (), {})
    (asked,) = retriever.asked
    assert (asked["in_force"], asked["limit"], asked["identity"]) == (False, 7, WHO)
    assert asked["question"].asked_at == NOW


def test_a_card_in_force_from_the_second_look_does_not_carry_the_fact_either() -> None:
    found = weighed(retriever=Retriever((passage(3),)))
    assert status(found, "rule") is FactStatus.MISSING
    assert dict(found.cards) == {}


def test_no_second_look_for_a_fact_that_no_document_could_state() -> None:
    retriever = Retriever((passage(2, validity=PAST),))
    plan = plan_of("deadline")
    facts = tuple(fact for fact in plan.contract.facts if fact.individual)
    plan = replace(plan, contract=replace(plan.contract, facts=facts))
    weighed(plan=plan, retriever=retriever)
    shared = replace(facts[0], individual=False, kinds=frozenset({EvidenceKind.STATE}))
    weighed(plan=replace(plan, contract=replace(plan.contract, facts=(shared,))), retriever=retriever)
    weighed(plan=plan_of("status"), retriever=retriever)
    assert retriever.asked == []


def test_without_a_pack_there_is_no_second_look() -> None:
    retriever = Retriever((passage(2, validity=PAST),))
    plan = Planner(GENERAL, OneClass()).plan(Question(ASKED, asked_at=NOW, language="es"), Places())
    weighed(plan=plan, retriever=retriever, pack=GENERAL)
    assert retriever.asked == []


def test_a_gap_of_live_state_stays_what_the_source_said() -> None:
    found = weighed(plan=plan_of("deadline"), reading=StateReading(gaps={"extension": "source_failed"}))
    row = found.matrix.row("extension")
    assert row is not None
    assert (row.status, row.reason) == (FactStatus.UNVERIFIABLE, "source_failed")


def test_a_reading_of_live_state_covers_its_fact_beside_passages() -> None:
    live = card(
        9, kind=EvidenceKind.STATE, authority="live", content="Sin ampliación.", values={"extension": "none"},
        retrieved_at=NOW,
    )  # fmt: skip
    found = weighed(passage(1), plan=plan_of("deadline"), reading=StateReading((live,)))
    assert status(found, "extension") is FactStatus.COVERED
    assert set(found.cards) == {"1", "9"}


def test_a_question_about_editions_compares_them_and_quotes_nothing_else() -> None:
    classes = {**PACK.classes, "rule": replace(PACK.classes["rule"], all_editions=True)}
    present = Validity(datetime(2026, 9, 1, tzinfo=MADRID))
    now = passage(1, series="s", version="2", validity=present)
    before = passage(2, OLD_RULE, series="s", validity=PAST)
    found = weighed(now, before, pack=replace(PACK, classes=classes))
    row = found.matrix.row("rule")
    assert row is not None
    assert [each.text for each in row.statements] == [RULE, OLD_RULE]
    assert found.draft.claims == ()


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_an_old_edition_that_comes_first_is_not_quoted(order: tuple[int, int]) -> None:
    both = {1: passage(1, series="s", version="2"), 2: passage(2, OLD_RULE, series="s", validity=PAST)}
    found = weighed(*(both[each] for each in order))
    assert [each.text for each in found.draft.claims] == [RULE]
    assert {each.reason for each in found.matrix.discards} == {DiscardReason.NO_LONGER_IN_FORCE}


WEEKLY = "Entregar la memoria con retraso pierde el 10 % de la nota por cada semana."


def test_a_configured_model_may_declare_a_contradiction_in_words_and_says_none_of_them() -> None:
    cards = passage(1), passage(2, WEEKLY)
    plain = weighed(*cards)
    model = always("contradict")
    found = weighed(*cards, model=model)
    row, before = found.matrix.row("rule"), plain.matrix.row("rule")
    assert row is not None
    assert before is not None
    assert before.status is FactStatus.COVERED
    assert (row.status, row.conflict) == (FactStatus.CONFLICTING, ConflictKind.MODEL)
    assert {*row.statements, *row.opposed} == set(before.statements)
    assert (found.draft, found.matrix.discards) == (plain.draft, plain.matrix.discards)
    assert [set(task.texts) for task in model.asked] == [{RULE, WEEKLY}] * 2


def test_a_model_that_says_nothing_changes_nothing() -> None:
    cards = passage(1), passage(2, WEEKLY)
    assert weighed(*cards, model=nothing()) == weighed(*cards)
