from typing import Any

import pytest

from fidedigno.sources.connector import SourceError
from fidedigno.sources.graph import person_attribute
from fidedigno.sources.graph.accounts import FIELDS, Accounts, own_address, read_accounts
from fidedigno.sources.graph.wire import Account
from fidedigno.sources.http import RestClient
from tests.fakes.graph import GraphServer, account_id
from tests.sources.graph.conftest import Options

ONE, TWO = account_id(1), account_id(2)
GUEST = {"userType": "Guest", "externalUserState": "Accepted"}


async def accounts(graph: RestClient, options: Options, **more: Any) -> Accounts:
    directory = more.pop("directory", own_address)
    return await read_accounts(graph, options(**more), directory)


async def test_a_person_is_known_by_address_without_regard_to_case(
    server: GraphServer, graph: RestClient, options: Options
) -> None:
    server.user(1, "Ana@Corp.example")
    read = await accounts(graph, options)
    assert read.linked == {ONE: "ana@corp.example"}
    assert read.users[0].attributes == {person_attribute("corp"): ONE}
    assert read.users[0].enabled is None


async def test_an_address_with_a_plus_is_another_person(
    server: GraphServer, graph: RestClient, options: Options
) -> None:
    server.user(1, "ana@corp.example")
    server.user(2, "ana+x@corp.example")
    assert set((await accounts(graph, options)).linked.values()) == {"ana@corp.example", "ana+x@corp.example"}


async def test_a_directory_with_names_of_its_own_says_who_has_an_address(
    server: GraphServer, graph: RestClient, options: Options
) -> None:
    server.user(1, "Ana@corp.example")
    server.user(2, "bea@corp.example")
    read = await accounts(graph, options, directory={"ana@corp.example": "lucia"}.get)
    assert read.linked == {ONE: "lucia"}
    assert read.users[0].email == "ana@corp.example"


async def test_the_map_of_accounts_comes_before_the_address(
    server: GraphServer, graph: RestClient, options: Options
) -> None:
    server.user(1, "ana@corp.example")
    server.user(2, "bea@corp.example")
    read = await accounts(graph, options, accounts={TWO: "ana@corp.example"})
    assert read.linked == {TWO: "ana@corp.example"}


@pytest.mark.parametrize(
    "closed",
    [
        {"accountEnabled": False},
        {"accountEnabled": None},
        {"accountEnabled": "true"},
        {"accountEnabled": 1},
        {"userType": None},
        {"userType": "Robot"},
        {"mail": None, "userPrincipalName": None},
        {"mail": "user:ana", "userPrincipalName": "not an address"},
        GUEST,
    ],
)
async def test_whoever_is_switched_off_external_or_not_understood_is_nobody(
    server: GraphServer, graph: RestClient, options: Options, closed: dict[str, Any]
) -> None:
    server.user(1, **{"mail": "ana@corp.example", **closed})
    assert (await accounts(graph, options)).linked == {}


@pytest.mark.parametrize("missing", ["accountEnabled", "userType"])
async def test_a_field_that_is_missing_closes_the_account(
    server: GraphServer, graph: RestClient, options: Options, missing: str
) -> None:
    del server.users[server.user(1, "ana@corp.example")][missing]
    assert (await accounts(graph, options)).linked == {}


def test_every_field_that_is_read_is_asked_for() -> None:
    read = {field.alias or name for name, field in Account.model_fields.items()}
    assert read == set(FIELDS.split(","))


@pytest.mark.parametrize(
    ("state", "linked"), [("Accepted", True), ("PendingAcceptance", False), (None, False)]
)
async def test_a_guest_counts_if_the_option_says_so_and_the_invitation_was_accepted(
    server: GraphServer, graph: RestClient, options: Options, state: str | None, linked: bool
) -> None:
    server.user(1, "guest@partner.example", **{**GUEST, "externalUserState": state})
    assert bool((await accounts(graph, options, guests=True)).linked) is linked


async def test_an_address_of_two_accounts_is_nobodys(
    server: GraphServer, graph: RestClient, options: Options
) -> None:
    server.user(1, "ana@corp.example")
    server.user(2, "ANA@corp.example", accountEnabled=False)
    server.user(3, "bea@corp.example")
    server.user(4, "bea2@corp.example")
    directory = {"bea@corp.example": "bea", "bea2@corp.example": "Bea"}.get
    assert (await accounts(graph, options)).linked.keys() == {account_id(3), account_id(4)}
    assert (await accounts(graph, options, directory=directory)).linked == {}


async def test_without_mail_the_principal_name_is_the_address(
    server: GraphServer, graph: RestClient, options: Options
) -> None:
    server.user(1, None, userPrincipalName="Ana@corp.example")
    read = await accounts(graph, options)
    assert read.linked == {ONE: "ana@corp.example"}
    assert read.logins == {"ana@corp.example": ONE}


async def test_hostile_names_do_not_stop_the_others(
    server: GraphServer, graph: RestClient, options: Options
) -> None:
    server.user(1, "ana@corp.example", displayName="user:root")
    server.user(2, "bea@corp.example", displayName="x" * 10_000)
    server.users["x"] = {"id": "group:admins", "mail": "eve@corp.example"}
    server.users["y"] = {"id": [1]}
    read = await accounts(graph, options)
    assert {each.display for each in read.users} == {"ana@corp.example", "bea@corp.example"}


async def test_half_a_list_of_accounts_is_none(
    server: GraphServer, graph: RestClient, options: Options
) -> None:
    server.page_size = 1
    for number in (1, 2, 3):
        server.user(number, f"p{number}@corp.example")
    assert len((await accounts(graph, options)).linked) == 3
    server.fail("/users", 200, body={"values": []})
    with pytest.raises(SourceError):
        await accounts(graph, options)
