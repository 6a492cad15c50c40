from datetime import UTC, datetime

import pytest

from fidedigno.model import NOBODY
from fidedigno.sources.connector import SourceError, SourceErrorKind, SourceItem


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
