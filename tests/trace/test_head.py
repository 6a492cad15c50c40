"""The head outside the database: it goes forward only, and what contradicts the chain is kept for a person."""

import threading
from pathlib import Path

import pytest

from fidedigno.errors import ConfigurationError, WorkspaceError
from fidedigno.trace.head import Head, HeadFile
from fidedigno.trace.links import ChainKey

KEY = ChainKey(b"k" * 32)


def head(sequence: int, link: str = "a") -> Head:
    return Head.sign(KEY, sequence, link * 64)


@pytest.fixture
def file(tmp_path: Path) -> HeadFile:
    return HeadFile(tmp_path / "audit.head")


def test_a_head_is_read_back_from_its_line() -> None:
    assert Head.parse(head(7).line() + "\n") == head(7)
    assert head(7).is_signed_by(KEY)
    assert not Head(8, head(7).link, head(7).signature).is_signed_by(KEY)
    assert not head(7).is_signed_by(ChainKey(b"o" * 32))


@pytest.mark.parametrize(
    "text",
    ["", "fidedigno-head", "fidedigno-head 1 -1 " + "a" * 64, "fidedigno-head 1 9 " + "g" * 64, "\0" * 99,
     f"fidedigno-head 1 {10**19} {'a' * 64} {'b' * 64}", f"fidedigno-head 1 {2**62 + 1} {'a' * 64} {'b' * 64}"],
)  # fmt: skip
def test_what_is_no_head_is_refused(text: str) -> None:
    with pytest.raises(ConfigurationError, match="no head"):
        Head.parse(text)


def test_the_file_moves_forward_only(file: HeadFile) -> None:
    assert file.read() is None
    for sequence in (1, 12, 3, 12, 9):
        file.advance(head(sequence))
    assert file.read() == head(12)


def test_threads_leave_the_farthest_head(file: HeadFile) -> None:
    threads = [threading.Thread(target=file.advance, args=(head(each),)) for each in range(1, 40)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert file.read() == head(39)


@pytest.mark.parametrize("held", [None, head(9), head(5, "b"), "damaged"])
def test_a_file_that_contradicts_the_chain_is_set_aside_and_not_covered_up(
    file: HeadFile, tmp_path: Path, held: Head | str | None
) -> None:
    if isinstance(held, Head):
        file.advance(held)
    elif held is not None:
        (tmp_path / "audit.head").write_text(held)
    file.expect(head(5))
    (name,) = file.disputed()
    assert file.read() == head(5)
    if isinstance(held, Head):
        assert Head.parse((tmp_path / name).read_text()) == held
    file.expect(head(5))
    file.advance(head(6))
    assert file.disputed() == (name,)


@pytest.mark.parametrize("held", [head(5), head(3)])
def test_a_file_that_agrees_or_lags_behind_is_left(file: HeadFile, held: Head) -> None:
    file.advance(held)
    file.expect(head(5))
    assert file.disputed() == ()
    assert file.read() == held


def test_nothing_is_judged_before_the_first_link(file: HeadFile) -> None:
    file.expect(head(0))
    assert file.disputed() == ()


def test_a_file_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    (tmp_path / "audit.head").mkdir()
    file = HeadFile(tmp_path / "audit.head")
    with pytest.raises(WorkspaceError):
        file.read()
    with pytest.raises(WorkspaceError):
        file.advance(head(1))
