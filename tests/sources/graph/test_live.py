import asyncio

import pytest

from fidedigno.sources.connector import LiveVerdict
from fidedigno.sources.graph import GraphConnector
from fidedigno.sources.graph.live import MOST_GROUPS
from tests.fakes.graph import DRIVE, TENANT, GraphServer, account_id, group_id
from tests.fakes.graph_rows import by_link, to_account, to_group, to_login, to_site_group
from tests.sources.graph.conftest import Make

ALLOWED, DENIED, UNKNOWN = LiveVerdict.ALLOWED, LiveVerdict.DENIED, LiveVerdict.UNKNOWN
ANA = account_id(1)
GUEST = {"userType": "Guest", "externalUserState": "Accepted"}


@pytest.fixture
def document(server: GraphServer) -> str:
    server.user(1, "ana@corp.example")
    server.file("A", "a.txt")
    return f"{DRIVE}/A"


async def test_a_grant_counts_as_it_is_now(
    server: GraphServer, connector: GraphConnector, document: str
) -> None:
    server.permissions["A"] = [to_account(ANA)]
    assert await connector.check(ANA.upper(), document) is ALLOWED
    server.permissions["A"] = []
    assert await connector.check(ANA, document) is DENIED


async def test_membership_counts_at_any_depth_as_it_is_now(
    server: GraphServer, connector: GraphConnector, document: str
) -> None:
    inner = server.group(1, ANA)
    outer = server.group(2, inner)
    server.group(1, ANA, outer)
    server.permissions["A"] = [to_group(outer)]
    assert await connector.check(ANA, document) is ALLOWED
    server.members[inner] = []
    assert await connector.check(ANA, document) is DENIED


async def test_more_groups_than_one_question_takes_are_asked_in_several(
    server: GraphServer, connector: GraphConnector, document: str
) -> None:
    groups = [server.group(number) for number in range(1, MOST_GROUPS + 6)]
    server.permissions["A"] = [to_group(each) for each in groups]
    assert await connector.check(ANA, document) is DENIED
    assert server.count("checkMemberGroups") == 2
    server.members[groups[-1]] = [{"id": ANA}]
    assert await connector.check(ANA, document) is ALLOWED


async def test_owners_are_asked_for_and_members_do_not_count(
    server: GraphServer, connector: GraphConnector, document: str
) -> None:
    key = server.group(1, ANA, owners=())
    server.permissions["A"] = [to_login(f"c:0o.c|federateddirectoryclaimprovider|{key}_o")]
    assert await connector.check(ANA, document) is DENIED
    server.owners[key] = [{"id": ANA}]
    assert await connector.check(ANA, document) is ALLOWED


@pytest.mark.parametrize(
    "login",
    [
        "i:0#.f|membership|P1@corp.example",
        f"c:0t.c|tenant|{group_id(1)}",
        f"c:0-.f|rolemanager|spo-grid-all-users/{TENANT}",
        "c:0(.s|true",
    ],
)
async def test_a_site_group_is_looked_into(
    server: GraphServer, connector: GraphConnector, document: str, login: str
) -> None:
    server.group(1, ANA)
    server.site_groups = {5: ["i:0#.f|membership|other@corp.example"]}
    server.permissions["A"] = [to_site_group("5")]
    assert await connector.check(ANA, document) is DENIED
    server.site_groups[5].append(login)
    assert await connector.check(ANA, document) is ALLOWED


async def test_a_login_name_in_the_permissions_is_the_persons_own(
    server: GraphServer, connector: GraphConnector, document: str
) -> None:
    server.permissions["A"] = [to_login("i:0#.f|membership|P1@corp.example")]
    assert await connector.check(ANA, document) is ALLOWED
    server.user(1, "ana@corp.example", userPrincipalName="new@corp.example")
    assert await connector.check(ANA, document) is DENIED


@pytest.mark.parametrize(
    "closed", [{"accountEnabled": False}, {"accountEnabled": None}, GUEST, {"userType": None}]
)
async def test_whoever_is_switched_off_or_external_is_denied_at_once(
    server: GraphServer, connector: GraphConnector, document: str, closed: dict[str, object]
) -> None:
    server.permissions["A"] = [to_account(ANA), to_login("c:0(.s|true")]
    server.user(1, "ana@corp.example", **closed)
    assert await connector.check(ANA, document) is DENIED


async def test_an_admitted_guest_is_not_everyone_except_external_users(
    server: GraphServer, make: Make, document: str
) -> None:
    server.user(1, "ana@partner.example", **GUEST)
    server.permissions["A"] = [to_login(f"c:0-.f|rolemanager|spo-grid-all-users/{TENANT}")]
    assert await make(guests=True).check(ANA, document) is DENIED
    server.permissions["A"] = [to_login("c:0(.s|true")]
    assert await make(guests=True).check(ANA, document) is ALLOWED


async def test_missing_and_forbidden_are_one_for_the_person(
    server: GraphServer, connector: GraphConnector, document: str
) -> None:
    assert await connector.check(ANA, document) is DENIED
    assert await connector.check(ANA, f"{DRIVE}/NOSUCH") is DENIED
    assert await connector.check(account_id(9), document) is DENIED


async def test_a_link_that_somebody_may_hold_allows_nobody(
    server: GraphServer, connector: GraphConnector, document: str
) -> None:
    server.permissions["A"] = [by_link("anonymous"), by_link("organization", ANA)]
    assert await connector.check(ANA, document) is DENIED


@pytest.mark.parametrize(
    ("pattern", "status"),
    [
        (f"/users/{ANA}$", 503),
        ("checkMemberGroups", 403),
        ("checkMemberGroups", 503),
        (r"\$batch", 503),
        ("oauth2", 401),
        ("/drives/", 503),
        ("sitegroups", 403),
        ("/owners", 503),
    ],
)
async def test_what_could_not_be_asked_is_unknown(
    server: GraphServer, connector: GraphConnector, document: str, pattern: str, status: int
) -> None:
    key = server.group(1)
    owners = to_login(f"c:0o.c|federateddirectoryclaimprovider|{key}_o")
    server.permissions["A"] = [to_group(key), to_site_group("5"), owners]
    server.site_groups = {5: []}
    assert await connector.check(ANA, document) is DENIED
    connector._drives = None
    server.expired.update(server.tokens)
    server.fail(pattern, status)
    assert await connector.check(ANA, document) is UNKNOWN


@pytest.mark.parametrize("body", [[], {}, {"value": None}, {"value": [1]}, "yes"])
async def test_an_answer_of_another_shape_is_unknown(
    server: GraphServer, connector: GraphConnector, document: str, body: object
) -> None:
    server.permissions["A"] = [to_group(server.group(1, ANA))]
    server.fail("checkMemberGroups", 200, body=body)
    assert await connector.check(ANA, document) is UNKNOWN


async def test_a_group_that_was_not_asked_about_does_not_count(
    server: GraphServer, connector: GraphConnector, document: str
) -> None:
    server.permissions["A"] = [to_group(server.group(1))]
    server.fail("checkMemberGroups", 200, body={"value": [group_id(2)]})
    assert await connector.check(ANA, document) is DENIED


async def test_the_answer_about_another_account_does_not_count(
    server: GraphServer, connector: GraphConnector, document: str
) -> None:
    server.permissions["A"] = [to_account(ANA)]
    server.fail(f"/users/{ANA}", 200, body=server.users[server.user(2, "bea@corp.example")])
    assert await connector.check(ANA, document) is DENIED


async def test_permissions_that_cannot_be_read_are_unknown(
    server: GraphServer, connector: GraphConnector, document: str
) -> None:
    server.permissions["A"] = [to_account(ANA)]
    server.fail_part("permissions", 403)
    assert await connector.check(ANA, document) is UNKNOWN


async def test_a_document_of_a_drive_that_is_not_read_is_unknown(
    server: GraphServer, connector: GraphConnector
) -> None:
    assert await connector.check(ANA, "b!elsewhere/A") is UNKNOWN


async def test_an_answer_that_takes_too_long_is_unknown(
    server: GraphServer, make: Make, document: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.permissions["A"] = [to_account(ANA)]
    connector = make(check_seconds=0.2)

    async def never(*_: object, **__: object) -> None:
        await asyncio.sleep(30)

    monkeypatch.setattr(connector._client, "get", never)
    assert await connector.check(ANA, document) is UNKNOWN
