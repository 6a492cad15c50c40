"""Public faults by which rights were lost, and people switch a filter off: T30 to T34."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from fidedigno.testing.moodle.scenario import Group
from tests.fakes.confluence import permission
from tests.fakes.graph import TENANT, account_id
from tests.fakes.graph_rows import to_account, to_group, to_login, to_site_group
from tests.fakes.jira import holder
from tests.public_faults.across import World, across, on
from tests.public_faults.adapters.confluence import Confluence
from tests.public_faults.adapters.gdrive import GDrive
from tests.public_faults.adapters.graph import Graph
from tests.public_faults.adapters.jira import HALL, Jira
from tests.public_faults.adapters.moodle import Moodle
from tests.public_faults.systems import PEOPLE, Served, Verb

MAIL = ("Graph", "Google Drive", "Confluence", "Jira", "Declared services", "DokuWiki", "LDAP")
ROLE = "c:0-.f|rolemanager|spo-grid-all-users"


def _claims(graph: Graph) -> Mapping[str, tuple[dict[str, Any], set[str]]]:
    """Each form in which a grant may come, and who it means."""
    hr, owned = graph.group_ids["hr"], graph.server.group(9, account_id(1), owners=(account_id(3),))
    provider = "c:0o.c|federateddirectoryclaimprovider"
    return {
        "account": (to_account(account_id(4)), {"dan"}),
        "login": (to_login("i:0#.f|membership|p2@corp.example"), {"bob"}),
        "group": (to_group(hr), {"ann", "bob"}),
        "groupClaim": (to_login(f"{provider}|{hr}"), {"ann", "bob"}),
        "owners": (to_login(f"{provider}|{owned}_o"), {"cai"}),
        "members": (to_login(f"{ROLE}/{TENANT}"), set(PEOPLE)),
        "everyone": (to_login("c:0(.s|true"), set(PEOPLE)),
        "siteGroup": (to_site_group("5"), {"dan"}),
        "otherTenant": (to_login(f"{ROLE}/99999999-0000-4000-8000-000000000009"), set()),
        "unknown": (to_login("c:0!.s|never-heard-of"), set()),
        "limited": (to_account(account_id(1), "sp.limited access"), set()),
    }


@on("Graph")
def test_t30_every_form_of_a_claim_means_whom_it_means_and_an_unknown_one_nobody(world: World) -> None:
    graph = world.system
    assert isinstance(graph, Graph)
    graph.server.site_groups = {5: ["i:0#.f|membership|p4@corp.example"]}
    claims = _claims(graph)
    for key in claims:
        graph.put(key, f"The word is tansy{key}.")
    graph.server.permissions |= {key: [row] for key, (row, _) in claims.items()}
    world.bring()
    told = {key: world.readers(f"tansy{key}.") for key in claims}
    assert told == {key: expected for key, (_, expected) in claims.items()}


@on("Jira")
def test_t30_every_form_of_a_holder_means_whom_it_means_and_an_unknown_one_nobody(world: World) -> None:
    jira = world.system
    assert isinstance(jira, Jira)
    forms = {
        "group": (holder("group", "g-hr", "hr"), {"ann", "bob"}),
        "user": (holder("user", "acc-dan", "acc-dan"), {"dan"}),
        "signed": (holder("applicationRole"), set(PEOPLE)),
        "anyone": (holder("anyone"), set()),
        "unknown": (holder("sd.customer.portal.only"), set()),
        "odd": (holder("never-heard-of", "7"), set()),
    }
    for key in forms:
        jira.folder(key)
        jira.put(f"doc{key}", f"The word is tansy{key}.", below=key)
    for key, (row, _) in forms.items():
        jira.server.browse[jira.projects[key]] = [row]
    world.bring()
    told = {key: world.readers(f"tansy{key}.") for key in forms}
    assert told == {key: expected for key, (_, expected) in forms.items()}


@on("Confluence", "Jira", "DokuWiki", "Google Drive", "Graph")
def test_t31_no_list_of_its_own_means_that_of_the_place(world: World) -> None:
    world.system.folder("A", {"@hr"})
    world.system.put("plain", "The word is tansy.", below="A")
    world.bring()
    assert world.readers("tansy") == {"ann", "bob"}


@on("Confluence", "Jira")
def test_t31_a_place_that_lets_nobody_in_is_closed(world: World) -> None:
    world.system.put("plain", "The word is tansy.")
    if isinstance(world.system, Confluence):
        world.system.server.spaces["1"].permissions = [permission("group", "g-all", "delete")]
    elif isinstance(world.system, Jira):
        world.system.server.browse[world.system.projects[HALL]] = []
    assert world.bring() == 0, "a list that lets nobody in is known"
    assert world.readers("tansy") == set()


@on(*MAIL)
def test_t32_an_address_in_other_letters_is_the_same_person(world: World) -> None:
    world.system.put("hr", "The word is tansy.", {"@hr"})
    world.bring()
    world.system.rename_user("ann", "ANN")
    world.bring()
    assert world.readers("tansy") == {"ann", "bob"}
    assert len([each for each in world.workspace.users() if each["name"].casefold() == "ann"]) == 1


@on("Graph", "Google Drive", "Confluence", "Jira", "Declared services", "LDAP")
def test_t32_an_address_that_two_accounts_have_makes_neither_the_other(world: World) -> None:
    world.system.put("hr", "The word is tansy.", {"@hr"})
    world.system.put("own", "The word is sorrel.", {"cai"})
    world.system.rename_user("cai", "Ann")
    world.bring()
    assert "ann" not in world.readers("sorrel")
    assert world.readers("tansy") <= {"ann", "bob"}


@across(Verb.RENAME_USER)
def test_t32_whoever_is_called_otherwise_keeps_nothing_under_the_old_name(world: World) -> None:
    world.system.put("hr", "The word is tansy.", {"@hr"})
    world.bring()
    world.system.rename_user("bob", "robert")
    world.bring()
    assert world.readers("tansy") == {"ann"}


@across(Verb.NEST, Verb.JOIN)
def test_t33_nested_groups_are_expanded_to_their_end_with_cycles_and_two_parents(world: World) -> None:
    system = world.system
    for outer, inner in (
        ("one", "two"),
        ("two", "three"),
        ("three", "four"),
        ("four", "one"),
        ("side", "three"),
    ):
        system.nest(outer, inner)
    system.nest("empty", "nothing")
    system.join("four", "dan")
    system.join("side", "cai")
    for group in ("one", "three", "four", "side", "empty"):
        system.put(group, f"The word is tansy{group}.", {f"@{group}"})
    world.bring()
    assert (
        world.readers("tansyone.") == world.readers("tansythree.") == world.readers("tansyfour.") == {"dan"}
    )
    assert world.readers("tansyside.") == {"dan", "cai"}
    assert world.readers("tansyempty.") == set()
    system.leave("four", "dan")
    world.bring()
    assert world.readers("tansyone.") == set()
    assert world.readers("tansyside.") == {"cai"}


@on("Graph", "Google Drive", "Confluence", "Jira")
def test_t33_each_group_is_asked_for_once_in_a_synchronisation(world: World) -> None:
    system = world.system
    assert isinstance(system, Served)
    if isinstance(system, Graph | GDrive):
        for outer, inner in (("one", "two"), ("two", "three"), ("side", "three"), ("three", "one")):
            system.nest(outer, inner)
    system.put("hr", "The word is tansy.", {"@hr"})
    world.bring()
    parts = system.server.parts_asked if isinstance(system, Graph) else []
    asked = [(each.path, each.params) for each in system.server.asked]
    first = [
        str((path, params.get("groupId")))
        for path, params in asked
        if ("/group" in path and "member" in path) and params.keys().isdisjoint({"pageToken", "$skiptoken"})
        and params.get("start", "0") == "0" and params.get("startAt", "0") == "0"
    ]  # fmt: skip
    first += [each for each in parts if "members" in each and "skiptoken" not in each]
    assert first
    assert max(Counter(first).values()) == 1


@on("Moodle")
@pytest.mark.parametrize("visibility", ["none", "own", "members"])
def test_t34_a_group_that_may_be_hidden_is_not_taken_for_empty(world: World, visibility: str) -> None:
    moodle = world.system
    assert isinstance(moodle, Moodle)
    moodle.put("secret", "The word is tansy.", {"@hr"})
    assert world.bring() == 0
    assert world.readers("tansy") == {"ann", "bob"}
    hidden: list[Group] = []

    def hide(site: Any) -> Any:
        found = next(key for key, each in site.groups.items() if set(each.members) == {"ann", "bob"})
        hidden.append(site.groups[found])
        gone = replace(site.groups[found], visibility=visibility, members=())
        return replace(site, groups={**site.groups, found: gone})

    moodle.server._change(hide)
    assert hidden
    said = world.bring()
    assert said == 1, "that a group may only be hidden has to be told"
    assert world.readers("tansy") == set()
