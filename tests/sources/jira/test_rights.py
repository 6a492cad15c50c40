import pytest

from fidedigno.sources import shapes
from fidedigno.sources.connector import SourceError
from fidedigno.sources.jira import wire
from fidedigno.sources.jira.client import JiraClient
from fidedigno.sources.jira.rights import field_of, read_rights, role_of
from tests.fakes.jira import JiraSite, holder


async def test_only_the_right_to_browse_counts(site: JiraSite, client: JiraClient) -> None:
    rights = await read_rights(client, ())
    ops = rights.projects[0]
    assert [each.type for each in ops.browse or ()] == ["group"]
    assert ops.lead == "acc-lee"


async def test_a_project_that_its_team_manages_is_unknown(site: JiraSite, client: JiraClient) -> None:
    site.add_project("300", "TEAM", holder("group", "g-ops"), style="next-gen")
    site.add_project("400", "ODD", holder("group", "g-ops"))
    del site.projects[-1]["style"]
    found = {each.key: each.browse for each in (await read_rights(client, ())).projects}
    assert found["TEAM"] is None
    assert found["ODD"] is None


@pytest.mark.parametrize("part", ["schemes/level", "schemes/level/member", "schemes/project"])
@pytest.mark.parametrize("status", [400, 403, 404, 410])
async def test_levels_that_are_refused_are_unknown_as_a_whole(
    site: JiraSite, client: JiraClient, part: str, status: int
) -> None:
    site.fail(f"{part}$", status)
    assert (await read_rights(client, ())).levels is None


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_an_outage_is_not_a_refusal(site: JiraSite, client: JiraClient, status: int) -> None:
    site.fail("level/member", status)
    with pytest.raises(SourceError):
        await read_rights(client, ())


async def test_a_member_of_a_level_that_is_not_understood_is_nobody(
    site: JiraSite, client: JiraClient
) -> None:
    site.level_members.append({"issueSecurityLevelId": "31", "holder": "everybody"})
    levels = (await read_rights(client, ())).levels
    assert levels is not None
    assert [each.type for each in levels.of("31", "200") or ()] == ["group", "reporter"]
    assert levels.of("31", "100") is None


async def test_a_grant_that_is_not_understood_leaves_the_others(site: JiraSite, client: JiraClient) -> None:
    site.browse["100"].insert(0, {"type": 5})
    site.browse["100"].insert(0, None)
    ops = (await read_rights(client, ())).projects[0]
    assert [each.value for each in ops.browse or ()] == ["g-ops"]


async def test_a_scheme_of_another_shape_is_unknown(site: JiraSite, client: JiraClient) -> None:
    site.fail("100/permissionscheme", 200, body={"id": 10})
    assert (await read_rights(client, ())).projects[0].browse is None


async def test_the_digest_follows_holders_and_levels_but_no_order(site: JiraSite, client: JiraClient) -> None:
    site.browse["200"].append(holder("group", "g-ops"))

    async def digest() -> str:
        rights = await read_rights(client, ())
        return rights.digest(rights.projects[1])

    first = await digest()
    site.browse["200"].reverse()
    site.level_members.reverse()
    assert await digest() == first
    site.level_members.pop()
    second = await digest()
    site.fail("level/member", 403)
    assert len({first, second, await digest()}) == 3


def test_fields_and_roles_of_holders_are_only_those_of_jira() -> None:
    def made(kind: str, value: str) -> wire.Holder:
        return shapes.required(wire.Holder, holder(kind, value), "holder")

    assert field_of(made("userCustomField", "customfield_10")) == "customfield_10"
    assert field_of(made("userCustomField", "description")) is None
    assert field_of(made("group", "customfield_10")) is None
    assert role_of(made("projectRole", "7")) == "7"
    assert role_of(made("projectRole", "../7")) is None
    assert role_of(made("projectRole", "7" * 10_000)) is None
