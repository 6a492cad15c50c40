import pytest

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.graph.groups import ids_of, read_groups, read_owners
from fidedigno.sources.http import RestClient
from tests.fakes.graph import GraphServer, account_id, group_id
from tests.sources.graph.conftest import Clock

ONE, TWO, THREE = account_id(1), account_id(2), account_id(3)


async def test_members_and_owners_are_apart_and_each_list_is_read_once(
    server: GraphServer, graph: RestClient, clock: Clock
) -> None:
    inner = server.group(1, ONE, owners=(TWO,))
    outer = server.group(2, inner, THREE)
    read = await read_groups(graph, clock.sleep)
    assert read.members == {inner: {ONE}, outer: {inner, THREE}}
    assert read.owners == {inner: {TWO}}
    for key in (inner, outer):
        assert server.count(f"groups/{key}/members") == 1


async def test_long_lists_are_read_to_their_end(server: GraphServer, graph: RestClient, clock: Clock) -> None:
    server.page_size = 2
    for number in range(1, 6):
        server.group(number, *(account_id(each) for each in range(5)))
    read = await read_groups(graph, clock.sleep)
    assert [len(read.members[group_id(number)]) for number in range(1, 6)] == [5] * 5
    assert await read_owners(graph, group_id(1)) == frozenset()


@pytest.mark.parametrize("status", [403, 404, 400])
async def test_a_group_that_is_refused_has_no_members_and_is_named(
    server: GraphServer, graph: RestClient, clock: Clock, status: int
) -> None:
    first, second = server.group(1, ONE), server.group(2, TWO)
    server.fail_part(f"groups/{first}/members", status)
    read = await read_groups(graph, clock.sleep)
    assert read.members == {first: frozenset(), second: {TWO}}
    assert read.unread == {first}


async def test_a_group_that_fails_for_now_is_an_error_so_that_nothing_is_emptied(
    server: GraphServer, graph: RestClient, clock: Clock
) -> None:
    server.fail_part(f"groups/{server.group(1, ONE)}/members", 503)
    with pytest.raises(SourceError) as raised:
        await read_groups(graph, clock.sleep)
    assert raised.value.kind is SourceErrorKind.TEMPORARY


async def test_a_throttled_group_is_asked_again(server: GraphServer, graph: RestClient, clock: Clock) -> None:
    server.fail_part("members", 429, times=1, headers={"Retry-After": "1"})
    key = server.group(1, ONE)
    assert (await read_groups(graph, clock.sleep)).members == {key: {ONE}}


async def test_an_empty_group_is_known_to_be_empty_unless_it_hides_its_members(
    server: GraphServer, graph: RestClient, clock: Clock
) -> None:
    plain, hidden = server.group(1), server.group(2, visibility="HiddenMembership")
    read = await read_groups(graph, clock.sleep)
    assert read.members == {plain: frozenset(), hidden: frozenset()}
    assert read.unread == {hidden}


def test_a_member_without_an_id_is_nobody() -> None:
    assert ids_of([{"id": None}, {}, "x", {"id": "user:ana"}, {"id": [ONE]}, {"id": ONE.upper()}]) == {ONE}
