"""Live checks over the whole road: what a source says at the moment of a question decides what is read."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from fidedigno import Fidedigno
from fidedigno.access import LiveOutcome
from fidedigno.access.content import UserEntry
from fidedigno.errors import NotAvailableError, UsageError
from fidedigno.live_checks import LiveDocuments
from fidedigno.model import Answer, Identity, Question
from fidedigno.sources.connector import LiveVerdict
from tests.conftest import MakeCorpus
from tests.fakes.connector import FakeConnector
from tests.fakes.live import SOURCE, asker, bring, found, open_place, system

ALLOWED, DENIED, UNKNOWN = LiveVerdict.ALLOWED, LiveVerdict.DENIED, LiveVerdict.UNKNOWN
TEXTS = {
    "pay": "# Pay\n\nSalaries of the kitchen rise in March by four percent.\n",
    "menu": "# Menu\n\nThe kitchen serves lentils on Tuesday.\n",
}
QUESTION = "When do the salaries of the kitchen rise?"


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Fidedigno]:
    with open_place(tmp_path / "live") as workspace:
        bring(workspace, system(TEXTS))
        yield workspace


def alike(answer: Answer) -> Answer:
    """An answer without what is its own: its id and its moment."""
    return replace(answer, id="", answered_at=datetime(2026, 1, 1, tzinfo=UTC))


def test_without_a_connection_to_its_source_a_corpus_stays_closed(place: Fidedigno) -> None:
    assert found(place, "ann", "kitchen") == []
    (corpus,) = place.corpora()
    assert corpus["state"] == "closed: no live check"
    place.use_live("other:corp", asker())
    assert found(place, "ann", "kitchen") == []
    place.use_live(SOURCE, asker())
    assert sorted(found(place, "ann", "kitchen")) == ["menu", "pay"]
    assert place.corpora()[0]["state"] == "open"


def test_the_source_is_asked_about_the_person_by_their_account_and_the_document_by_its_id(
    place: Fidedigno,
) -> None:
    fake = asker()
    place.use_live(SOURCE, fake)
    found(place, "ann", "kitchen")
    assert sorted(fake.checked) == [("a-ann", "menu"), ("a-ann", "pay")]


def test_what_is_revoked_at_the_source_is_not_used_by_the_next_question(place: Fidedigno) -> None:
    fake = asker()
    place.use_live(SOURCE, fake)
    assert "March" in place.ask(QUESTION, as_user="ann").claims[0].text
    fake.says["a-ann", "pay"] = DENIED
    assert found(place, "ann", "kitchen") == ["menu"]
    assert found(place, "bob", "kitchen salaries") == ["pay", "menu"]
    fake.says.clear()
    assert "March" in place.ask(QUESTION, as_user="ann").claims[0].text


def test_the_source_can_only_narrow_the_grants_at_rest(place: Fidedigno) -> None:
    fake = asker()
    place.use_live(SOURCE, fake)
    place.directory.put_user(UserEntry("eve", "eve", attributes={"fake.account": "a-ann"}))
    assert found(place, "eve", "kitchen") == found(place, None, "kitchen") == []
    assert not fake.checked, "nobody is asked about who may not read at rest"
    place.set_enabled("ann", False)
    assert found(place, "ann", "kitchen") == []
    assert not fake.checked


def test_fresh_access_lists_are_needed_beside_the_check(place: Fidedigno) -> None:
    place.use_live(SOURCE, asker())
    place.declared.mark_acl_synced("fake-corp", datetime(2026, 1, 1, tzinfo=UTC))
    assert found(place, "ann", "kitchen") == []
    assert place.corpora()[0]["state"] == "closed: stale"


@pytest.mark.parametrize(
    "trouble",
    [
        {"usually": DENIED},
        {"usually": UNKNOWN},
        {"usually": "allowed"},
        {"usually": RuntimeError("salaries")},
        {"hangs": True},
    ],
)
def test_denied_failed_and_absent_give_the_same_answer(tmp_path: Path, trouble: dict[str, Any]) -> None:
    with open_place(tmp_path / "empty") as empty, open_place(tmp_path / "full", live_seconds=0.1) as full:
        bring(empty, system({}))
        empty.use_live(SOURCE, asker())
        absent = empty.ask(QUESTION, as_user="ann")
        bring(full, system(TEXTS))
        full.use_live(SOURCE, asker(**trouble))
        withheld = full.ask(QUESTION, as_user="ann")
        assert absent.decision.value == "abstain"
        assert alike(withheld) == alike(absent)
        assert full.search(QUESTION, as_user="ann") == ()
        opened = full._reader().open(withheld.id, full.identity("ann")).trace
        assert {each.outcome for each in opened.live_checks} <= set(LiveOutcome) - {LiveOutcome.ALLOWED}
        assert len(opened.live_checks) == 2


def test_a_source_that_hangs_leaves_the_question_to_the_other_corpora(
    tmp_path: Path, make_corpus: MakeCorpus
) -> None:
    with open_place(tmp_path / "w", live_seconds=0.1) as workspace:
        bring(workspace, system(TEXTS))
        workspace.ingest(make_corpus({"plan.md": "# Plan\n\nThe kitchen is painted in May.\n"}))
        workspace.use_live(SOURCE, asker(hangs=True))
        answered = workspace.pipeline.answer(
            Question("When is the kitchen painted?"), workspace.identity("ann")
        )
        assert "May" in answered.answer.claims[0].text
        assert set(answered.live_checks.values()) == {LiveOutcome.TIMED_OUT}
        assert {each.title for each in answered.answer.evidence} == {"Plan"}


def test_the_breaker_opens_on_a_failing_source_and_the_status_says_so(place: Fidedigno) -> None:
    fake = asker(usually=UNKNOWN)
    place.use_live(SOURCE, fake)
    for _ in range(4):
        assert found(place, "ann", "kitchen") == []
    assert len(fake.checked) < 8
    (seen,) = place.status()["live_checks"]
    assert (seen["source"], seen["breaker"], seen["last_error"]) == (SOURCE, "open", "no_verdict")
    assert seen["checks"]["unknown"] == len(fake.checked)
    assert seen["checks"]["breaker_open"] == 8 - len(fake.checked)
    json.dumps(place.status())


def test_a_verdict_counts_for_its_time_and_for_its_person(tmp_path: Path) -> None:
    with open_place(tmp_path / "w", live_cache_seconds=600) as workspace:
        bring(workspace, system(TEXTS))
        fake = asker()
        workspace.use_live(SOURCE, fake)
        assert len(found(workspace, "ann", "kitchen")) == 2
        fake.usually = DENIED
        assert len(found(workspace, "ann", "kitchen")) == 2
        assert found(workspace, "bob", "kitchen") == []
        workspace.set_enabled("bob", False)  # any change of permissions makes every verdict old
        assert found(workspace, "ann", "kitchen") == []
        (seen,) = workspace.status()["live_checks"]
        assert seen["from_cache"] == 2
        assert seen["p95_ms"] >= 0


def test_somebody_whom_the_source_does_not_know_reads_nothing_and_is_not_asked_about(
    place: Fidedigno,
) -> None:
    fake = asker()
    place.use_live(SOURCE, fake)
    place.directory.put_user(UserEntry("ann", "ann"))  # without the account
    assert found(place, "ann", "kitchen") == []
    assert not fake.checked
    assert len(found(place, "bob", "kitchen")) == 2


class Raises(FakeConnector):
    """Cannot even say who somebody is."""

    def known_as(self, person: Identity) -> tuple[str, ...]:
        raise RuntimeError(person.user)


class Lies(FakeConnector):
    """Says who somebody is in a way that nobody can use."""

    def known_as(self, person: Identity) -> tuple[str, ...]:
        return (None, 7)  # type: ignore[return-value]


@pytest.mark.parametrize("kind", [Raises, Lies])
def test_a_connector_that_cannot_say_who_somebody_is_opens_nothing(
    place: Fidedigno, kind: type[FakeConnector], caplog: pytest.LogCaptureFixture
) -> None:
    place.use_live(SOURCE, kind(SOURCE, usually=ALLOWED))
    assert found(place, "ann", "kitchen") == []
    assert "ann" not in caplog.text


def test_documents_that_the_mirror_does_not_remember_are_not_used(place: Fidedigno) -> None:
    fake = asker()
    place.use_live(SOURCE, fake)
    state = place.folder / "mirrors" / "fake-corp" / ".mirror.json"
    for damaged in (b"", b"[]", b"{}", b"\xff"):
        state.write_bytes(damaged)
        assert found(place, "ann", "kitchen") == []
    state.unlink()
    assert found(place, "ann", "kitchen") == []
    assert not fake.checked
    bring(place, system(TEXTS))
    assert len(found(place, "ann", "kitchen")) == 2


def test_a_folder_that_only_calls_itself_like_the_source_is_not_the_source(
    place: Fidedigno, make_corpus: MakeCorpus
) -> None:
    fake = asker()
    place.use_live(SOURCE, fake)
    extra = f"access_pattern: live_check\nsource: {SOURCE}\n"
    # Under the very name that the mirror gives to a document that the source allows.
    (name,) = [each.external_id for each in place.catalog.documents() if each.title == "pay.md"]
    place.ingest(make_corpus({name: "# False\n\nThe kitchen is closed.\n"}, extra=extra))
    assert sorted(found(place, "ann", "kitchen")) == ["menu", "pay"]
    assert len(fake.checked) == 2


def test_nothing_is_read_from_the_index_before_its_source_has_confirmed_it(
    place: Fidedigno, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = asker(says={("a-ann", "pay"): DENIED})
    place.use_live(SOURCE, fake)
    read: list[tuple[list[int], list[Any]]] = []
    original = place.index.read

    def spy(identity: Identity, ids: Sequence[int], request: Any) -> list[Any]:
        chunks = original(identity, ids, request)
        read.append((list(ids), chunks))
        assert {chunk.document_id for chunk in chunks} <= request.confirmed
        return chunks

    monkeypatch.setattr(place.index, "read", spy)
    assert found(place, "ann", "kitchen salaries") == ["menu"]
    ((ids, chunks),) = read
    assert ids == [chunk.chunk_id for chunk in chunks], "not even asked for"


def test_asking_the_index_for_an_id_opens_nothing_that_was_not_confirmed(place: Fidedigno) -> None:
    from fidedigno.index import SearchRequest

    place.use_live(SOURCE, asker())
    ann = place.identity("ann")
    request = SearchRequest(None, ("kitchen",), (), None, unconfirmed=True)
    ids = place.index.rank(ann, request).by_ranker["words"].chunk_ids
    assert len(ids) == 2
    assert place.index.read(ann, ids, request) == []
    assert place.index.rank(ann, replace(request, unconfirmed=False)).by_ranker == {}
    documents = place.index.live_documents(ann, ids, request)
    one = documents[ids[0]]
    read = place.index.read(ann, ids, replace(request, confirmed=frozenset({one})))
    assert [chunk.document_id for chunk in read] == [one]
    eve = place.identity("eve")
    assert place.index.read(eve, ids, replace(request, confirmed=frozenset(documents.values()))) == []


def test_the_connector_is_closed_with_the_workspace(tmp_path: Path) -> None:
    fake = asker()
    with open_place(tmp_path / "w") as workspace:
        bring(workspace, system(TEXTS))
        workspace.use_live(SOURCE, fake)
        found(workspace, "ann", "kitchen")
        assert fake.closed == 0
    assert fake.closed == 1
    with Fidedigno.open(tmp_path / "w") as again:
        assert found(again, "ann", "kitchen") == [], "a connection is not remembered"


def test_a_person_that_has_left_the_directory_meanwhile_is_nobody(place: Fidedigno) -> None:
    fake = asker()
    place.use_live(SOURCE, fake)
    before = place.identity("ann")
    place.directory.remove_user("ann")
    run = place.live.begin(before)
    assert run is not None
    ids = [place.catalog.find(each.external_id)[0][0] for each in place.catalog.documents()]
    assert run.confirm(ids) == frozenset()
    assert not fake.checked


@pytest.mark.parametrize("name", ["", " "])
def test_a_source_without_a_name_cannot_be_connected(place: Fidedigno, name: str) -> None:
    with pytest.raises(UsageError, match="name"):
        place.use_live(name, asker())
    assert place.live.sources == frozenset()


def test_where_nothing_is_connected_no_check_is_begun(place: Fidedigno) -> None:
    documents: LiveDocuments = place.live
    assert documents.begin(place.identity("ann")) is None
    assert (documents.sources, documents.status()) == (frozenset(), [])


def test_a_cited_document_is_asked_about_again_before_why_tells_of_it(place: Fidedigno) -> None:
    fake = asker()
    place.use_live(SOURCE, fake)
    answer = place.ask(QUESTION, as_user="ann")
    fake.checked.clear()
    assert any("pay.md" in each for each in place.why(answer.id, as_user="ann").sources)
    assert ("a-ann", "pay") in fake.checked
    fake.says["a-ann", "menu"] = DENIED  # considered, and not cited
    told = place.why(answer.id, as_user="ann").as_dict()
    assert "menu.md" not in json.dumps(told)
    assert "gather.live" not in told["milliseconds"]
    assert told["live_checks"] == []
    fake.says["a-ann", "pay"] = DENIED
    with pytest.raises(NotAvailableError) as closed:
        place.why(answer.id, as_user="ann")
    with pytest.raises(NotAvailableError) as absent:
        place.why("0123456789abcdef", as_user="ann")
    assert closed.value.as_dict() == absent.value.as_dict()


def test_auditors_are_told_how_many_checks_ended_how_and_forgetting_forgets_the_record(
    tmp_path: Path,
) -> None:
    with open_place(tmp_path / "w", auditors="user:olga") as workspace:
        bring(workspace, system(TEXTS))
        workspace.directory.put_user(UserEntry("olga", "olga"))
        workspace.use_live(SOURCE, asker(says={("a-ann", "pay"): DENIED}))
        answer = workspace.ask(QUESTION, as_user="ann")
        told = workspace.why(answer.id, as_user="olga", language="en")
        assert [each.says for each in told.live_checks] == ["allowed: 1", "denied: 1"]
        assert "pay.md" not in "".join(told.lines())
        pay = next(each for each in workspace.catalog.documents() if each.title == "pay.md")
        assert workspace.traces.get(workspace.settings.tenant, answer.id) is not None
        workspace.forget(str(pay.document_id))
        assert workspace.traces.get(workspace.settings.tenant, answer.id) is None
