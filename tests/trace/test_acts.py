"""What is done to a workspace is in its trail: by codes and marks, and failures too."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from fidedigno import Fidedigno
from fidedigno.access import Role, UserEntry
from fidedigno.access.provided_accounts import AccountDraft
from fidedigno.errors import NotAvailableError
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.trace.event import Action
from fidedigno.trace.ledger import Kind
from fidedigno.trace.listing import Wanted
from tests.conftest import MakeCorpus


@pytest.fixture
def place(workspace: Fidedigno, make_corpus: MakeCorpus) -> Fidedigno:
    workspace.settings = workspace.settings.model_copy(update={"auditors": "user:audita"})
    for name in ("ana", "audita"):
        workspace.directory.put_user(UserEntry(name, name.title(), email=f"{name}@campus.example"))
    workspace.ingest(make_corpus({"a.md": "# Horno\n\nEl horno se apaga a las nueve.\n"}, acl="['user:ana']"))
    return workspace


def acts(place: Fidedigno) -> list[dict[str, Any]]:
    """The events, oldest first, without the looks at them."""
    listed = place.audit.records(Wanted(frozenset({Kind.EVENT})), as_user="audita").items
    found = [each.record for each in reversed(listed)]
    return [each for each in found if each["action"] != Action.AUDIT_LISTED]


def test_an_account_that_is_switched_is_told_by_the_mark_of_its_person(place: Fidedigno) -> None:
    place.set_enabled("  ANA ", False)
    place.set_enabled("ana", True)
    ana = place._trail.keys.current().user("default", "ana")
    assert [(each["action"], each["people"]) for each in acts(place)[1:]] == [
        ("account_disabled", [ana]),
        ("account_enabled", [ana]),
    ]


def test_corpora_are_declared_changed_and_read_again_without_a_word(
    place: Fidedigno, make_corpus: MakeCorpus
) -> None:
    mark = f"corpus:{place._trail.keys.current().fingerprint('corpus', 'docs')}"
    again = make_corpus({"a.md": "# Horno\n\nEl horno se apaga a las diez.\n"}, acl="['user:ana']")
    place.ingest(again)
    place.ingest(make_corpus({}, acl="['user:audita']"))
    assert [(each["action"], each["objects"]) for each in acts(place)] == [
        ("corpus_declared", [mark]),
        ("corpus_changed", [mark]),
    ]


def test_a_forgotten_document_is_told_by_its_number(place: Fidedigno) -> None:
    place.ask("¿Cuándo se apaga el horno?", as_user="ana")
    (number,) = {each["id"] for each in place.corpus("docs")["documents"]}
    place.forget("a.md")
    last = acts(place)[-1]
    assert (last["action"], last["objects"]) == ("document_forgotten", [f"document:{number}"])
    assert last["numbers"] == {"records": 1}
    assert place.audit.verify().whole


def test_a_loaded_directory_is_told_in_numbers(place: Fidedigno, tmp_path: Path) -> None:
    file = tmp_path / "directory.yaml"
    file.write_text(
        "users: [{name: ana}, {name: audita}]\ngroups: [{name: g, members: [user:ana]}]\n", "utf-8"
    )
    place.load_directory(file)
    last = acts(place)[-1]
    assert (last["action"], last["numbers"]) == (
        "directory_loaded",
        {"users": 2, "groups": 1, "memberships": 1},
    )


class Broken:
    """A connected system that refuses."""

    name = "jira"

    async def people(self) -> Any:
        raise SourceError(SourceErrorKind.NOT_AVAILABLE, "Ana Gil may not")

    async def changes(self, cursor: object) -> Any:
        raise SourceError(SourceErrorKind.NOT_AVAILABLE, "Ana Gil may not")

    async def close(self) -> None:
        return None


def test_a_synchronisation_that_fails_is_told_by_its_code(place: Fidedigno) -> None:
    declaration = {
        "owner": "ana", "audience": "internal", "sensitivity": "internal", "revocation_lag": "1h",
        "freshness": "30d", "ai_allowed": True, "authority": "official",
    }  # fmt: skip
    with pytest.raises(SourceError):
        place.sync(Broken(), declaration)  # type: ignore[arg-type]
    last = acts(place)[-1]
    assert (last["action"], last["result"]) == ("connector_failed", SourceError.code)
    assert "Gil" not in str(last)


def test_an_auditor_who_opens_a_record_is_told_and_the_asker_is_not(place: Fidedigno) -> None:
    answer = place.ask("¿Cuándo se apaga el horno?", as_user="ana").id
    place.why(answer, as_user="ana")
    with pytest.raises(NotAvailableError):
        place.why(answer, as_user="nadie")
    before = len(acts(place))
    place.why(answer, as_user="audita")
    *_, last = acts(place)
    assert len(acts(place)) == before + 1
    assert last["actor"] == place._trail.keys.current().user("default", "audita")
    assert (last["action"], last["objects"]) == ("record_opened", [f"answer:{answer}"])


def test_a_question_that_fails_has_a_record_and_still_fails(
    place: Fidedigno, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> Any:
        raise NotAvailableError("not available")

    monkeypatch.setattr(type(place.index), "rank", refuse)
    with pytest.raises(NotAvailableError):
        place.ask("¿Cuándo se apaga el horno?", as_user="ana")
    with pytest.raises(NotAvailableError):
        place.search("¿Cuándo se apaga el horno?", as_user="ana")
    wanted = Wanted(frozenset({Kind.ANSWER, Kind.SEARCH}))
    failed = [each.record for each in place.audit.records(wanted, as_user="audita").items]
    assert [(each["kind"], each["refusal"], each["errors"]) for each in failed] == [
        ("search", "failed", ["FID500"]),
        ("answer", "failed", ["FID500"]),
    ]


def test_an_approval_and_its_end_are_told_with_who_decided(place: Fidedigno, make_corpus: MakeCorpus) -> None:
    board = make_corpus(
        {"b.md": "# Consejo\n\nActa.\n"}, name="board", acl="['user:ana']", audience="restricted"
    )
    place.ingest(board)
    place.approvals.approve("board", Role.SECURITY, "ana", datetime.now(UTC) + timedelta(days=1))
    place.approvals.revoke("board", Role.SECURITY, "ana")
    key = place._trail.keys.current()
    ana, mark = key.user("default", "ana"), f"corpus:{key.fingerprint('corpus', 'board')}"
    assert [(each["action"], each["actor"], each["objects"]) for each in acts(place)[-2:]] == [
        ("corpus_approved", ana, [mark]),
        ("approval_revoked", ana, [mark]),
    ]


def test_a_look_at_rights_is_told_before_it_is_answered_and_does_not_happen_if_it_cannot_be(
    place: Fidedigno, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = place.settings.owner
    place.administration(as_user=owner).explain("ana", "a.md")
    last = acts(place)[-1]
    key = place._trail.keys.current()
    assert (last["action"], last["actor"]) == ("access_explained", key.user("default", owner))
    assert last["people"] == [key.user("default", "ana")]
    monkeypatch.setattr(type(place.audit.trail), "note", lambda *_, **__: "FID999")
    with pytest.raises(NotAvailableError):
        place.administration(as_user=owner).explain("ana", "a.md")


def test_a_provider_that_switches_an_account_off_is_told(place: Fidedigno) -> None:
    accounts, _ = place.provided("corp")
    made = accounts.add(AccountDraft("eva", "Eva"))
    before = len(acts(place))
    accounts.change(made.id, lambda _: AccountDraft("eva", "Eva García"))
    assert len(acts(place)) == before, "a new display name switches nothing"
    accounts.change(made.id, lambda _: AccountDraft("eva", "Eva", enabled=False))
    eva = place._trail.keys.current().user("default", "eva")
    assert [(each["action"], each["people"]) for each in acts(place)[before:]] == [
        ("account_disabled", [eva])
    ]


def test_a_reading_of_a_connected_system_is_told_in_numbers_and_a_failure_by_its_code(
    place: Fidedigno,
) -> None:
    place.note_reading("declared-hub", {"written": 2}, "")
    place.note_reading("declared-hub", {}, "FID520")
    told = [(each["action"], each["numbers"], each["result"]) for each in acts(place)[-2:]]
    assert told == [("connector_synced", {"written": 2}, ""), ("connector_failed", {}, "FID520")]
    assert "hub" not in str(acts(place))
