"""Pseudonyms: the same for the same person, of no use without the secret, and a secret that stays one."""

import stat
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.errors import WorkspaceError
from fidedigno.trace.pseudonym import SECRET_BYTES, PseudonymKey

KEY, OTHER = PseudonymKey(b"k" * SECRET_BYTES), PseudonymKey(b"o" * SECRET_BYTES)


def test_a_person_has_one_pseudonym_in_a_workspace_and_another_one_elsewhere() -> None:
    assert KEY.user("t", "ana") == KEY.user("t", "ana")
    assert (
        len({KEY.user("t", "ana"), KEY.user("u", "ana"), KEY.user("t", "eva"), OTHER.user("t", "ana")}) == 4
    )


def test_somebody_unknown_has_none() -> None:
    assert KEY.user("t", None) == ""


@given(st.lists(st.text(), min_size=1, max_size=3), st.lists(st.text(), min_size=1, max_size=3))
def test_different_parts_have_different_fingerprints(one: list[str], other: list[str]) -> None:
    assert (KEY.fingerprint("p", *one) == KEY.fingerprint("p", *other)) == (one == other)


def test_the_same_text_for_another_purpose_has_another_fingerprint() -> None:
    assert KEY.fingerprint("slot", "41") != KEY.fingerprint("name", "41")
    assert KEY.fingerprint("user", "t", "ana").removeprefix("#") != KEY.user("t", "ana")[:15]


def test_a_key_does_not_show_its_secret() -> None:
    assert "kkkk" not in repr(KEY)
    assert "kkkk" not in str(KEY)


def test_a_short_secret_is_refused() -> None:
    with pytest.raises(ValueError, match="at least"):
        PseudonymKey(b"k" * (SECRET_BYTES - 1))


def test_the_secret_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    first = PseudonymKey.open(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(path.read_bytes()) == SECRET_BYTES
    assert PseudonymKey.open(path).user("t", "ana") == first.user("t", "ana")
    assert [each.name for each in tmp_path.iterdir()] == ["secret"]


def test_threads_that_make_it_at_once_agree_on_it(tmp_path: Path) -> None:
    path, found = tmp_path / "secret", []
    barrier = threading.Barrier(8)

    def make() -> None:
        barrier.wait()
        found.append(PseudonymKey.open(path).user("t", "ana"))

    threads = [threading.Thread(target=make) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(found) == 8
    assert len(set(found)) == 1
    assert [each.name for each in tmp_path.iterdir()] == ["secret"]


def test_a_secret_that_others_may_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    PseudonymKey.open(path)
    path.chmod(0o640)
    with pytest.raises(WorkspaceError, match="others may read"):
        PseudonymKey.open(path)


@pytest.mark.parametrize("content", [b"", b"short", b"x" * (SECRET_BYTES + 1)])
def test_a_damaged_secret_is_refused_and_not_replaced(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "secret"
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(WorkspaceError, match="damaged"):
        PseudonymKey.open(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("where", ["absent/secret", "."])
def test_a_place_that_cannot_hold_a_secret_is_refused(tmp_path: Path, where: str) -> None:
    with pytest.raises(WorkspaceError):
        PseudonymKey.open(tmp_path / where)
