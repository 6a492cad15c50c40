from collections.abc import Mapping

import pytest

from fidedigno.access.content import DirectoryContent
from fidedigno.model import Principal
from fidedigno.sources.connector import SourceError
from fidedigno.sources.jira.client import JiraClient
from fidedigno.sources.jira.names import Names
from fidedigno.sources.jira.people import People
from fidedigno.sources.jira.rights import read_rights
from tests.fakes.jira import API, JiraSite, holder


async def read(client: JiraClient, accounts: Mapping[str, str] | None = None) -> DirectoryContent:
    return await People(client, Names("acme"), accounts or {}).read(await read_rights(client, ()))


def members(content: DirectoryContent, group: str) -> set[str]:
    """The direct members of a group, in short."""
    found = next(each for each in content.groups if each.name == f"jira:acme:{group}")
    return {str(each).replace("group:jira:acme:", "") for each in found.members or ()}


async def test_an_account_is_a_group_of_the_person_with_its_address(
    site: JiraSite, client: JiraClient
) -> None:
    content = await read(client)
    assert members(content, "account:acc-ana") == {"user:ana@acme.example"}
    ana = next(each for each in content.users if each.name == "ana@acme.example")
    assert ana.attributes == {"jira.acme.id": "acc-ana"}
    assert ana.enabled is None
    assert content.partial


async def test_groups_roles_leads_and_products_nest_as_they_are(site: JiraSite, client: JiraClient) -> None:
    content = await read(client)
    assert members(content, "group:g-ops") == {"account:acc-ana", "account:acc-lee"}
    assert members(content, "role:200:7") == {"group:g-law", "account:acc-ana"}
    assert members(content, "lead:100") == {"account:acc-lee"}
    assert members(content, "lead:200") == set()
    assert members(content, "application:jira-software") == {"group:g-ops", "group:g-law"}
    assert members(content, "users") == {"application:jira-software"}
    assert not content.unknown_members((), ())


async def test_each_group_and_role_is_asked_for_once(site: JiraSite, client: JiraClient) -> None:
    site.browse["200"] = [holder("projectRole", "7")] * 3 + [holder("group", "g-ops")] * 3
    await read(client)
    asked = [each.params["groupId"] for each in site.asked if each.path == f"{API}/group/member"]
    assert sorted(asked) == ["g-board", "g-law", "g-ops"]
    assert site.paths().count(f"{API}/project/200/role/7") == 1


async def test_who_is_switched_off_a_customer_or_an_app_belongs_to_nothing(
    site: JiraSite, client: JiraClient
) -> None:
    site.add_account("acc-off", "off@acme.example", active=False)
    site.add_account("acc-buyer", "buyer@else.example", kind="customer")
    site.add_account("acc-app", "app@acme.example", kind="app")
    site.groups["g-ops"] += ["acc-off", "acc-buyer", "acc-app"]
    content = await read(client)
    assert members(content, "group:g-ops") == {"account:acc-ana", "account:acc-lee"}
    for account in ("acc-off", "acc-buyer", "acc-app"):
        assert members(content, f"account:{account}") == set()
    assert len(content.users) == 4


@pytest.mark.parametrize(
    "email", [None, "", "not an address", "user:ana@acme.example", "x" * 10_000, "a@b@c.d"]
)
async def test_an_account_without_a_usable_address_is_nobody(
    site: JiraSite, client: JiraClient, email: str | None
) -> None:
    site.add_account("acc-new", email)
    assert members(await read(client), "account:acc-new") == set()


async def test_a_declared_account_counts_before_its_address(site: JiraSite, client: JiraClient) -> None:
    site.add_account("acc-new", None)
    content = await read(client, {"acc-new": "Nuria", "acc-ana": "ana"})
    assert members(content, "account:acc-new") == {"user:nuria"}
    assert members(content, "account:acc-ana") == {"user:ana"}


async def test_an_address_of_two_accounts_is_nobodys(site: JiraSite, client: JiraClient) -> None:
    site.add_account("acc-ana2", "ANA@acme.example")
    content = await read(client)
    assert members(content, "account:acc-ana") == set()
    assert members(content, "account:acc-ana2") == set()
    assert "ana@acme.example" not in {each.name for each in content.users}


async def test_plus_addresses_are_other_people(site: JiraSite, client: JiraClient) -> None:
    site.add_account("acc-plus", "ana+x@acme.example")
    content = await read(client)
    assert members(content, "account:acc-plus") == {"user:ana+x@acme.example"}
    assert members(content, "account:acc-ana") == {"user:ana@acme.example"}


@pytest.mark.parametrize("status", [403, 404])
async def test_a_group_or_role_that_is_refused_has_no_members(
    site: JiraSite, client: JiraClient, status: int
) -> None:
    site.fail("group/member", status)
    site.fail("role/7", status)
    site.fail("applicationrole", status)
    content = await read(client)
    for group in ("group:g-ops", "role:200:7", "users"):
        assert members(content, group) == set()


@pytest.mark.parametrize("part", ["group/member", "role/7", "applicationrole", "users/search"])
async def test_an_outage_leaves_what_the_directory_has(site: JiraSite, client: JiraClient, part: str) -> None:
    site.fail(part, 503)
    with pytest.raises(SourceError):
        await read(client)


async def test_who_left_a_group_or_all_of_them_is_not_in_it(site: JiraSite, client: JiraClient) -> None:
    site.groups["g-ops"] = []
    assert members(await read(client), "group:g-ops") == set()


async def test_a_field_that_can_hold_any_group_makes_all_groups_known(
    site: JiraSite, client: JiraClient
) -> None:
    site.groups["g-far"] = ["acc-eve"]
    site.browse["100"].append(holder("groupCustomField", "customfield_1"))
    assert members(await read(client), "group:g-far") == {"account:acc-eve"}


async def test_names_that_look_like_principals_stay_inside_their_group(
    site: JiraSite, client: JiraClient
) -> None:
    site.groups["user:ana@acme.example"] = ["acc-eve"]
    site.browse["100"].append(holder("group", "user:ana@acme.example"))
    content = await read(client)
    names = {each.name for each in content.groups}
    assert all(each.startswith("jira:acme:") for each in names)
    assert Names("acme").group("user:ana@acme.example").name in names
    assert Principal.user("eve@acme.example") not in {
        each for group in content.groups if ":account:" not in group.name for each in group.members or ()
    }
