"""The ring of keys: rotated without losing anybody's records, and a destroyed key means nothing any more."""

from pathlib import Path

import pytest

from fidedigno.errors import WorkspaceError
from fidedigno.secret_file import SECRET_BYTES
from fidedigno.trace.keys import KeyRing


@pytest.fixture
def ring(tmp_path: Path) -> KeyRing:
    return KeyRing(tmp_path / "traces.key")


def test_the_first_key_is_made_and_stays(ring: KeyRing, tmp_path: Path) -> None:
    assert ring.current().id == KeyRing(tmp_path / "traces.key").current().id
    assert ring.older() == ()
    assert "Key" in repr(ring)
    assert str(tmp_path) not in repr(ring)


def test_a_person_is_found_under_every_key(ring: KeyRing) -> None:
    before = ring.current().user("t", "ana")
    former, current = ring.rotate()
    assert former != current == ring.current().id
    after = ring.current().user("t", "ana")
    assert before != after
    assert ring.users("t", "ana") == {before, after}
    assert ring.users("t", None) == frozenset()
    assert ring.older() == (former,)


def test_a_ring_that_is_open_elsewhere_sees_the_rotation(ring: KeyRing, tmp_path: Path) -> None:
    other = KeyRing(tmp_path / "traces.key")
    old = other.current().id
    _, new = ring.rotate()
    assert other.current().id == new
    assert other.holds(old)
    assert other.holds(new)


def test_a_destroyed_key_makes_its_pseudonyms_meaningless(ring: KeyRing, tmp_path: Path) -> None:
    pseudonym = ring.current().user("t", "ana")
    secret = (tmp_path / "traces.key").read_bytes()
    former, _ = ring.rotate()
    ring.destroy(former)
    assert not ring.holds(former)
    assert pseudonym not in ring.users("t", "ana")
    assert ring.older() == ()
    assert not [each for each in tmp_path.iterdir() if secret in each.read_bytes()]


@pytest.mark.parametrize("wrong", ["", "0" * 12, "../traces.key", "draft-00", "*"])
def test_only_an_older_key_is_destroyed(ring: KeyRing, wrong: str) -> None:
    current = ring.current().id
    for each in (wrong, current):
        with pytest.raises(WorkspaceError, match="no older secret"):
            ring.destroy(each)
    assert ring.holds(current)


def test_an_older_key_that_is_damaged_is_not_passed_over(ring: KeyRing, tmp_path: Path) -> None:
    former, _ = ring.rotate()
    place = tmp_path / f"traces.key.{former}"
    place.write_bytes(bytes(SECRET_BYTES))
    with pytest.raises(WorkspaceError, match="damaged"):
        ring.users("t", "ana")
    place.write_bytes(b"short")
    with pytest.raises(WorkspaceError, match="damaged"):
        ring.all()


def test_a_key_that_others_may_read_is_refused_even_when_it_was_read_before(
    ring: KeyRing, tmp_path: Path
) -> None:
    ring.current()
    (tmp_path / "traces.key").chmod(0o644)
    with pytest.raises(WorkspaceError, match="others may read"):
        ring.current()


def test_a_rotation_that_was_cut_short_left_the_former_key(ring: KeyRing, tmp_path: Path) -> None:
    former = ring.current().id
    (tmp_path / f"traces.key.{former}").hardlink_to(tmp_path / "traces.key")  # the crash came here
    assert [each.id for each in ring.all()] == [former]
    assert ring.rotate()[0] == former
    assert ring.older() == (former,)
