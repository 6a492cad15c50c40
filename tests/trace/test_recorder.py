"""Recording what is asked: every question, search and failure once, whatever goes wrong meanwhile."""

import logging
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from fidedigno.access import Permit
from fidedigno.errors import NotAvailableError
from fidedigno.model import Identity, Question
from fidedigno.trace.debug_grant import new_grant
from fidedigno.trace.event import Action
from fidedigno.trace.ledger import Kind
from fidedigno.trace.listing import Wanted, list_records
from fidedigno.trace.record import Asked
from fidedigno.trace.recorder import Recorder
from tests.trace.audited import Audited, of
from tests.trace.made import NOW, answer, identity, plan

QUESTION = Question("¿Cuándo se entrega?", frozenset({"docs"}), assistant="Ayuda de RR. HH.")


def permit(_: Identity, corpora: frozenset[str]) -> Permit:
    return Permit(frozenset({4, 5}), frozenset({1}), frozenset({9}), 7, ",".join(corpora))


def recorder(audited: Audited, permitted: Any = permit) -> Recorder:
    return Recorder(audited.store, audited.keys, audited.auditing, permitted)


def answered(audited: Audited, recording: Recorder, **changes: Any) -> None:
    made = answer(evidence=(), claims=(), verdicts=(), **changes)
    recording.answered(QUESTION, made, plan(), {"total": 0.1}, identity(), [of("docs")], ["timed_out"], {})


def records(audited: Audited, *kinds: Kind) -> list[dict[str, Any]]:
    audited.clock.now = max(audited.clock.now, NOW)
    return [each.record for each in list_records(audited.ledger, "default", Wanted(frozenset(kinds))).items]


def test_an_answer_is_recorded_with_its_circumstances(audited: Audited) -> None:
    answered(audited, recorder(audited))
    (record,) = records(audited)
    key = audited.keys.current()
    assert record["filter"] == {"corpora": 1, "classes": 2, "held_back": 1}
    assert record["scope"] == [key.fingerprint("corpus", "docs")]
    assert record["assistant"] == key.fingerprint("assistant", "Ayuda de RR. HH.")
    assert record["live_errors"] == [{"source": "state", "code": "timed_out"}]
    assert (record["kind"], record["key"], record["epoch"], record["version"]) == ("answer", key.id, 7, 3)


def test_searches_and_failures_are_recorded(audited: Audited) -> None:
    recording = recorder(audited)
    recording.searched(QUESTION, [of("docs", 3)], {"total": 0.1}, identity())
    recording.failed(QUESTION, identity(), "FID301")
    recording.failed(QUESTION, identity("eva"), "FID500", Asked.SEARCH)
    search_failed, question_failed, search = records(audited)
    assert [each["document"] for each in search["sources"]] == [3]
    assert (question_failed["kind"], question_failed["errors"]) == ("answer", ["FID301"])
    assert (search_failed["kind"], search_failed["refusal"]) == ("search", "failed")
    assert {each["decision"] for each in (search, question_failed, search_failed)} == {None}


def test_a_filter_that_cannot_be_told_is_an_error_and_no_number(audited: Audited) -> None:
    def closed(_: Identity, __: frozenset[str]) -> Permit:
        raise NotAvailableError("not available")

    answered(audited, recorder(audited, closed))
    (record,) = records(audited)
    assert (record["filter"], record["errors"]) == (None, ["FID500"])


def test_nothing_that_goes_wrong_reaches_the_person_who_asks(
    audited: Audited, caplog: pytest.LogCaptureFixture
) -> None:
    (audited.folder / "traces.key").write_bytes(b"damaged")
    (audited.folder / "debug").write_text("not a folder")
    recording = recorder(audited)
    with caplog.at_level(logging.ERROR):
        answered(audited, recording)
        recording.searched(QUESTION, [], {}, identity())
        recording.failed(QUESTION, identity(), "FID500")
    assert caplog.text.count("was not kept") == 3
    assert "entrega" not in caplog.text


def test_texts_are_kept_under_a_grant_and_grants_that_have_ended_are_swept(audited: Audited) -> None:
    audited.auditing.grants.add(
        new_grant(
            user="ana", corpora=frozenset(), by="audita", reason="why", now=NOW, until=NOW + timedelta(days=1),
            approved_by="",
        )
    )  # fmt: skip
    recording = recorder(audited)
    answered(audited, recording)
    (grant,) = audited.auditing.grants.in_force()
    assert [each["question"] for each in audited.auditing.texts.read(grant.id)] == [QUESTION.text]
    audited.clock.now = NOW + timedelta(days=1)
    recording.answered(
        QUESTION, replace(answer(id="b2"), answered_at=audited.clock.now), plan(), {}, identity(), [], [], {}
    )
    assert [each.action for each in audited.events()] == [Action.DEBUG_EXPIRED]
    assert not list((audited.folder / "debug").iterdir())
