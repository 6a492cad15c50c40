"""Which answers are remembered, under what, and that nobody who asks is told of it."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from fidedigno import Decision, Fidedigno, Question
from fidedigno.access.content import UserEntry
from fidedigno.answers_over_time import AnswersOverTime, Memory, memory_of
from fidedigno.deliver import answer_as_dict
from fidedigno.model import EvidenceKind, Slot, SlotOrigin
from fidedigno.pipeline import Answered
from fidedigno.verify.drift import DriftAlert, DriftMonitor
from fidedigno.verify.settings import VerifySettings
from tests.conftest import MakeCorpus

HOURS = "# Library\n\nThe library opens at eight in the morning and closes at nine in the evening.\n"
ASKED = "When does the library open?"


@pytest.fixture
def library(workspace: Fidedigno, make_corpus: MakeCorpus) -> Fidedigno:
    workspace.directory.put_user(UserEntry("ana", "Ana", "ana@campus.example"))
    workspace.ingest(make_corpus({"a.md": HOURS}))
    return workspace


def answered(workspace: Fidedigno, text: str = ASKED, user: str | None = "ana", **options: Any) -> Answered:
    return workspace.pipeline.answer(Question(text, **options), workspace.identity(user))


def remembered(done: Answered) -> Memory:
    memory = memory_of(done)
    assert memory is not None
    return memory


def test_an_answer_is_remembered_with_its_corpora_its_documents_and_its_health(library: Fidedigno) -> None:
    done = answered(library)
    memory = remembered(done)
    assert (memory.corpora, len(memory.documents)) == (("docs",), 1)
    assert memory.answer == done.answer.text
    assert memory.quality == {"abstained": 0.0, "faithfulness": 1.0, "unsupported": 0.0, "contradicted": 0.0}


def test_two_people_have_one_memory_of_one_question(library: Fidedigno) -> None:
    one, other = remembered(answered(library)), remembered(answered(library, user=None))
    assert replace(one, at=other.at) == other
    assert "ana" not in json.dumps([one.question, one.corpora]).casefold()


@pytest.mark.parametrize(
    "change",
    [
        {"language": "es"},
        {"corpora": frozenset({"docs"})},
    ],
)
def test_another_scope_is_another_question(library: Fidedigno, change: dict[str, Any]) -> None:
    assert remembered(answered(library, **change)).question != remembered(answered(library)).question


def test_a_slot_and_a_moment_tell_questions_apart(library: Fidedigno) -> None:
    done = answered(library)
    course = {"course": Slot("course", "41", SlotOrigin.CONTEXT)}
    other = replace(done, plan=replace(done.plan, slots=course))
    assert remembered(other).question != remembered(done).question


def test_an_abstention_counts_only_where_something_was_there_that_did_not_suffice(
    library: Fidedigno, make_corpus: MakeCorpus
) -> None:
    done = answered(library, "Which satellites does the library open?")
    assert done.answer.decision is Decision.ABSTAIN
    memory = remembered(done)
    assert (memory.corpora, memory.documents, memory.quality) == (("docs",), (), {"abstained": 1.0})
    nothing = replace(done, gathered=replace(done.gathered, candidates=()))
    assert memory_of(nothing) is None, "whoever may see nothing is no sign of a store that got worse"


def test_what_changes_from_person_to_person_or_is_of_another_moment_is_not_remembered(
    library: Fidedigno,
) -> None:
    done = answered(library)
    live = tuple(replace(card, kind=EvidenceKind.STATE) for card in done.answer.evidence)
    assert memory_of(replace(done, answer=replace(done.answer, evidence=live))) is None
    assert memory_of(answered(library, asked_at=datetime.now(UTC))) is None


class Catalogue:
    def __init__(self, known: bool = True) -> None:
        self.known, self.version = known, 7

    def newest_version(self, corpora: Any) -> int:
        assert tuple(corpora) == ("docs",)
        return self.version

    def holds(self, document_ids: Any) -> bool:
        return self.known


@pytest.fixture
def monitor(library: Fidedigno) -> Iterator[DriftMonitor]:
    patient = VerifySettings(drift_deadline_ms=60_000)
    made = DriftMonitor(library.folder / "apart.db", patient)
    yield made
    made.close()


def test_each_answer_is_recorded_under_the_version_of_its_corpora(
    library: Fidedigno, monitor: DriftMonitor
) -> None:
    done, over_time = answered(library), AnswersOverTime(monitor, Catalogue(), "default")
    for _ in range(3):
        over_time.remember(done)
    assert over_time.flush()
    kept = monitor.history(remembered(done).question, tenant="default")
    assert [each.index_version for each in kept] == ["7"] * 3
    assert not any(each.detected for each in kept)
    assert monitor.history(remembered(done).question, tenant="another") == ()
    over_time.close()


def test_an_answer_over_what_was_forgotten_meanwhile_is_not_recorded(
    library: Fidedigno, monitor: DriftMonitor
) -> None:
    done, over_time = answered(library), AnswersOverTime(monitor, Catalogue(known=False), "default")
    over_time.remember(done)
    assert over_time.flush()
    assert monitor.history(remembered(done).question, tenant="default") == ()
    over_time.close()


def test_a_record_that_does_not_work_changes_nothing_for_who_asks(
    library: Fidedigno, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("no")

    monkeypatch.setattr(DriftMonitor, "record", broken)
    assert library.ask(ASKED, as_user="ana").decision is Decision.ANSWER
    assert library._over_time.flush()
    assert library.ask(ASKED, as_user="ana").decision is Decision.ANSWER


def test_operators_are_told_since_which_version_answers_got_worse(
    library: Fidedigno, monitor: DriftMonitor
) -> None:
    over_time = AnswersOverTime(monitor, Catalogue(), "default")
    now = datetime.now(UTC)
    for number in range(80):
        worse = number >= 40
        monitor.record(
            f"question {number % 20}",
            "",
            tenant="default",
            corpus=("docs",),
            index_version="8" if worse else "7",
            quality={"unsupported": 0.8 + 0.001 * (number % 7) if worse else 0.001 * (number % 7)},
            at=now - timedelta(minutes=80 - number),
        )
    (alert,) = over_time.alerts()
    assert (alert.corpus, alert.signal, alert.index_version) == ("docs", "unsupported", "8")
    assert over_time.alerts(now) == ()
    over_time.close()


def test_no_person_is_told_of_drift_whatever_was_found(
    library: Fidedigno, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same is asked with a record full of drift and with none: what a person gets is the same."""

    asked_at = datetime.now(UTC)

    def told() -> dict[str, Any]:
        data = answer_as_dict(library.ask(ASKED, as_user="ana", at=asked_at))
        why = library.why(data["id"], as_user="ana").as_dict()
        del why["milliseconds"], why["answer"], data["id"], data["answered_at"]
        for card in data["evidence"]:
            del card["retrieved_at"]
        return {**data, "why": why}

    before = told()
    question = remembered(answered(library)).question
    for number in range(6):
        library._over_time._monitor.record(
            question, f"It costs {number * 97} euros and never opens.", tenant="default", corpus=("docs",)
        )
    after = told()
    assert library._over_time.flush()
    kept = library._over_time._monitor.history(question, tenant="default")
    assert any(each.detected for each in kept), "there is something that could be told"
    assert after == before
    assert "drift" not in json.dumps(after)
    alert = DriftAlert("default", "docs", "unsupported", datetime.now(UTC), "8", "7", 0.0, 1.0, 40, 0.0)
    monkeypatch.setattr(DriftMonitor, "alerts", lambda *_, **__: (alert,))
    assert library.drift_alerts() == (alert,)
    assert told() == before
