"""Making a record: what is in it, and above all what is never in it."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.access import LiveOutcome
from fidedigno.model import (
    ANYONE,
    Answer,
    Claim,
    ClaimMatrix,
    Clarification,
    ConflictKind,
    Decision,
    Discard,
    DiscardReason,
    Evidence,
    EvidenceContract,
    EvidenceKind,
    FactKind,
    FactRow,
    FactStatus,
    Identity,
    Locator,
    Moment,
    Plan,
    Principal,
    Quality,
    RequiredFact,
    Route,
    Slot,
    SlotOrigin,
    Statement,
    Support,
    Uncertainty,
    Verdict,
)
from fidedigno.trace import trace_of
from fidedigno.trace.format import MAX_TRACE_CHARACTERS, write_trace
from fidedigno.trace.make import (
    MAX_DISCARDS,
    MAX_EVIDENCE_OF_A_FACT,
    MAX_FACTS,
    MAX_SOURCES,
    MAX_STAGES,
    MAX_VERDICTS,
    confidence_bucket,
    plan_hashes,
)
from fidedigno.trace.record import QualityTrace, Use
from tests.trace.made import (
    GUIDE,
    KEY,
    NOTICE,
    NOW,
    OLD_GUIDE,
    READING,
    SECONDS,
    answer,
    identity,
    passage,
    plan,
    statement,
    trace,
)

_AROUND = st.shared(st.text(max_size=12), key="around") | st.sampled_from(
    ["", "a", "0f", "v1.", "due_at", "deadline_", "ana@campus.", "state:", "gather.", "2026-27/"]
)
PRIVATE = st.builds("{}zqxw{}".format, _AROUND, _AROUND)
"""Text that people or documents own. It may look like a code, so that no form of it is let through."""
MISPLACED = st.builds("{}{}".format, _AROUND, st.sampled_from(["Zqxw", "zqxw 1", "zqxw9", "zqxw@x"]))
"""Text in a field that ought to hold a code: a sentence, a token, the message of an exception."""
UNNAMED = st.builds("{}{}".format, _AROUND, st.sampled_from(["Zqxw", "zqxw 1", "zqxw@x"]))
"""Text in a field that ought to hold a name of the pack."""


@st.composite
def cards(draw: st.DrawFn, number: int) -> Evidence:
    kind = draw(st.sampled_from(EvidenceKind))
    plain = f"{draw(st.integers(0, 2**60)):x}{number:x}"
    return Evidence(
        id=plain if kind is EvidenceKind.PASSAGE and draw(st.booleans()) else f"{draw(PRIVATE)}{number}",
        kind=kind,
        source=draw(PRIVATE),
        document_id=draw(st.integers(-5, 2**40)),
        title=draw(PRIVATE),
        authority=draw(PRIVATE),
        corpus=draw(PRIVATE),
        audience=(draw(PRIVATE),),
        version=draw(MISPLACED),
        updated_at=NOW,
        retrieved_at=NOW,
        content=draw(PRIVATE),
        locator=Locator(draw(PRIVATE), (draw(PRIVATE),)),
        scope={"group": draw(PRIVATE)},
        supports=(draw(PRIVATE),),
        series=draw(PRIVATE),
        values={"due_at": draw(PRIVATE)},
        timezone=draw(PRIVATE),
    )


@st.composite
def facts(draw: st.DrawFn) -> RequiredFact:
    return RequiredFact(draw(UNNAMED), draw(st.sampled_from(FactKind)), draw(st.booleans()), (draw(PRIVATE),))


@st.composite
def matrices(draw: st.DrawFn, held: list[Evidence]) -> ClaimMatrix:
    ids = st.sampled_from([each.id for each in held]) | PRIVATE

    def said(fact: RequiredFact) -> Statement:
        return Statement(fact.name, fact.kind, draw(PRIVATE), draw(PRIVATE), draw(ids))

    covered, split, lost = (draw(facts()) for _ in range(3))
    rows = (
        FactRow(covered, FactStatus.COVERED, (said(covered),)),
        FactRow(split, FactStatus.CONFLICTING, (said(split),), (said(split),), ConflictKind.AMOUNT),
        FactRow(lost, FactStatus.UNVERIFIABLE, reason=draw(MISPLACED)),
    )
    discards = [
        Discard(draw(ids), draw(st.sampled_from(DiscardReason)), draw(MISPLACED), draw(ids)) for _ in range(2)
    ]
    return ClaimMatrix(rows, tuple(discards))


@st.composite
def answers(draw: st.DrawFn, held: list[Evidence]) -> Answer:
    cited, doubted = held[0], held[1]
    return Answer(
        id="a1b2c3d4e5f60718",
        decision=Decision.ANSWER_LIMITED,
        claims=(Claim(draw(PRIVATE), (cited.id,), draw(PRIVATE)),),
        evidence=(cited, doubted),
        message=draw(PRIVATE),
        language=draw(PRIVATE),
        answered_at=NOW,
        scope={"course": draw(PRIVATE), draw(PRIVATE): draw(PRIVATE)},
        uncertainty=(Uncertainty(draw(PRIVATE), draw(PRIVATE), draw(PRIVATE), (doubted.id,)),),
        next_action=draw(PRIVATE),
        question_class="deadline",
        matrix=draw(matrices(held)),
        verdicts=(Verdict(0, draw(st.sampled_from(Support)), draw(MISPLACED), draw(PRIVATE)),),
        quality=Quality(
            0.5, draw(MISPLACED), draw(MISPLACED), (draw(MISPLACED),), used=(draw(PRIVATE), draw(PRIVATE))
        ),
    )


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    contract = EvidenceContract(draw(UNNAMED), draw(st.sampled_from(Route)), (draw(facts()),), ("course",))
    return Plan(
        pack=draw(UNNAMED),
        pack_version=draw(MISPLACED),
        contract=contract,
        confidence=draw(st.floats()),
        as_of=NOW,
        timezone=draw(PRIVATE),
        slots=MappingProxyType(
            {"course": Slot("course", draw(PRIVATE), draw(st.sampled_from(SlotOrigin)), draw(PRIVATE))}
        ),
        search_text=draw(PRIVATE),
        alternatives=((draw(PRIVATE), 0.1),),
        asked_moment=Moment(draw(PRIVATE), NOW, NOW + timedelta(days=1)),
        clarification=Clarification(draw(PRIVATE), (draw(PRIVATE),)),
    )


@given(st.data())
def test_no_word_of_people_or_documents_is_in_a_record(data: st.DataObject) -> None:
    held = [data.draw(cards(number)) for number in range(3)]
    user, mail = data.draw(PRIVATE), data.draw(PRIVATE)
    groups = frozenset({ANYONE, Principal.group("zqxw-teachers")})
    person = Identity("default", user, groups, attributes={"email": mail})
    made = trace_of(
        data.draw(answers(held)),
        data.draw(plans()),
        {"gather": 0.1, data.draw(MISPLACED): 0.3},
        identity=person,
        key=KEY,
        cards=held,
        errors=[(data.draw(MISPLACED), data.draw(MISPLACED))],
    )
    text = write_trace(made)
    assert "zqxw" not in text.casefold()
    assert "zqxw" not in json.dumps(json.loads(text), ensure_ascii=False).casefold()
    assert "zqxw" not in repr(made).casefold()


def test_a_record_holds_ids_versions_decisions_and_times() -> None:
    made = trace()
    uses = {(each.evidence, each.document, each.version, each.use) for each in made.sources[:3]}
    assert uses == {
        (GUIDE.id, 1, "v1", Use.CITED),
        (OLD_GUIDE.id, 2, "v1", Use.DISCARDED),
        (NOTICE.id, 3, "v1", Use.DISCARDED),
    }
    assert [(each.kind, each.use, each.document) for each in made.sources[3:]] == [
        (EvidenceKind.STATE, Use.CONSIDERED, 0)
    ]
    assert [(each.name, each.status, each.reason) for each in made.facts] == [
        ("due_at", FactStatus.COVERED, ""),
        ("extension", FactStatus.UNVERIFIABLE, "timed_out"),
    ]
    assert made.facts[0].evidence == (GUIDE.id,)
    assert [(each.reason, each.fact, each.in_favour_of) for each in made.discards] == [
        (DiscardReason.SUPERSEDED, "", GUIDE.id),
        (DiscardReason.OTHER_SCOPE, "due_at", ""),
    ]
    assert [(each.claim, each.support, each.reason) for each in made.verdicts] == [
        (0, Support.SUPPORTED, "verbatim")
    ]
    assert [(each.source, each.code) for each in made.live_errors] == [("moodle", "timed_out")]
    assert (made.question_class, made.pack, made.pack_version) == ("deadline", "lms", "1.2")
    assert (made.route, made.confidence, made.epoch) == (Route.PASSAGES_AND_STATE, "0.8-0.9", 7)
    assert made.milliseconds == {"plan": 2.0, "gather": 31.4, "gather.rank.words": 10.0, "total": 50.0}
    assert made.user == KEY.user("default", "ana")
    assert not made.cut


def test_the_id_of_a_live_reading_is_only_in_it_as_a_fingerprint() -> None:
    made = trace()
    assert READING.id not in write_trace(made)
    assert re.fullmatch(r"#[0-9a-f]{16}", made.sources[3].evidence)


def test_the_quality_is_kept_in_numbers_and_codes() -> None:
    quality = Quality(0.87654321, "healed_accept", "critical", ("contradiction",), 2, ("rules", "secret"))
    made = trace_of(answer(quality=quality), plan(), SECONDS, identity=identity(), key=KEY)
    assert made.quality == QualityTrace(0.8765, "healed_accept", "critical", ("contradiction",), 2)
    assert "secret" not in write_trace(made)
    assert trace().quality is None


def test_a_question_that_was_not_planned_has_a_record_too() -> None:
    made = trace_of(answer(), None, SECONDS, identity=identity(None), key=KEY)
    assert (made.plan_hash, made.route, made.user, made.question_class) == ("", None, "", "deadline")
    assert made.cited_documents == {GUIDE.document_id}


def test_a_clarification_says_which_slot_was_asked_for() -> None:
    asked = plan(clarification=Clarification("activity", ("Práctica 1", "Práctica 2")))
    clarify = answer(decision=Decision.CLARIFY, claims=(), evidence=(), uncertainty=(), verdicts=())
    made = trace_of(clarify, asked, SECONDS, identity=identity(), key=KEY)
    assert made.asked_for == "activity"
    assert "Práctica" not in write_trace(made)


CHANGES = [
    {"confidence": 0.5},
    {"search_text": "otra cosa"},
    {"timezone": "UTC"},
    {"clarification": Clarification("activity")},
]


@pytest.mark.parametrize("changes", CHANGES, ids=lambda each: next(iter(each)))
def test_what_is_no_part_of_the_plan_leaves_its_hash_alone(changes: dict[str, object]) -> None:
    assert plan_hashes(plan(**changes), KEY) == plan_hashes(plan(), KEY)


def test_whatever_decides_the_evidence_changes_the_hash_of_the_plan() -> None:
    contract = plan().contract
    slot = Slot("course", "redes-12", SlotOrigin.QUESTION)
    others = [
        plan(pack="other"),
        plan(pack_version="1.3"),
        plan(restricted=True),
        plan(slots={}),
        plan(slots={"course": slot}),
        plan(contract=replace(contract, question_class="rule")),
        plan(contract=replace(contract, route=Route.STATE)),
        plan(contract=replace(contract, slots=("course",))),
        plan(contract=replace(contract, facts=contract.facts[:1])),
        plan(
            contract=replace(
                contract, facts=(replace(contract.facts[0], critical=False), *contract.facts[1:])
            )
        ),
    ]
    hashes = {plan_hashes(each, KEY) for each in [plan(), *others]}
    assert len({whole for whole, _ in hashes}) == len({shape for _, shape in hashes}) == len(others) + 1


def test_another_moment_changes_the_hash_but_not_that_of_the_shape() -> None:
    one, other = plan_hashes(plan(), KEY), plan_hashes(plan(as_of=NOW + timedelta(days=1)), KEY)
    assert one[0] != other[0]
    assert one[1] == other[1]


@given(st.floats(0, 1))
def test_a_confidence_lies_in_its_tenth(confidence: float) -> None:
    low, _, high = confidence_bucket(confidence).partition("-")
    assert float(low) - 1e-9 <= confidence <= float(high) + 1e-9


@pytest.mark.parametrize("confidence", [float("nan"), float("inf"), -0.1, 1.1])
def test_what_is_no_probability_has_no_tenth(confidence: float) -> None:
    assert confidence_bucket(confidence) == "unknown"


def test_times_that_cannot_be_are_left_out() -> None:
    seconds = {"plan": float("nan"), "gather": -1.0, "draft": 0.25, "what was asked": 1.0}
    made = trace_of(answer(), plan(), seconds, identity=identity(), key=KEY)
    assert made.milliseconds == {"draft": 250.0}


def test_the_longest_record_stays_within_the_limit_and_says_what_was_cut() -> None:
    held = [passage(2**30 + number) for number in range(300)]
    name = "f" * 64
    fact = RequiredFact(name, FactKind.INSTANT)
    row = FactRow(
        fact,
        FactStatus.CONFLICTING,
        tuple(statement(each, fact) for each in held),
        tuple(statement(each, fact) for each in held),
        ConflictKind.NEGATION,
        "r" * 40,
    )
    discards = tuple(Discard(each.id, DiscardReason.NOT_ALLOWED_FOR_FACT, name, each.id) for each in held * 2)
    verdict = Verdict(10**6, Support.OUT_OF_CONTRACT, "r" * 40, held[0].id)
    whole = Answer(
        id="a" * 64,
        decision=Decision.CONFLICT,
        claims=(Claim("x", tuple(each.id for each in held)),),
        evidence=tuple(held),
        message="",
        language="es",
        answered_at=datetime(2026, 1, 1, 1, 1, 1, 1, tzinfo=UTC),
        question_class="c" * 64,
        matrix=ClaimMatrix((row,) * 200, discards),
        verdicts=(verdict,) * 200,
    )
    seconds = {f"{'s' * 19}.{chr(97 + a)}{chr(97 + b)}": 12345.6789 for a in range(20) for b in range(20)}
    errors = [("e" * 40, "c" * 40)] * 200
    checks = dict.fromkeys(range(2**40, 2**40 + 300), LiveOutcome.BREAKER_OPEN)
    made = trace_of(whole, plan(), seconds, identity=identity(), key=KEY, errors=errors, live_checks=checks)
    assert len(write_trace(made)) <= MAX_TRACE_CHARACTERS
    lists = {"sources", "facts", "discards", "verdicts", "live_errors", "live_checks", "milliseconds"}
    assert made.cut == {"cited", *lists}
    assert (len(made.sources), len(made.facts), len(made.discards)) == (MAX_SOURCES, MAX_FACTS, MAX_DISCARDS)
    assert (len(made.verdicts), len(made.milliseconds)) == (MAX_VERDICTS, MAX_STAGES)
    assert len(made.facts[0].evidence) == len(made.facts[0].opposed) == MAX_EVIDENCE_OF_A_FACT


def test_live_checks_are_recorded_by_document_and_code_those_that_were_not_allowed_first() -> None:
    checks = {3: LiveOutcome.ALLOWED, 9: LiveOutcome.TIMED_OUT, 5: LiveOutcome.DENIED}
    made = trace_of(answer(), plan(), {}, identity=identity(), key=KEY, live_checks=checks)
    assert [(each.document, each.outcome.value) for each in made.live_checks] == [
        (5, "denied"),
        (9, "timed_out"),
        (3, "allowed"),
    ]
    assert {3, 5, 9} <= made.documents, "forgetting one of them forgets the record"
    assert not {5, 9} & made.cited_documents
    many = dict.fromkeys(range(1, 400), LiveOutcome.ALLOWED) | {399: LiveOutcome.DENIED}
    cut = trace_of(answer(), plan(), {}, identity=identity(), key=KEY, live_checks=many)
    assert (cut.live_checks[0].document, len(cut.live_checks), cut.cut) == (399, 200, {"live_checks"})


def test_cited_cards_are_recorded_before_others() -> None:
    crowd = [passage(100 + number) for number in range(MAX_SOURCES + 50)]
    made = trace_of(answer(), plan(), SECONDS, identity=identity(), key=KEY, cards=crowd)
    assert made.sources[0].use is Use.CITED
    assert made.cut == {"sources"}


def test_a_chunk_of_which_a_stretch_is_cited_is_no_other_source() -> None:
    stretch = replace(GUIDE, id=f"{GUIDE.id}:3-20")
    quoted = answer(evidence=(stretch,), claims=(Claim("x", (stretch.id,)),), matrix=ClaimMatrix())
    made = trace_of(quoted, plan(), SECONDS, identity=identity(), key=KEY, cards=(GUIDE, NOTICE))
    assert [(each.evidence, each.use) for each in made.sources] == [
        (stretch.id, Use.CITED),
        (NOTICE.id, Use.CONSIDERED),
    ]


def test_a_card_without_a_catalogued_document_names_none() -> None:
    made = trace_of(
        answer(), plan(), SECONDS, identity=identity(), key=KEY, cards=(passage(5, document_id=-7),)
    )
    assert made.sources[-1].document == 0
    assert made.documents == {GUIDE.document_id}
