"""The arithmetic of the chain: nothing that is kept can differ and hash the same."""

from dataclasses import dataclass, fields, replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.trace.links import GENESIS, ChainKey, Sealed, add_reasons, canonical, same
from tests.trace.made import NOW

KEY, OTHER = ChainKey(b"k" * 32), ChainKey(b"o" * 32)
SEALED = Sealed(1, "a1", "t", "answer", "p", "k", NOW, "{}", (1, 2), ("p1",), "salt")
CHANGES: dict[str, Any] = {
    "id": 2,
    "at": NOW + timedelta(microseconds=1),
    "documents": (1,),
    "people": (),
}


@pytest.mark.parametrize("name", [each.name for each in fields(Sealed)])
def test_every_field_of_a_record_changes_its_digest(name: str) -> None:
    assert replace(SEALED, **{name: CHANGES.get(name, "other")}).digest() != SEALED.digest()


def test_the_order_in_which_a_store_gives_names_does_not_matter() -> None:
    assert replace(SEALED, documents=(2, 1)).digest() == SEALED.digest()


@given(st.lists(st.text() | st.integers(), max_size=4), st.lists(st.text() | st.integers(), max_size=4))
def test_different_parts_have_different_canonical_forms(one: list[object], other: list[object]) -> None:
    assert (canonical(one) == canonical(other)) == (one == other)


@dataclass
class Place:
    sequence: int
    first: int
    digest: str
    link: str
    reason: str = ""
    seal: str = ""


def live() -> Place:
    digest = SEALED.digest()
    return Place(3, 3, digest, KEY.link(3, GENESIS, digest))


def tombstone() -> Place:
    place = live()
    place.reason = "expired"
    place.seal = KEY.tombstone(3, place.digest, place.link, "expired")
    return place


def run() -> Place:
    link = "b" * 64
    return Place(9, 3, "", link, "erased:2,expired:5", KEY.run(3, 9, GENESIS, link, "erased:2,expired:5"))


@pytest.mark.parametrize("made", [live, tombstone, run])
@pytest.mark.parametrize("name", ["sequence", "first", "digest", "link", "reason", "seal"])
def test_a_place_is_sound_as_it_was_made_and_in_no_other_way(made: Any, name: str) -> None:
    assert KEY.is_sound(made(), GENESIS)
    assert not KEY.is_sound(made(), "1" * 64)
    assert not OTHER.is_sound(made(), GENESIS)
    for wrong in (1, 4) if name in {"sequence", "first"} else ("", "0" * 64, "expired:1"):
        changed = made()
        if getattr(changed, name) != wrong:
            setattr(changed, name, wrong)
            assert not KEY.is_sound(changed, GENESIS), wrong


def test_a_key_is_not_shown() -> None:
    assert "kkk" not in repr(KEY)


def test_reasons_are_added_up() -> None:
    assert add_reasons(["expired", "erased", "expired:4,over_limit:2"]) == "erased:1,expired:5,over_limit:2"


def test_hashes_are_compared_whatever_is_in_them() -> None:
    assert same("ab", "ab")
    assert not same("ab", "ñ\udc80")
