"""What is read from the record and written to it: order, limits, what a corpus sees."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from fidedigno.verify.drift import records
from fidedigno.verify.drift.entry import Given, Recorded
from fidedigno.verify.drift.fingerprint import Fingerprint
from fidedigno.verify.drift.store import DriftStore
from fidedigno.verify.drift.tables import DriftAnswer, DriftHealth
from fidedigno.verify.report import Drift

NOW = datetime(2026, 5, 4, tzinfo=UTC)
PRINT = Fingerprint(("a:b", "c:d"), ("e", "f"), ("f",), -1, True, 3)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with closing(DriftStore(tmp_path / "drift.db", deadline=20.0)) as store, store.turn() as session:
        yield session


def given(minute: int = 0, question: str = "00", corpora: tuple[str, ...] = (), **signals: float) -> Given:
    return Given("t", question, NOW + timedelta(minutes=minute), corpora, f"v{minute}", signals)


def keep(
    session: Session, given: Given, made: Fingerprint = PRINT, answers: int = 50, stream: int = 100
) -> int:
    return records.keep(
        session, given, made, Drift(distance=0.25, compared=3), answers=answers, stream=stream
    )


def test_a_fingerprint_comes_out_as_it_went_in(session: Session) -> None:
    keep(session, given())
    keep(session, given(), Fingerprint())
    assert records.earlier(session, "00", 10) == [Fingerprint(), PRINT]


def test_the_order_is_that_of_the_moments_and_not_of_the_writing(session: Session) -> None:
    for minute in (5, 1, 3):
        keep(session, given(minute), Fingerprint(length_bucket=minute))
    assert [each.length_bucket for each in records.earlier(session, "00", 2)] == [5, 3]
    assert records.recorded(session, "00")[0] == Recorded(NOW + timedelta(minutes=1), "v1", 0.25, False)


def test_of_a_question_only_the_last_answers_stay(session: Session) -> None:
    keep(session, given(question="11"))
    for minute in range(6):
        keep(session, given(minute), answers=4)
    assert [each.index_version for each in records.recorded(session, "00")] == ["v2", "v3", "v4", "v5"]
    assert len(records.recorded(session, "11")) == 1


def test_a_measure_is_kept_for_each_corpus_once_and_for_all_together(session: Session) -> None:
    keep(session, given(1, corpora=("b", "a", "b"), faithfulness=0.5))
    keep(session, given(2, corpora=("c",)))
    assert records.corpora(session, "t") == ["", "a", "b"]
    (health,) = records.stream(session, "t", "a", 10)
    assert (health.index_version, health.signals) == ("v1", {"faithfulness": 0.5})
    assert records.corpora(session, "u") == []


def test_a_stream_is_its_last_measures_in_order_and_does_not_grow_for_ever(session: Session) -> None:
    for minute in range(200):
        keep(session, given(minute, question=f"{minute:02x}", faithfulness=0.5), stream=10)
    assert [each.index_version for each in records.stream(session, "t", "", 3)] == ["v197", "v198", "v199"]
    assert session.scalar(select(func.count()).select_from(DriftHealth)) < 10 * 2 + 64


def test_forgetting_a_question_leaves_nothing_of_it(session: Session) -> None:
    keep(session, given(corpora=("a",), faithfulness=0.5))
    keep(session, given(question="11", faithfulness=0.5))
    assert records.forget(session, "t", "00") == 1
    assert session.scalars(select(DriftAnswer.question)).all() == ["11"]
    assert session.scalars(select(DriftHealth.question)).all() == ["11"]
    assert records.forget(session, "u") == 0
    assert records.forget(session, "t") == 1
    assert records.corpora(session, "t") == []


def test_what_was_before_a_moment_expires(session: Session) -> None:
    for minute in range(4):
        keep(session, given(minute, faithfulness=0.5))
    assert records.expire(session, NOW + timedelta(minutes=3)) == 3
    assert len(records.stream(session, "t", "", 10)) == 1


def test_a_name_that_is_too_long_is_cut_alike_where_it_is_written_and_read(session: Session) -> None:
    long = "x" * 500
    keep(session, Given(long, "00", NOW, (long,), long, {"faithfulness": 1.0}))
    assert len(records.stream(session, long, records.corpora(session, long)[1], 5)) == 1


def test_what_rests_on_a_document_is_forgotten_with_it_and_measures_stay(session: Session) -> None:
    for number, documents in enumerate([(1,), (11, 2), (2, 1), (), (21,)]):
        keep(
            session, replace(given(number, f"{number:02}", ("docs",), faithfulness=0.5), documents=documents)
        )
    assert records.forget_documents(session, [1]) == 2
    left = session.scalars(select(DriftAnswer.documents).order_by(DriftAnswer.id)).all()
    assert left == [" 2 11 ", "", " 21 "]
    assert records.forget_documents(session, [2, 21, 99]) == 2
    assert records.forget_documents(session, []) == 0
    assert session.scalar(select(func.count()).select_from(DriftAnswer)) == 1
    assert session.scalar(select(func.count()).select_from(DriftHealth)) == 10
