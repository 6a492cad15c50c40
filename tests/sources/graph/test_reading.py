import pytest

from fidedigno.errors import UsageError
from fidedigno.model import AclState
from fidedigno.sources.connector import Coverage, SourceError, SourceErrorKind
from fidedigno.sources.graph import Counts, GraphConnector
from tests.fakes.graph import GraphServer, account_id
from tests.fakes.graph_rows import to_account, to_login
from tests.sources.graph.conftest import Clock, read


async def test_there_is_no_cursor_before_the_end(server: GraphServer, connector: GraphConnector) -> None:
    server.file("A", "a.txt")
    changes = await connector.changes(None)
    with pytest.raises(UsageError):
        changes.cursor()
    assert len([each async for each in changes.stream]) == 1
    assert changes.cursor()


async def test_a_stream_that_breaks_off_gives_no_cursor(
    server: GraphServer, connector: GraphConnector
) -> None:
    server.file("A", "a.txt")
    changes = await connector.changes(None)
    server.fail(r"\$batch", 503)
    with pytest.raises(SourceError) as raised:
        [each async for each in changes.stream]
    assert raised.value.kind is SourceErrorKind.TEMPORARY
    with pytest.raises(UsageError):
        changes.cursor()


async def test_what_it_met_is_counted(server: GraphServer, connector: GraphConnector) -> None:
    for key in "ABCD":
        server.file(key, f"{key}.txt")
        server.permissions[key] = [to_account(account_id(1)), "nonsense"]
    server.permissions["B"] = []
    server.fail_part("items/C/", 403)
    server.file("E", "e.txt", size=-1)
    server.permissions["D"] = [to_login("c:0!.s|windows")]
    await read(connector)
    assert connector.counts == Counts(
        documents=4, unknown=1, nobody=2, not_understood=2, unreadable=1, removed=1
    )


async def test_an_item_that_goes_while_it_is_read_is_removed(
    server: GraphServer, connector: GraphConnector
) -> None:
    server.file("A", "a.txt")
    changes = await connector.changes(None)
    del server.items["A"]
    found = [each async for each in changes.stream]
    assert [type(each).__name__ for each in found] == ["Removed"]


async def test_a_login_that_cannot_be_looked_up_now_grants_nobody_and_is_tried_again(
    server: GraphServer, connector: GraphConnector
) -> None:
    server.user(1, "ana@corp.example")
    server.file("A", "a.txt")
    server.permissions["A"] = [to_login("i:0#.f|membership|p1@corp.example")]
    server.fail("/users/p1", 503, times=3)
    first = await read(connector)
    assert first.items["A"].acl.state is AclState.NOBODY
    second = await read(connector, first.cursor)
    assert second.coverage is Coverage.FULL
    assert second.groups("A") == {f"account:{account_id(1)}"}


async def test_the_time_of_the_next_sweep_is_not_put_off_by_small_readings(
    server: GraphServer, connector: GraphConnector, clock: Clock
) -> None:
    server.file("A", "a.txt")
    found = await read(connector)
    for _ in range(5):
        clock.forward(minutes=11)
        found = await read(connector, found.cursor)
        assert found.coverage is Coverage.SINCE
    clock.forward(minutes=11)
    assert (await read(connector, found.cursor)).coverage is Coverage.FULL


async def test_many_documents_are_asked_for_in_batches_of_twenty(
    server: GraphServer, connector: GraphConnector
) -> None:
    for number in range(130):
        server.file(f"I{number}", f"{number}.txt")
    assert len((await read(connector)).items) == 130
    assert sum(each.path.endswith("$batch") for each in server.asked) == 7
