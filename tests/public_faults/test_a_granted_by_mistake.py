"""Public faults by which a right was granted by mistake: T12 to T20, over every source that can have them."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from fidedigno import Fidedigno
from fidedigno.access import GroupEntry, UserEntry
from fidedigno.model import NOBODY, UNKNOWN, AccessList, Identity, Principal
from fidedigno.sources.gdrive import wire as drive_wire
from fidedigno.sources.graph.names import Names
from fidedigno.sources.shapes import Shape
from tests.conftest import MakeCorpus
from tests.fakes.confluence import permission
from tests.fakes.gdrive import anyone, domain
from tests.fakes.graph import account_id
from tests.fakes.graph_rows import by_link, to_login, to_site_group
from tests.fakes.jira import holder
from tests.fakes.notion import workspace as workspace_parent
from tests.public_faults.across import World, across, on
from tests.public_faults.adapters.confluence import Confluence
from tests.public_faults.adapters.dokuwiki import DokuWiki
from tests.public_faults.adapters.files import Files
from tests.public_faults.adapters.gdrive import ADMIN, DRIVE, GDrive
from tests.public_faults.adapters.graph import Graph
from tests.public_faults.adapters.jira import HALL, Jira
from tests.public_faults.adapters.notion import Notion
from tests.public_faults.systems import DOMAIN, PEOPLE, System, Verb

MAIL = ("Graph", "Google Drive", "Confluence", "Jira", "Declared services", "DokuWiki", "LDAP")
"""The sources that link somebody by an address."""


def _shapes() -> Mapping[str, type[Shape]]:
    return {
        "files": drive_wire.File, "permissions": drive_wire.Permission, "users": drive_wire.User,
        "groups": drive_wire.Group, "members": drive_wire.Member, "changes": drive_wire.Change,
    }  # fmt: skip


@on("Google Drive")
def test_t12_every_field_that_is_read_was_asked_for_and_a_missing_one_is_not_false(world: World) -> None:
    system = world.system
    assert isinstance(system, GDrive)
    system.put("secret", "The word is tansy.")
    system.server.permissions["secret"] = [ADMIN, domain(DOMAIN, found=True)]
    world.bring()
    for name, shape in _shapes().items():
        asked = [
            each.params["fields"]
            for each in system.server.asked
            if f"{name}(" in each.params.get("fields", "")
        ]
        assert asked or name == "changes", name
        for mask in asked:
            for field in shape.model_fields.values():
                assert field.alias is not None
                assert field.alias in mask, (name, field.alias)
    assert world.readers("tansy") == set(PEOPLE)
    for gone in ("domain", "allowFileDiscovery"):
        row = {key: value for key, value in domain(DOMAIN, found=True).items() if key != gone}
        system.server.permissions["secret"] = [ADMIN, row]
        system._touch("secret")
        said = world.bring()
        assert world.readers("tansy") == set()
        assert said == 1 or gone == "allowFileDiscovery"


def _open_graph(system: System) -> None:
    assert isinstance(system, Graph)
    rows = [by_link("anonymous", account_id(1)), by_link("organization", account_id(2))]
    system.server.permissions["link"] = rows


def _open_drive(system: System) -> None:
    assert isinstance(system, GDrive)
    system.server.permissions["link"] = [ADMIN, anyone(found=False), domain(DOMAIN, found=False)]


def _open_confluence(system: System) -> None:
    assert isinstance(system, Confluence)
    system.server.spaces["1"].permissions = [permission("role", "anonymous-users")]


def _open_jira(system: System) -> None:
    assert isinstance(system, Jira)
    system.server.browse[system.projects[HALL]] = [holder("anyone")]


OPENED: Mapping[str, Callable[[System], None]] = {
    "Graph": _open_graph, "Google Drive": _open_drive, "Confluence": _open_confluence, "Jira": _open_jira,
}  # fmt: skip


@on(*OPENED)
def test_t13_a_link_for_whoever_has_it_grants_nobody(world: World) -> None:
    world.system.put("link", "The word is tansy.")
    OPENED[world.system.title](world.system)
    world.bring()
    assert world.readers("tansy") == set()


@on("Google Drive")
def test_t13_what_can_be_found_is_for_those_who_are_signed_in_or_in_the_domain(world: World) -> None:
    system = world.system
    assert isinstance(system, GDrive)
    system.put("all", "The word is tansy.")
    system.put("ours", "The word is sorrel.")
    system.put("others", "The word is marram.")
    system.server.permissions |= {
        "all": [ADMIN, anyone(found=True)],
        "ours": [ADMIN, domain(DOMAIN, found=True)],
        "others": [ADMIN, domain("else.example", found=True)],
    }
    world.bring()
    assert world.readers("tansy") == world.readers("sorrel") == set(PEOPLE)
    assert world.readers("marram") == set()


@on("Google Drive")
def test_t14_a_member_of_the_shared_drive_reads_nothing_in_a_limited_folder(world: World) -> None:
    system = world.system
    assert isinstance(system, GDrive)
    staff = system._row("@staff", inherited=True)
    system.server.permissions[DRIVE].append(system._row("@staff", inherited=False))
    system.folder("limited", {"dan"})
    system.put("secret", "The word is tansy.", below="limited")
    # Drive lists members of the drive beside those of the folder.
    for key in ("limited", "secret"):
        system.server.permissions[key].append(staff)
    world.bring()
    assert world.readers("tansy") == {"dan"}


@on("Graph")
def test_t15_groups_of_one_name_in_two_sites_are_two_and_owners_are_no_members(world: World) -> None:
    names = Names("corp")
    first, second = "10000000-0000-4000-8000-00000000000a", "10000000-0000-4000-8000-00000000000b"
    assert names.site_group(first, 5) != names.site_group(second, 5)
    system = world.system
    assert isinstance(system, Graph)
    server = system.server
    group = server.group(9, account_id(1), account_id(2), owners=(account_id(3),))
    owners = f"c:0o.c|federateddirectoryclaimprovider|{group}_o"
    server.site_groups = {5: ["i:0#.f|membership|p4@corp.example"], 6: [owners]}
    rows = {"owned": to_login(owners), "five": to_site_group("5"), "six": to_site_group("6")}
    for key in rows:
        system.put(key, f"The word is tansy{key}.")
    server.permissions |= {key: [row] for key, row in rows.items()}
    world.bring()
    assert world.readers("tansyowned") == world.readers("tansysix") == {"cai"}
    assert world.readers("tansyfive") == {"dan"}


@across(Verb.JOIN)
def test_t15_every_group_of_a_source_is_called_after_it(world: World) -> None:
    before = set(world.workspace.directory.groups())
    world.system.put("secret", "The word is tansy.", {"@hr"})
    world.bring()
    new = set(world.workspace.directory.groups()) - before
    own = set(world.system.members) if isinstance(world.system, Files | Notion) else set()
    kinds = (
        "graph",
        "gdrive",
        "confluence",
        "jira",
        "notion",
        "declared",
        "dokuwiki",
        "ldap",
        "posix",
        "moodle",
    )
    assert new
    assert {name for name in new if name.split(":")[0] not in kinds} <= own


@across(Verb.FAIL_ACL)
def test_t16_a_list_that_cannot_be_read_is_not_replaced_by_the_reading_account(world: World) -> None:
    for name in (f"admin@{DOMAIN}", "reader@corp.example", "bot@acme.example", "bot@campus.example"):
        world.workspace.directory.put_user(UserEntry(name, name, name))
    world.system.put("secret", "The word is tansy.", {"ann"})
    world.system.fail_acl("secret", "refused")
    world.attempt()
    people = [each["name"] for each in world.workspace.users()]
    assert len(people) >= 6
    assert not [name for name in people if world.finds(name, "tansy")]


@across(Verb.PUT)
def test_t17_the_same_question_gives_each_person_their_own_answer(world: World) -> None:
    world.system.put("mine", "The opening hour is nine and quillon.", {"@hr"})
    world.system.put("theirs", "The opening hour is noon and marram.", {"cai"})
    world.bring()
    question = "What is the opening hour?"
    for _ in range(2):
        for asker, word in (("ann", "quillon"), ("cai", "marram"), ("dan", None), ("ann", "quillon")):
            answer = world.workspace.ask(question, as_user=asker)
            shown = {
                each for each in ("quillon", "marram") if any(each in e.content for e in answer.evidence)
            }
            assert shown == ({word} if word else set()), asker


@across(Verb.PUT)
def test_t18_a_question_that_another_person_asked_costs_the_same_work(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.system.put("open", "The opening hour is nine.", {"@hr"})
    world.bring()
    calls: list[str] = []
    index = world.workspace.index
    for name in ("rank", "read"):
        real = getattr(index, name)

        def counted(*given: Any, _real: Any = real, _name: str = name) -> Any:
            calls.append(_name)
            return _real(*given)

        monkeypatch.setattr(index, name, counted)
    work = []
    for asker in ("ann", "bob", "bob"):
        calls.clear()
        world.workspace.ask("What is the opening hour?", as_user=asker)
        work.append(tuple(calls))
    assert work[0] == work[1] == work[2]
    assert "rank" in work[0]


def _without_rules_dokuwiki(system: System) -> None:
    assert isinstance(system, DokuWiki)
    system.server.rules_file.write_text("# nothing\nother:* @ALL 1\n", encoding="utf-8")


def _without_rules_confluence(system: System) -> None:
    assert isinstance(system, Confluence)
    system.server.spaces["1"].permissions = []


def _without_rules_jira(system: System) -> None:
    assert isinstance(system, Jira)
    system.server.browse[system.projects[HALL]] = []


def _without_rules_notion(system: System) -> None:
    assert isinstance(system, Notion)
    for thing in system.server.found:
        thing["parent"] = workspace_parent()


def _without_rules_graph(system: System) -> None:
    assert isinstance(system, Graph)
    system.server.permissions["plain"] = []


def _without_rules_drive(system: System) -> None:
    assert isinstance(system, GDrive)
    system.server.permissions["plain"] = [ADMIN]


UNRULED: Mapping[str, Callable[[System], None]] = {
    "Graph": _without_rules_graph, "Google Drive": _without_rules_drive,
    "Confluence": _without_rules_confluence, "Jira": _without_rules_jira, "Notion": _without_rules_notion,
    "DokuWiki": _without_rules_dokuwiki,
}  # fmt: skip


@on(*UNRULED)
def test_t19_what_no_rule_names_is_closed(world: World) -> None:
    world.system.put("plain", "The word is tansy.")
    UNRULED[world.system.title](world.system)
    world.bring()
    assert world.holding("tansy")
    assert world.readers("tansy") == set()


def test_t19_a_folder_without_a_rule_is_not_ingested(workspace: Fidedigno, make_corpus: MakeCorpus) -> None:
    folder = make_corpus({"a.md": "The word is tansy."}, acl="[anyone]")
    declared = (folder / "corpus.yaml").read_text("utf-8")
    lines = [line for line in declared.splitlines() if not line.startswith("acl")]
    (folder / "corpus.yaml").write_text("\n".join([*lines, ""]), "utf-8")
    assert workspace.ingest(folder).refused == 1
    assert not workspace.search("tansy", as_user="owner")


@on(*MAIL)
def test_t20_an_address_with_a_plus_is_somebody_else(world: World) -> None:
    world.system.put("secret", "The word is tansy.", {"@hr"})
    world.system.rename_user("ann", "ann+x")
    world.bring()
    assert world.readers("tansy") == {"bob"}
    assert world.finds(f"ann+x@{DOMAIN}", "tansy")


def test_t20_the_directory_folds_case_and_nothing_else(workspace: Fidedigno) -> None:
    workspace.directory.put_user(UserEntry("ann", "Ann", f"ann@{DOMAIN}"))
    workspace.directory.put_group(GroupEntry("hr", "hr", frozenset({Principal.user("ann")})))

    def held(asked: str) -> Identity:
        return workspace.identity(asked)

    assert held(f"ANN@{DOMAIN.upper()}").user == "ann"
    for other in (f"ann+x@{DOMAIN}", f"a.nn@{DOMAIN}", f"ann@{DOMAIN}.", f"ann @{DOMAIN}", "аnn"):
        assert held(other).user is None, other


def test_the_three_states_of_a_list_are_three() -> None:
    assert len({NOBODY.digest, UNKNOWN.digest, AccessList.any_of(Principal.user("ann")).digest}) == 3
