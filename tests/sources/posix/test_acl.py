import os
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.sources.posix.acl import AclError, Rights, parse_acl, rights_of
from tests.fakes.posix import packed


def test_the_mask_bounds_named_entries_and_the_group_and_not_the_owner() -> None:
    rights = parse_acl(packed(7, 7, 5, {11: 7}, {22: 6}, mask=4), 1, 2)
    assert rights == Rights(1, 2, 7, 4, 5, {11: 4}, {22: 4})


@pytest.mark.parametrize(
    ("uid", "gids", "allowed"),
    [
        (1, {2, 22}, False),
        (11, {22}, False),
        (12, {99}, True),
        (13, {2}, False),
        (13, {2, 22}, True),
        (13, {99}, True),
        (13, set(), True),
    ],
)
def test_the_first_class_that_knows_somebody_decides(uid: int, gids: set[int], allowed: bool) -> None:
    rights = Rights(1, 2, 0, 0, 4, {11: 0, 12: 4}, {22: 4})
    assert rights.allows(uid, frozenset(gids), 4) is allowed


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\x02",
        struct.pack("<I", 1),
        struct.pack("<I", 2),
        packed(7, 5, 5)[:-1],
        packed(7, 5, 5) + packed(7, 5, 5)[4:],
        packed(9, 5, 5),
        packed(7, 5, 5, {11: 4}),
        struct.pack("<IHHI", 2, 0x40, 7, 0),
    ],
)
def test_an_acl_of_another_form_is_an_error_and_no_right(raw: bytes) -> None:
    with pytest.raises(AclError):
        parse_acl(raw, 1, 2)


@given(st.binary(max_size=80))
def test_no_bytes_make_it_fail_otherwise(raw: bytes) -> None:
    try:
        parse_acl(raw, 1, 2)
    except AclError:
        assert raw[:4] != b"" or not raw


def test_a_file_without_an_acl_has_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"")
    file.chmod(0o640)
    descriptor = os.open(file, os.O_RDONLY)
    try:
        rights = rights_of(descriptor)
    finally:
        os.close(descriptor)
    assert (rights.uid, rights.owner, rights.group, rights.other) == (os.getuid(), 6, 4, 0)
