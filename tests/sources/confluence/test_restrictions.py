from collections.abc import AsyncIterator
from typing import Any

import pytest

from fidedigno.model import NOBODY, UNKNOWN, AccessList
from fidedigno.sources.confluence.names import account_principal, group_principal
from fidedigno.sources.confluence.restrictions import RestrictionReader
from fidedigno.sources.confluence.service import ConfluenceService
from fidedigno.sources.confluence.subjects import Subjects
from fidedigno.sources.connector import SourceError, SourceErrorKind
from tests.fakes.confluence import ConfluenceServer
from tests.fakes.confluence_world import no_wait, options

HR = AccessList.any_of(group_principal("corp", "g-hr"))
SINGLE = r"content/\d+/restriction"


def rows(*entries: Any, limit: int = 200, size: int | None = None) -> dict[str, Any]:
    said = len(entries) if size is None else size
    return {"results": list(entries), "start": 0, "limit": limit, "size": said}


def level(user: Any, group: Any, operation: str = "read") -> dict[str, Any]:
    return {"operation": operation, "restrictions": {"user": user, "group": group}}


@pytest.fixture
async def reader(server: ConfluenceServer) -> AsyncIterator[RestrictionReader]:
    said = options(server)
    service = ConfluenceService(said, sleep=no_wait)
    yield RestrictionReader(service, said, Subjects(said))
    await service.close()


async def test_nothing_named_is_no_restriction(server: ConfluenceServer, reader: RestrictionReader) -> None:
    server.page("10")
    assert await reader.of_content("10") is None


async def test_users_and_groups_of_one_level_are_alternatives(
    server: ConfluenceServer, reader: RestrictionReader
) -> None:
    server.page("10", users=["ana-account"], groups=["g-hr"])
    both = AccessList.any_of(account_principal("corp", "ana-account"), group_principal("corp", "g-hr"))
    assert await reader.of_content("10") == both


async def test_a_level_that_names_only_somebody_who_is_not_understood_lets_nobody_in(
    server: ConfluenceServer, reader: RestrictionReader
) -> None:
    unknown = rows({"type": "unknown", "displayName": "Former user"})
    server.fail(SINGLE, 200, body=level(unknown, rows()))
    assert await reader.of_content("10") == NOBODY


@pytest.mark.parametrize(
    ("users", "groups", "size"), [(450, 3, 200), (250, 420, 200), (5, 0, 2), (200, 0, 200)]
)
async def test_a_long_list_is_read_to_its_end(
    server: ConfluenceServer, reader: RestrictionReader, users: int, groups: int, size: int
) -> None:
    server.page_size = size
    named = ([f"a{each}" for each in range(users)], [f"g{each}" for each in range(groups)])
    server.page("10", users=named[0], groups=named[1])
    found = await reader.of_content("10")
    assert found is not None
    assert len(found.clauses[0]) == users + groups


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        {},
        level(rows(), rows(), "update"),
        {"operation": "read", "restrictions": {"user": rows()}},
        {"operation": "read", "restrictions": {}},
        {"operation": "read"},
        level({"results": []}, rows()),
        level(rows(size=3), rows()),
        level({"results": None, "limit": 200, "size": 0}, rows()),
        level({"results": [], "limit": "200", "size": "0"}, rows()),
    ],
)
async def test_an_answer_that_is_not_whole_is_not_taken_for_no_restriction(
    server: ConfluenceServer, reader: RestrictionReader, body: Any
) -> None:
    server.fail(SINGLE, 200, body=body)
    assert await reader.of_content("10") == UNKNOWN


@pytest.mark.parametrize("status", [400, 403, 404, 410, 429, 500, 503])
async def test_a_refusal_or_failure_is_unknown(
    server: ConfluenceServer, reader: RestrictionReader, status: int
) -> None:
    server.fail(SINGLE, status)
    assert await reader.of_content("10") == UNKNOWN


async def test_a_list_that_never_ends_is_unknown(
    server: ConfluenceServer, reader: RestrictionReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fidedigno.sources.confluence.restrictions.MAX_ROUNDS", 4)
    server.fail(SINGLE, 200, body=level(rows({"accountId": "a"}, limit=1), rows()))
    assert await reader.of_content("10") == UNKNOWN
    assert len(server.asked) == 4


async def test_a_token_that_ended_ends_the_reading_and_closes_nothing(
    server: ConfluenceServer, reader: RestrictionReader
) -> None:
    server.signed_in = False
    with pytest.raises(SourceError) as caught:
        await reader.of_content("10")
    assert caught.value.kind is SourceErrorKind.SIGNED_OUT
    with pytest.raises(SourceError):
        await reader.of_space("DOC", ["10"])


async def test_an_id_that_is_none_is_never_put_into_an_address(
    server: ConfluenceServer, reader: RestrictionReader
) -> None:
    assert await reader.of_content("../../admin") == UNKNOWN
    assert server.asked == []


async def test_a_space_is_read_by_the_hundred(server: ConfluenceServer, reader: RestrictionReader) -> None:
    for number in range(250):
        server.page(str(1000 + number), groups=["g-hr"] if number % 2 else ())
    found = await reader.of_space("DOC", server.contents)
    assert found == {str(1000 + number): HR if number % 2 else None for number in range(250)}
    assert len(server.asked) == 3


async def test_what_the_search_does_not_show_or_shows_cut_off_is_read_by_itself(
    server: ConfluenceServer, reader: RestrictionReader
) -> None:
    server.page("10", groups=["g-hr"])
    server.page("11", users=[f"a{each}" for each in range(200)])
    server.page("12")
    server.not_searchable = {"10"}
    found = await reader.of_space("DOC", ["10", "11", "12"])
    assert found["10"] == HR
    assert found["11"] is not None
    assert len(found["11"].clauses[0]) == 200
    assert found["12"] is None
    assert len([each for each in server.paths() if "byOperation" in each]) == 3


@pytest.mark.parametrize(
    "shown",
    [
        {},
        {"restrictions": {}},
        {"restrictions": {"_expandable": {"read": "/rest"}}},
        {"restrictions": {"read": level(rows(limit=0), rows(limit=0))}},
        {"restrictions": {"read": level(rows(), rows(), "update")}},
        {"restrictions": {"read": {"operation": "read", "restrictions": {"group": rows()}}}},
    ],
)
async def test_a_search_result_without_its_restrictions_says_nothing(
    server: ConfluenceServer, reader: RestrictionReader, shown: dict[str, Any]
) -> None:
    server.page("10", groups=["g-hr"])
    server.fail("search", 200, body={"results": [{"id": "10", **shown}]})
    assert await reader.of_space("DOC", ["10"]) == {"10": HR}


async def test_a_search_that_fails_leaves_one_question_for_each_page(
    server: ConfluenceServer, reader: RestrictionReader
) -> None:
    server.page("10", groups=["g-hr"])
    server.fail("search", 400)
    assert await reader.of_space("DOC", ["10"]) == {"10": HR}


async def test_a_search_that_contradicts_itself_says_nothing(
    server: ConfluenceServer, reader: RestrictionReader
) -> None:
    server.page("10", groups=["g-hr"])
    shown = [
        {"id": "10", "restrictions": {"read": level(rows(), group)}}
        for group in (rows({"id": "g-staff"}), rows())
    ]
    server.fail("search", 200, body={"results": shown})
    assert await reader.of_space("DOC", ["10"]) == {"10": HR}
