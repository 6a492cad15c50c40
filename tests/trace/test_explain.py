"""``why``: what each reader is told, in both languages, and what nobody is told."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.access import LiveOutcome
from fidedigno.model import ConflictKind, Decision, FactKind, FactStatus, Route, Support
from fidedigno.plan.pack import FactDefinition, Pack, QuestionClass, SlotDefinition
from fidedigno.trace import Explanation, explain
from fidedigno.trace.reader import OpenDocuments, Opened
from fidedigno.trace.record import (
    Asked,
    FactTrace,
    FilterTrace,
    LiveCheckTrace,
    QualityTrace,
    Trace,
    VerdictTrace,
)
from tests.trace.made import GUIDE, NOTICE, OLD_GUIDE, trace
from tests.trace.test_describe import Catalogue
from tests.trace.test_reader import Rights, permit

ALL = (1, 2, 3)


def texts(es: str, en: str) -> dict[str, str]:
    return {"es": es, "en": en}


PACK = Pack(
    "lms", "1.2", "0", ("official",),
    facts={
        "due_at": FactDefinition("due_at", FactKind.INSTANT, texts("el plazo", "the deadline"), texts("", ""),
                                 texts("", "")),
    },
    slots={"activity": SlotDefinition("activity", texts("la actividad", "the activity"), texts("", ""))},
    classes={
        "deadline": QuestionClass("deadline", Route.PASSAGES, texts("plazo", "deadline"), texts("", ""), {}),
    },
)  # fmt: skip


def explained(
    held: Trace | None = None,
    allowed: tuple[int, ...] = ALL,
    *,
    as_auditor: bool = False,
    language: str = "es",
    pack: Pack | None = None,
) -> Explanation:
    documents = OpenDocuments(Rights(*ALL), permit(*allowed))
    opened = Opened(held or trace(), documents, as_auditor)
    return explain(opened, Catalogue(), language=language, pack=pack)


def test_the_person_who_asked_is_told_the_whole_way() -> None:
    assert explained(pack=PACK).lines() == [
        "Respuesta a1b2c3d4e5f60718, del 2026-11-12 09:00 UTC",
        "Decisión: contestar solo lo que consta",
        "",
        "Qué se entendió",
        "  clase de pregunta: plazo (confianza 0.8-0.9)",
        "  reglas: lms 1.2",
        "  dónde se buscó: en documentos y en el sistema en vivo",
        "",
        "Qué hacía falta saber",
        "  el plazo: consta",
        "    según «Guía 1», versión v11",
        "  extension: no se pudo comprobar",
        "    motivo: el sistema no contestó a tiempo",
        "",
        "En qué se apoya",
        "  «Guía 1», versión v11",
        "",
        "Qué se dejó aparte",
        "  «Guía 2», versión v21: hay una edición posterior en vigor; vale «Guía 1», versión v11",
        "  «Guía 3», versión v31, para «el plazo»: es de otro ámbito",
        "",
        "Qué dijo la comprobación",
        "  afirmación 1: respaldada (está palabra por palabra en su fuente)",
        "",
        "Sistemas que no contestaron",
        "  moodle: el sistema no contestó a tiempo",
        "",
        "Cuánto tardó cada etapa",
        "  clasificar la pregunta: 2 ms",
        "  buscar: 31.4 ms",
        "  gather.rank.words: 10 ms",
        "  en total: 50 ms",
    ]


def test_it_is_told_in_english_too() -> None:
    lines = explained(language="en", pack=PACK).lines()
    assert lines[0] == "Answer a1b2c3d4e5f60718, of 2026-11-12 09:00 UTC"
    assert "  the deadline: known" in lines
    assert (
        "  “Guía 2”, version v21: a later edition is in force; what counts is “Guía 1”, version v11" in lines
    )


def test_the_language_of_the_answer_is_the_default() -> None:
    documents = OpenDocuments(Rights(), permit())
    assert explain(Opened(trace(language="en"), documents, False), Catalogue()).language == "en"
    assert explain(Opened(trace(), documents, False), Catalogue()).language == "es"


def test_what_has_closed_since_is_left_out_without_a_gap() -> None:
    never_there = trace(
        sources=tuple(each for each in trace().sources if each.document != 2),
        discards=tuple(each for each in trace().discards if each.evidence != OLD_GUIDE.id),
    )
    now = explained(allowed=(1, 3))
    assert now == explained(never_there, allowed=(1, 3))
    assert "2" not in json.dumps([each.says for each in now.set_aside]).replace("v31", "")


def test_an_auditor_is_told_ids_of_what_they_may_not_open_and_no_title() -> None:
    told = explained(allowed=(), as_auditor=True)
    text = "\n".join(told.lines())
    assert "Guía" not in text
    for each in (GUIDE, OLD_GUIDE, NOTICE):
        assert f"({each.id})" in text
    assert [each.code for each in told.set_aside] == ["superseded", "other_scope"]


@given(st.sets(st.sampled_from(ALL)), st.booleans(), st.sampled_from(["es", "en"]))
def test_a_title_is_told_only_of_an_open_document(allowed: set[int], as_auditor: bool, language: str) -> None:
    told = explained(allowed=tuple(allowed), as_auditor=as_auditor, language=language)
    text = "\n".join(told.lines()) + json.dumps(told.as_dict(), ensure_ascii=False)
    for document, card in ((1, GUIDE), (2, OLD_GUIDE), (3, NOTICE)):
        assert (f"Guía {document}" in text) == (document in allowed)
        if not as_auditor and document not in allowed:
            assert card.id not in text


def conflict() -> Trace:
    row = FactTrace("due_at", True, FactStatus.CONFLICTING, (GUIDE.id,), (NOTICE.id,), ConflictKind.INSTANT)
    return trace(facts=(row,))


def test_a_conflict_names_both_sides() -> None:
    (fact,) = explained(conflict()).facts
    assert (fact.sources, fact.against) == (("«Guía 1», versión v11",), ("«Guía 3», versión v31",))
    assert fact.notes == ("discrepan en la fecha o la hora",)


def test_a_fact_of_a_passage_is_named_by_the_stretch_of_it_that_was_shown() -> None:
    stretches = {GUIDE.id: f"{GUIDE.id}:11-126", NOTICE.id: f"{NOTICE.id}:0-40"}
    shown = tuple(
        replace(each, evidence=stretches.get(each.evidence, each.evidence)) for each in trace().sources
    )
    (fact,) = explained(replace(conflict(), sources=shown)).facts
    assert (fact.sources, fact.against) == (("«Guía 1», versión v11",), ("«Guía 3», versión v31",))


@pytest.mark.parametrize("allowed", [(1,), (3,), ()])
def test_a_conflict_of_which_one_side_is_closed_is_not_hinted_at(allowed: tuple[int, ...]) -> None:
    told = explained(conflict(), allowed)
    assert told.facts == ()
    assert "conflict" not in json.dumps(told.as_dict()["facts"])
    assert explained(conflict(), allowed, as_auditor=True).facts[0].status == "conflicting"


def test_a_clarification_says_what_was_asked_for() -> None:
    assert (
        "se pidió que precisaras: la actividad"
        in explained(trace(asked_for="activity"), pack=PACK).understood
    )
    assert "se pidió que precisaras: activity" in explained(trace(asked_for="activity")).understood


def test_doubt_and_cuts_are_told() -> None:
    told = explained(trace(restricted=True, cut=frozenset({"sources"})))
    assert "la clase era dudosa y se tomó el camino más restrictivo" in told.understood
    assert told.notes == ("El registro era demasiado largo y no se conservó entero.",)
    assert told.lines()[-1] == told.notes[0]


def test_a_class_that_a_model_chose_is_told_as_that() -> None:
    by_model = "la clase estaba en duda; la eligió el modelo de lenguaje entre las probables"
    assert by_model in explained(trace(chosen_by="language_model")).understood
    assert by_model not in explained(trace(chosen_by="classifier")).understood


def test_a_question_that_was_not_planned_says_so() -> None:
    bare = trace(pack="", route=None, confidence="", question_class="")
    assert explained(bare).understood == ("la pregunta no se clasificó",)
    assert explained(replace(bare, question_class="rule")).understood == ("clase de pregunta: rule",)


def test_the_names_of_another_pack_are_not_used() -> None:
    assert explained(trace(pack="oncall"), pack=PACK).facts[0].label == "due_at"


def test_optional_facts_are_told_apart() -> None:
    held = trace(facts=(FactTrace("due_at", False, FactStatus.MISSING),))
    assert "  due_at (no imprescindible): no consta" in explained(held).lines()


def test_the_plain_data_has_the_codes_beside_the_words() -> None:
    data = json.loads(json.dumps(explained().as_dict()))
    assert data["decision"] == {"code": "answer_limited", "says": "contestar solo lo que consta"}
    assert [each["code"] for each in data["set_aside"]] == ["superseded", "other_scope"]
    assert data["facts"][1]["status"] == "unverifiable"
    assert data["milliseconds"]["gather"] == 31.4
    assert "user" not in data


def test_a_fact_that_waits_for_a_slot_says_which() -> None:
    row = FactTrace(
        "due_at", True, FactStatus.UNVERIFIABLE, (GUIDE.id,), (NOTICE.id,), reason="needs_slot:activity"
    )
    assert explained(trace(facts=(row,)), pack=PACK).facts[0].notes == ("depende de: la actividad",)
    assert explained(trace(facts=(row,)), (1,), pack=PACK).facts == (), "the notice is not hinted at"


CHECKED = (
    LiveCheckTrace(8, LiveOutcome.DENIED),
    LiveCheckTrace(9, LiveOutcome.DENIED),
    LiveCheckTrace(1, LiveOutcome.ALLOWED),
)


@pytest.mark.parametrize("language", ["es", "en"])
def test_what_sources_withheld_leaves_no_mark_for_the_person_who_asked(language: str) -> None:
    asked = trace(
        live_checks=CHECKED, milliseconds={"gather": 5.0, "gather.live": 4.0}, cut=frozenset({"live_checks"})
    )
    never = trace(live_checks=(), milliseconds={"gather": 5.0}, cut=frozenset())
    assert explained(asked, language=language) == explained(never, language=language)
    assert explained(asked, language=language).as_dict() == explained(never, language=language).as_dict()


def test_how_long_live_checks_took_cannot_be_worked_out_from_the_other_steps() -> None:
    steps = {"gather": 9.0, "gather.embed": 1.0, "gather.rank": 2.0, "gather.live": 5.0, "gather.read": 1.0}
    asked = trace(live_checks=CHECKED, milliseconds={"plan": 1.0, **steps, "total": 12.0})
    assert explained(asked).milliseconds == {"plan": 1.0, "gather": 9.0, "total": 12.0}
    assert explained(asked, as_auditor=True).milliseconds == {"plan": 1.0, **steps, "total": 12.0}


def test_how_long_the_checks_took_is_told_to_auditors_alone() -> None:
    """They are quicker where somebody else's answer has just rested on the same words."""
    cold = {"plan": 1.0, "draft": 2.0, "verify": 2.3, "total": 9.3}
    warm = {**cold, "verify": 1.5, "total": 8.5}
    one, other = (explained(trace(milliseconds=each)) for each in (cold, warm))
    assert one == other
    assert one.milliseconds == {"plan": 1.0, "draft": 2.0, "total": 7.0}
    assert explained(trace(milliseconds=cold), as_auditor=True).milliseconds == cold
    assert explained(trace(milliseconds={"verify": 2.3})).milliseconds == {}


def test_an_auditor_is_told_how_live_checks_ended_in_numbers() -> None:
    asked = trace(live_checks=CHECKED, milliseconds={"gather.live": 4.0}, cut=frozenset({"live_checks"}))
    told = explained(asked, as_auditor=True, language="en")
    assert [(each.code, each.says) for each in told.live_checks] == [
        ("allowed", "allowed: 1"),
        ("denied", "denied: 2"),
    ]
    assert "What the source systems said of permissions" in told.lines()
    assert told.milliseconds == {"gather.live": 4.0}
    assert told.notes
    assert json.loads(json.dumps(told.as_dict()))["live_checks"][1] == {"code": "denied", "says": "denied: 2"}


def test_the_result_of_the_filter_is_told_to_auditors_and_to_nobody_else() -> None:
    held = trace(filter=FilterTrace(3, 1_234), refusal="unverifiable", errors=("FID500",))
    told = explained(held, as_auditor=True, language="en").notes
    assert told == (
        "why there was no full answer: unverifiable",
        "errors: FID500",
        "permission filter at that moment: 3 corpora and 1234 access classes open",
    )
    asker = explained(held)
    assert asker.notes == ()
    assert "1234" not in json.dumps(asker.as_dict()) + "".join(asker.lines())


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"kind": Asked.SEARCH}, "search"),
        ({"kind": Asked.SEARCH, "errors": ("FID500",)}, "failed"),
        ({}, "failed"),
    ],
)
@pytest.mark.parametrize("language", ["es", "en"])
def test_where_nothing_was_decided_it_is_said(changes: dict[str, object], code: str, language: str) -> None:
    held = trace(decision=None, **changes)  # type: ignore[arg-type]
    decision = explained(held, as_auditor=True, language=language).decision
    assert decision.code == code
    assert decision.says != code


JUDGED = trace(
    quality=QualityTrace(0.87, "healed_accept", "critical", ("contradiction",), 1),
    verdicts=(
        VerdictTrace(0, Support.SUPPORTED, "paraphrase", GUIDE.id),
        VerdictTrace(1, Support.CONTRADICTED, "date_differs", GUIDE.id),
        VerdictTrace(2, Support.OUT_OF_CONTRACT, "a_code_without_words", GUIDE.id),
    ),
)


def test_how_the_checks_came_out_is_told_in_words() -> None:
    told = explained(JUDGED, language="en")
    assert told.quality == (
        "as a whole: what is left is accepted; quality 0.87, risk critical",
        "fired: contradiction",
        "claims that were left out: 1",
    )
    assert [each.says for each in told.verdicts] == [
        "claim 1: supported (it says the same in other words)",
        "claim 2: contradicted (The source gives another date)",
        "claim 3: outside of what was required (a_code_without_words)",
    ]
    assert told.as_dict()["quality"] == list(told.quality)
    assert "  saltaron: contradicción" in explained(JUDGED).lines()


@pytest.mark.parametrize("decision", [Decision.ABSTAIN, Decision.ESCALATE])
def test_of_a_draft_that_was_held_back_auditors_alone_are_told(decision: Decision) -> None:
    held_back = replace(JUDGED, decision=decision)
    asker = explained(held_back)
    assert (asker.quality, asker.verdicts) == ((), ())
    assert asker == explained(replace(held_back, quality=None, verdicts=()))
    auditor = explained(held_back, as_auditor=True)
    assert auditor.quality
    assert len(auditor.verdicts) == 3


LEFT_OUT = VerdictTrace(1, Support.CONTRADICTED, "date_differs", f"{OLD_GUIDE.id}:12-40")
KEPT = VerdictTrace(0, Support.SUPPORTED, "verbatim", GUIDE.id)


def test_a_verdict_on_what_has_closed_since_is_left_out_and_so_is_the_whole_of_which_it_is_a_part() -> None:
    held = replace(JUDGED, verdicts=(KEPT, LEFT_OUT))
    assert len(explained(held).verdicts) == 2
    assert explained(held).quality
    now = explained(held, allowed=(1, 3))
    assert [each.code for each in now.verdicts] == ["supported"]
    assert now.quality == ()
    auditor = explained(held, allowed=(1, 3), as_auditor=True)
    assert (len(auditor.verdicts), len(auditor.quality)) == (2, 3)


def test_a_verdict_that_names_no_card_is_told_where_every_source_is_open() -> None:
    held = replace(JUDGED, verdicts=(KEPT, replace(LEFT_OUT, reason="evidence_of_another_fact", evidence="")))
    assert len(explained(held).verdicts) == 2
    assert [each.code for each in explained(held, allowed=(1, 3)).verdicts] == ["supported"]
