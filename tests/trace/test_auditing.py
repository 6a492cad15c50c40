"""Auditors and operators: who gets what, that every look is recorded, and that refusals tell nothing."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from fidedigno.errors import NotAvailableError, UsageError
from fidedigno.model import Answer
from fidedigno.trace.auditing import DebugRequest
from fidedigno.trace.event import Action
from fidedigno.trace.ledger import Kind
from fidedigno.trace.listing import Wanted
from tests.trace.audited import Audited, everything, of
from tests.trace.made import NOW, answer, identity, trace

WISH = DebugRequest(
    "audita", "an answer is wrong", NOW + timedelta(days=2), user="ana", corpora=frozenset({"docs"})
)
LOOKS: dict[str, Callable[[Audited, str | None], Any]] = {
    "list": lambda a, who: a.auditing.records(as_user=who),
    "export": lambda a, who: list(
        a.auditing.export(NOW - timedelta(days=1), NOW + timedelta(days=1), as_user=who)
    ),
    "grants": lambda a, who: a.auditing.debug_grants(as_user=who),
    "texts": lambda a, who: a.auditing.debug_texts("0" * 16, as_user=who),
    "grant": lambda a, who: a.auditing.grant_debug(replace(WISH, by=who or "")),
}


def keep(audited: Audited, name: str, user: str = "ana") -> None:
    key = audited.keys.current()
    made = replace(trace(user, name), key=key.id, user=key.user("default", user))
    assert not audited.store.keep(made)


def told() -> Answer:
    return answer(evidence=(), claims=(), verdicts=())


@pytest.mark.parametrize("look", LOOKS)
def test_anybody_but_an_auditor_is_refused_as_if_there_were_nothing(audited: Audited, look: str) -> None:
    refusals = set()
    for some in (False, True):
        for who in ("ana", "fuera", "nadie", None, "audit"):
            with pytest.raises(NotAvailableError) as caught:
                LOOKS[look](audited, who)
            refusals.add(str(caught.value.as_dict()))
        if not some:
            keep(audited, "a1")
    assert refusals == {"{'code': 'FID500', 'message': 'not available', 'hint': ''}"}
    assert audited.events() == [], "a refusal leaves no event that a later auditor would take for a look"


def test_a_look_is_recorded_with_who_looked_at_whom(audited: Audited) -> None:
    keep(audited, "a1")
    assert [each.id for each in audited.auditing.records(as_user="AUDITA", user="ana").items] == ["a1"]
    list(audited.auditing.export(NOW, NOW + timedelta(days=1), as_user="audita"))
    key = audited.keys.current()
    assert [(each.action, each.actor, each.people) for each in audited.events()] == [
        (Action.AUDIT_LISTED, key.user("default", "audita"), (key.user("default", "ana"),)),
        (Action.AUDIT_EXPORTED, key.user("default", "audita"), ()),
    ]


@pytest.mark.parametrize("look", ["list", "export"])
def test_a_look_that_cannot_be_recorded_is_refused(audited: Audited, look: str) -> None:
    keep(audited, "a1")
    (audited.folder / "audit.head").unlink()
    (audited.folder / "audit.head").mkdir()
    with pytest.raises(NotAvailableError):
        LOOKS[look](audited, "audita")


def test_a_person_is_found_under_every_key(audited: Audited) -> None:
    keep(audited, "a1")
    audited.auditing.rotate_key(by="jefa")
    keep(audited, "a2")
    keep(audited, "e1", "eva")
    listed = audited.auditing.records(everything([Kind.ANSWER]), as_user="audita", user="ana")
    assert [each.id for each in listed.items] == ["a2", "a1"]
    with pytest.raises(NotAvailableError):
        audited.auditing.rotate_key(by="nadie")


@pytest.mark.parametrize("size", [0, 201])
def test_a_page_of_an_odd_size_is_refused(audited: Audited, size: int) -> None:
    with pytest.raises(UsageError, match="page"):
        audited.auditing.records(Wanted(size=size), as_user="audita")


def test_an_export_of_an_empty_period_is_refused(audited: Audited) -> None:
    for since, until in ((NOW, NOW), (NOW, NOW - timedelta(days=1)), (NOW.replace(tzinfo=None), NOW)):
        with pytest.raises(UsageError, match="later"):
            audited.auditing.export(since, until, as_user="audita")


def test_the_head_is_signed_and_moves_on(audited: Audited) -> None:
    first = audited.auditing.head()
    assert (first.sequence, audited.auditing.verify([first]).whole) == (0, True)
    keep(audited, "a1")
    kept = audited.auditing.head()
    keep(audited, "a2")
    assert kept.sequence == 1
    assert audited.auditing.verify([first, kept]).whole


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"user": "", "corpora": frozenset()}, UsageError, "names a person or a corpus"),
        ({"reason": "  "}, UsageError, "reason"),
        ({"reason": "x" * 501}, UsageError, "reason"),
        ({"until": NOW}, UsageError, "within 7 days"),
        ({"until": NOW + timedelta(days=7, seconds=1)}, UsageError, "within 7 days"),
        ({"until": (NOW + timedelta(days=1)).replace(tzinfo=None)}, UsageError, "within 7 days"),
        ({"user": "nadie"}, NotAvailableError, "no enabled account"),
        ({"user": "fuera"}, NotAvailableError, "no enabled account"),
        ({"corpora": frozenset({"docs", "otro"})}, NotAvailableError, "no corpus"),
        ({"corpora": frozenset({"rrhh"})}, UsageError, "second person"),
        ({"corpora": frozenset({"secreto"})}, UsageError, "second person"),
        ({"corpora": frozenset({"rrhh"}), "approved_by": "audita"}, UsageError, "second person"),
        ({"corpora": frozenset({"rrhh"}), "approved_by": "AUDITA "}, UsageError, "second person"),
        ({"corpora": frozenset({"rrhh"}), "approved_by": "ana"}, UsageError, "second person"),
        ({"corpora": frozenset({"rrhh"}), "approved_by": "fuera"}, NotAvailableError, "no enabled account"),
    ],
)  # fmt: skip
def test_a_grant_that_is_not_in_order_is_refused_and_leaves_nothing(
    audited: Audited, changes: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        audited.auditing.grant_debug(replace(WISH, **changes))
    assert audited.events() == []
    assert audited.auditing.grants.in_force() == []


def test_a_restricted_corpus_is_granted_with_a_second_person(audited: Audited) -> None:
    wish = replace(WISH, corpora=frozenset({"rrhh"}), approved_by="jefa")
    grant = audited.auditing.grant_debug(wish)
    assert grant.approved_by == "jefa"
    (event,) = audited.events()
    key = audited.keys.current()
    assert event.action is Action.DEBUG_GRANTED
    assert event.people == (key.user("default", "ana"), key.user("default", "jefa"))
    assert f"grant:{grant.id}" in event.objects


def test_a_grant_is_listed_read_revoked_and_each_is_recorded(audited: Audited) -> None:
    grant = audited.auditing.grant_debug(WISH)
    assert [each.id for each in audited.auditing.debug_grants(as_user="audita")] == [grant.id]
    assert audited.auditing.texts.keep("¿Cuándo?", told(), identity(), [of("docs")]) == 1
    (kept,) = audited.auditing.debug_texts(grant.id, as_user="audita")
    assert kept["question"] == "¿Cuándo?"
    audited.auditing.revoke_debug(grant.id, by="jefa")
    assert audited.auditing.debug_grants(as_user="audita") == []
    with pytest.raises(NotAvailableError):
        audited.auditing.debug_texts(grant.id, as_user="audita")
    with pytest.raises(NotAvailableError):
        audited.auditing.revoke_debug(grant.id)
    actions = [each.action for each in audited.events()]
    assert actions == [Action.DEBUG_GRANTED, Action.DEBUG_READ, Action.DEBUG_REVOKED]


def test_a_grant_that_cannot_be_recorded_is_none(audited: Audited) -> None:
    with audited.house.database.session() as session:
        session.execute(text("ALTER TABLE traces RENAME TO hidden"))
    with pytest.raises(NotAvailableError):
        audited.auditing.grant_debug(WISH)
    assert audited.auditing.grants.in_force() == []


def test_what_has_ended_is_swept_and_recorded(audited: Audited) -> None:
    grant = audited.auditing.grant_debug(WISH)
    keep(audited, "a1")
    audited.clock.now = NOW + timedelta(days=31)
    done = audited.auditing.expire()
    assert done["grants"] == [grant.id]
    assert done["records"] == 2
    assert [each.action for each in audited.events()] == [Action.DEBUG_EXPIRED]
    assert not list((audited.folder / "debug").iterdir())


def test_forgetting_a_document_forgets_records_and_texts_that_name_it(audited: Audited) -> None:
    grant = audited.auditing.grant_debug(replace(WISH, user=""))
    keep(audited, "a1")
    for document in (1, 8):
        assert audited.auditing.texts.keep("¿Qué dice?", told(), identity(), [of("docs", document)]) == 1
    assert audited.auditing.forget_documents([1]) == 1
    (left,) = audited.auditing.debug_texts(grant.id, as_user="audita")
    assert left["documents"] == [8]
    assert audited.events()[1].objects == ("document:1",)
    assert audited.auditing.verify().whole


def test_forgetting_a_person_ends_grants_on_them_and_drops_their_texts(audited: Audited) -> None:
    of_ana = audited.auditing.grant_debug(WISH)
    of_all = audited.auditing.grant_debug(replace(WISH, user=""))
    keep(audited, "a1")
    for who in ("ana", "eva"):
        audited.auditing.texts.keep("¿Qué dice?", told(), identity(who), [of("docs")])
    pseudonym = audited.keys.current().user("default", "ana").encode()
    assert audited.auditing.forget_person("ana") == 2, "an answer, and the grant that names her"
    assert [each.id for each in audited.auditing.grants.in_force()] == [of_all.id]
    assert [each["user"] for each in audited.auditing.texts.read(of_all.id)] == ["eva"]
    assert pseudonym not in audited.bytes_of_folder()
    assert not (audited.folder / "debug" / f"{of_ana.id}.grant").exists()
