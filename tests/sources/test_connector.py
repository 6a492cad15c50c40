from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest

from fidedigno.model import NOBODY, Identity, Principal
from fidedigno.sources.connector import (
    Change,
    Changes,
    Coverage,
    Removed,
    SourceError,
    SourceErrorKind,
    SourceItem,
    known_by,
)


@pytest.mark.parametrize("kind", SourceErrorKind)
def test_every_failure_says_what_to_do(kind: SourceErrorKind) -> None:
    assert SourceError(kind, "wiki: status 503").hint


async def test_items_are_compared_by_what_they_are_and_not_by_how_they_are_read() -> None:
    async def one() -> bytes:
        return b"1"

    async def other() -> bytes:
        return b"2"

    moment = datetime(2026, 11, 30, tzinfo=UTC)
    items = [SourceItem("7", "a.md", "A", NOBODY, "v1", moment, read) for read in (one, other)]
    assert items[0] == items[1]
    assert "read" not in repr(items[0])


async def test_a_guarded_cursor_counts_only_once_everything_was_taken_in() -> None:
    async def stream() -> AsyncIterator[Change]:
        yield Removed("1")
        yield Removed("2")

    changes = Changes.guarded("wiki", Coverage.FULL, stream(), lambda: "7")
    await anext(changes.stream)
    with pytest.raises(SourceError, match="wiki: the reading has not ended") as raised:
        changes.cursor()
    assert raised.value.kind is SourceErrorKind.TEMPORARY
    assert [each async for each in changes.stream] == [Removed("2")]
    assert changes.cursor() == "7"


async def test_a_guarded_cursor_never_counts_after_an_error() -> None:
    async def stream() -> AsyncIterator[Change]:
        yield Removed("1")
        raise SourceError(SourceErrorKind.SHAPE, "wiki: odd")

    changes = Changes.guarded("wiki", Coverage.SINCE, stream(), lambda: "7")
    with pytest.raises(SourceError, match="odd"):
        _ = [each async for each in changes.stream]
    with pytest.raises(SourceError, match="not ended"):
        changes.cursor()


def test_a_person_is_known_by_one_attribute_and_by_nothing_else() -> None:
    ana = Identity(
        "t", "ana", frozenset({Principal.user("ana")}), attributes={"jira.acme.id": "a,b", "jira.old.id": ""}
    )
    assert known_by(ana, "jira.acme.id") == ("a,b",)
    assert known_by(ana, "jira.acme") == known_by(ana, "jira.old.id") == known_by(ana, "") == ()
    assert known_by(Identity.public("t"), "jira.acme.id") == ()
