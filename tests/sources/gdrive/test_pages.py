from collections.abc import Mapping
from typing import Any

import pytest

from fidedigno.sources.connector import SourceError
from fidedigno.sources.gdrive.pages import pages, rows_of


async def read(answers: list[Any]) -> list[Any]:
    async def get(path: str, query: Mapping[str, str]) -> Any:
        return answers[int(query.get("pageToken", "0"))]

    return [row async for page in pages(get, "/x", {"a": "b"}) for row in rows_of(page, "rows")]


async def test_pages_are_read_to_the_end_and_an_empty_one_is_not_the_end() -> None:
    answers = [
        {"rows": [1], "nextPageToken": "1"},
        {"nextPageToken": "2"},
        {"rows": [2], "nextPageToken": ""},
    ]
    assert await read(answers) == [1, 2]


@pytest.mark.parametrize(
    "last",
    [[], None, {"rows": {}}, {"rows": None}, {"rows": "ab"}, {"nextPageToken": "1"}, {"nextPageToken": 2}],
)
async def test_a_page_that_is_none_or_comes_again_is_an_error(last: Any) -> None:
    with pytest.raises(SourceError):
        await read([{"rows": [1], "nextPageToken": "1"}, last])
