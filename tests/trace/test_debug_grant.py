"""Debug grants: in force only while they certainly are, and gone without a trace afterwards."""

import json
import stat
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.errors import ConfigurationError, NotAvailableError, WorkspaceError
from fidedigno.trace.debug_grant import MAX_GRANT, Grant, GrantFolder, new_grant
from tests.access.house import Clock
from tests.trace.made import NOW


def made(**changes: Any) -> Grant:
    fields: dict[str, Any] = {
        "user": "ana", "corpora": frozenset({"docs"}), "by": "audita", "reason": "why", "now": NOW,
        "until": NOW + timedelta(days=1), "approved_by": "",
    }  # fmt: skip
    return new_grant(**(fields | changes))


@pytest.fixture
def clock() -> Clock:
    clock = Clock()
    clock.now = NOW
    return clock


@pytest.fixture
def folder(tmp_path: Path, clock: Clock) -> GrantFolder:
    return GrantFolder(tmp_path / "debug", clock)


@given(st.timedeltas(-MAX_GRANT * 2, MAX_GRANT * 2))
def test_a_grant_is_in_force_between_its_ends_and_at_no_other_time(offset: timedelta) -> None:
    assert made().valid_at(NOW + offset) == (timedelta(0) <= offset < timedelta(days=1))


def test_a_grant_that_was_made_longer_by_hand_is_none(folder: GrantFolder, tmp_path: Path) -> None:
    grant = made()
    folder.add(grant)
    place = tmp_path / "debug" / f"{grant.id}.grant"
    data = json.loads(place.read_bytes())
    place.write_text(json.dumps(data | {"until": (NOW + timedelta(days=8)).isoformat()}))
    assert folder.in_force() == []


def test_its_files_are_for_their_owner_alone_and_the_key_is_not_shown(
    folder: GrantFolder, tmp_path: Path
) -> None:
    grant = made()
    folder.add(grant)
    assert folder.in_force() == [grant]
    modes = {stat.S_IMODE(each.stat().st_mode) for each in (tmp_path / "debug").iterdir()}
    assert modes == {0o600}
    assert stat.S_IMODE((tmp_path / "debug").stat().st_mode) == 0o700
    assert grant.key.decode() not in repr(grant) + str(grant.as_dict())


def test_time_ends_it_and_its_files(folder: GrantFolder, tmp_path: Path, clock: Clock) -> None:
    grant = made()
    folder.add(grant)
    clock.now = NOW + timedelta(days=1) - timedelta(microseconds=1)
    assert folder.sweep() == ()
    clock.now = NOW + timedelta(days=1)
    assert folder.in_force() == []
    assert folder.sweep() == (grant.id,)
    assert not list((tmp_path / "debug").iterdir())
    assert folder.sweep() == ()


def test_a_clock_that_goes_back_opens_nothing(folder: GrantFolder, clock: Clock) -> None:
    folder.add(made())
    clock.now = NOW - timedelta(seconds=1)
    assert folder.in_force() == []


@pytest.mark.parametrize(
    "content",
    [b"", b"null", b"[]", b"{}", b"\xff", b"[" * 100_000, b'{"grant": 1}'],
)
def test_a_damaged_grant_is_none_and_is_deleted_with_its_texts(
    folder: GrantFolder, tmp_path: Path, content: bytes
) -> None:
    grant = made()
    folder.add(grant)
    (tmp_path / "debug" / f"{grant.id}.grant").write_bytes(content)
    assert folder.in_force() == []
    assert folder.sweep() == (grant.id,)
    assert not list((tmp_path / "debug").iterdir())


@pytest.mark.parametrize("key", ["grant", "user", "corpora", "by", "since", "until", "approved_by", "key"])
@pytest.mark.parametrize("value", [None, 7, "", [], "2026-11-12T09:00:00"])
def test_a_grant_with_a_wrong_value_never_grants_more(
    folder: GrantFolder, tmp_path: Path, key: str, value: object
) -> None:
    grant = made()
    folder.add(grant)
    place = tmp_path / "debug" / f"{grant.id}.grant"
    place.write_text(json.dumps(json.loads(place.read_bytes()) | {key: value}))
    for found in folder.in_force():
        assert found.user or found.corpora
        assert found.until <= grant.until


def test_a_grant_that_others_may_read_is_none(folder: GrantFolder, tmp_path: Path) -> None:
    grant = made()
    folder.add(grant)
    (tmp_path / "debug" / f"{grant.id}.grant").chmod(0o640)
    assert folder.in_force() == []


def test_texts_without_a_grant_are_deleted(folder: GrantFolder, tmp_path: Path) -> None:
    grant = made()
    folder.add(grant)
    (tmp_path / "debug" / f"{grant.id}.grant").unlink()
    assert folder.sweep() == (grant.id,)
    assert not list((tmp_path / "debug").iterdir())


@pytest.mark.parametrize("wrong", ["", "0" * 16, "../state", "*"])
def test_what_is_no_grant_cannot_be_revoked(folder: GrantFolder, wrong: str) -> None:
    folder.add(made())
    with pytest.raises(NotAvailableError):
        folder.revoke(wrong)
    assert len(folder.in_force()) == 1


def test_without_a_cipher_there_is_no_grant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.fernet", None)
    with pytest.raises(ConfigurationError, match="encrypt"):
        made()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "debug").write_text("a file")
    with pytest.raises(WorkspaceError, match="grant"):
        GrantFolder(tmp_path / "debug", lambda: NOW).add(made())
