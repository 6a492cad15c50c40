"""A connected system over the whole road: what somebody finds after each change of rights."""

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from fidedigno import Fidedigno
from fidedigno.access.content import DirectoryContent, GroupEntry, UserEntry
from fidedigno.connector_sync import complete, declaration_of, everybody_of
from fidedigno.errors import ConfigurationError
from fidedigno.model import NOBODY, UNKNOWN, AccessList, Principal
from fidedigno.sources.connector import SourceError
from fidedigno.sources.sharing import LinkShared, Sharing
from tests.fakes.connected import finds
from tests.fakes.connector import FakeConnector, Held

DECLARATION = {
    "owner": "ann",
    "audience": "department",
    "sensitivity": "internal",
    "revocation_lag": "1h",
    "freshness": "365d",
    "ai_allowed": True,
}
STAFF, HR = "fake:corp:staff", "fake:corp:hr"


def people(**groups: list[str]) -> DirectoryContent:
    """Ann, Bob and Cai, and who is in which group."""
    users = tuple(UserEntry(name, name, f"{name}@example.test") for name in ("ann", "bob", "cai"))
    entries = tuple(
        GroupEntry(f"fake:corp:{name}", name, frozenset(map(Principal.parse, members)))
        for name, members in groups.items()
    )
    return DirectoryContent(users, entries, partial=True)


@pytest.fixture
def connector() -> FakeConnector:
    fake = FakeConnector(content=people(staff=["user:ann", "group:fake:corp:hr"], hr=["user:bob"]))
    fake.put(
        "1", Held("menu.md", "# Menu\n\nLentils on Tuesday.\n", AccessList.any_of(Principal.group(STAFF)))
    )
    both = AccessList.all_of(
        AccessList.any_of(Principal.group(STAFF)), AccessList.any_of(Principal.group(HR))
    )
    fake.put("2", Held("pay.md", "# Pay\n\nSalaries rise in March.\n", both))
    return fake


def bring(workspace: Fidedigno, connector: FakeConnector, *, contents: bool = True) -> None:
    done = workspace.sync(connector, DECLARATION, contents=contents)
    workspace.ingest(done.mirror.folder)


def readers(workspace: Fidedigno, words: str) -> set[str]:
    return {name for name in ("ann", "bob", "cai", "eve") if finds(workspace, name, words)}


def test_each_finds_what_the_system_lets_them_read(workspace: Fidedigno, connector: FakeConnector) -> None:
    bring(workspace, connector)
    assert readers(workspace, "Lentils") == {"ann", "bob"}
    assert readers(workspace, "Salaries") == {"bob"}


def test_a_change_of_members_counts_without_ingesting_again(
    workspace: Fidedigno, connector: FakeConnector
) -> None:
    bring(workspace, connector)
    connector.content = people(staff=["user:cai", "group:fake:corp:hr"], hr=["user:ann"])
    workspace.sync(connector, DECLARATION)
    assert readers(workspace, "Lentils") == {"ann", "cai"}
    assert readers(workspace, "Salaries") == {"ann"}


def test_rights_alone_are_renewed_without_reading_a_content(
    workspace: Fidedigno, connector: FakeConnector
) -> None:
    bring(workspace, connector)
    connector.unreadable = {"1", "2"}
    connector.put("1", Held("menu.md", "# Menu\n\nLentils on Tuesday.\n", NOBODY))
    connector.drop("2")
    bring(workspace, connector, contents=False)
    assert readers(workspace, "Lentils") == readers(workspace, "Salaries") == set()


def test_a_group_that_is_gone_opens_nothing(workspace: Fidedigno, connector: FakeConnector) -> None:
    bring(workspace, connector)
    connector.content = people(staff=["user:ann"])
    workspace.sync(connector, DECLARATION)
    assert readers(workspace, "Salaries") == set()


def test_an_unknown_access_list_opens_nothing_and_is_reported(
    workspace: Fidedigno, connector: FakeConnector
) -> None:
    connector.put("2", Held("pay.md", "# Pay\n\nSalaries rise in March.\n", UNKNOWN))
    done = workspace.sync(connector, DECLARATION)
    workspace.ingest(done.mirror.folder)
    assert readers(workspace, "Salaries") == set()
    assert done.as_dict()["unknown"] == ["2"]


def test_anybody_means_whoever_the_system_knows(workspace: Fidedigno, connector: FakeConnector) -> None:
    connector.put(
        "3",
        Held("open.md", "# Open\n\nVisitors park behind.\n", AccessList.any_of(Principal.parse("anyone"))),
    )
    bring(workspace, connector)
    assert readers(workspace, "Visitors") == {"ann", "bob", "cai"}


def test_a_synchronisation_that_fails_leaves_rights_as_old_as_they_were(
    workspace: Fidedigno, connector: FakeConnector, tmp_path: Path
) -> None:
    bring(workspace, connector)
    before = {each["name"]: each for each in workspace.corpora()}
    connector.breaks_after = 0
    connector.content = people(staff=["user:cai"])
    connector.put("1", Held("menu.md", "# Menu\n\nSoup.\n", NOBODY, 2))
    with pytest.raises(SourceError):
        workspace.sync(connector, DECLARATION)
    folder = workspace.folder / "mirrors" / "fake-corp"
    workspace.ingest(folder)
    assert before.keys() == {"fake-corp"}
    assert readers(workspace, "Lentils") == {"ann", "bob"}


def test_a_first_synchronisation_that_fails_opens_nothing(
    workspace: Fidedigno, connector: FakeConnector
) -> None:
    connector.breaks_after = 1
    with pytest.raises(SourceError):
        workspace.sync(connector, DECLARATION)
    assert readers(workspace, "Lentils") == set()


@pytest.mark.parametrize("key", ["name", "acl", "source"])
def test_a_declaration_may_not_decide_what_the_system_says(
    workspace: Fidedigno, connector: FakeConnector, key: str
) -> None:
    with pytest.raises(ConfigurationError, match=key):
        workspace.sync(connector, {**DECLARATION, key: "anyone"})


def test_a_declaration_without_a_revocation_lag_is_refused(
    workspace: Fidedigno, connector: FakeConnector
) -> None:
    with pytest.raises(ConfigurationError, match="revocation_lag"):
        workspace.sync(connector, {k: v for k, v in DECLARATION.items() if k != "revocation_lag"})


def test_only_groups_of_the_same_system_are_emptied() -> None:
    told = complete("fake:corp", people(staff=["user:ann"]), ["fake:corp:old", "fake:corporate:x", "staff"])
    members = {group.name: group.members for group in told.groups}
    assert members["fake:corp:old"] == frozenset()
    assert members[everybody_of("fake:corp")] == frozenset(map(Principal.user, ("ann", "bob", "cai")))
    assert not members.keys() & {"fake:corporate:x", "staff"}


def test_a_member_that_nobody_knows_is_nobody() -> None:
    told = complete("fake:corp", people(staff=["user:ann", "user:zoe", "group:fake:corp:lost"]), [], [])
    members = {group.name: group.members for group in told.groups}
    assert members["fake:corp:staff"] == {Principal.user("ann"), Principal.group("fake:corp:lost")}
    assert members["fake:corp:lost"] == frozenset()


@dataclass(frozen=True)
class Somebody:
    """A user of the directory."""

    name: str
    email: str | None


def test_somebody_known_by_their_address_keeps_the_name_that_they_have() -> None:
    read = people(staff=["user:ann", "user:bob"])
    told = complete("fake:corp", read, [], [Somebody("Anna", "Ann@Example.test"), Somebody("bob", None)])
    assert [each.name for each in told.users] == ["anna", "bob", "cai"]
    members = {group.name: group.members for group in told.groups}
    assert members["fake:corp:staff"] == {Principal.user("anna"), Principal.user("bob")}
    assert Principal.user("anna") in (members[everybody_of("fake:corp")] or ())


def test_an_address_of_two_links_nobody() -> None:
    twins = [Somebody("anna", "ann@example.test"), Somebody("anne", "ann@example.test")]
    assert complete("fake:corp", people(), [], twins).users[0].name == "ann"
    same = replace(people(), users=(UserEntry("a", "a", "x@y.test"), UserEntry("b", "b", "x@y.test")))
    told = complete("fake:corp", same, [], [Somebody("anna", "x@y.test")])
    assert [each.name for each in told.users] == ["a", "b"]


def test_two_people_never_become_one() -> None:
    """The directory has Bob under Ann's address; both are in the system."""
    told = complete("fake:corp", people(), [], [Somebody("bob", "ann@example.test")])
    assert [each.name for each in told.users] == ["ann", "bob", "cai"]


def test_a_group_of_everybody_that_the_connector_gave_is_kept() -> None:
    told = complete("fake:corp", people(people=["group:fake:corp:audience"]), [])
    members = {group.name: group.members for group in told.groups}
    assert members["fake:corp:people"] == {Principal.group("fake:corp:audience")}


@pytest.mark.parametrize(
    ("lets_in", "needs"),
    [
        (Sharing(LinkShared.PEOPLE), {"link_shared": "people"}),
        (Sharing(guests=True), {"guests": True}),
        (Sharing(LinkShared.PEOPLE, True), {"link_shared": "people", "guests": "true"}),
    ],
)
def test_a_connector_that_lets_in_more_than_its_corpus_is_refused_before_it_reads(
    workspace: Fidedigno, connector: FakeConnector, lets_in: Sharing, needs: dict[str, object]
) -> None:
    connector.sharing = lets_in
    with pytest.raises(ConfigurationError, match="lets in more"):
        workspace.sync(connector, DECLARATION)
    assert connector.asked_with == []
    assert workspace.sync(connector, {**DECLARATION, **needs}).mirror.written == ("1", "2")


def test_the_owner_of_a_document_reads_it_only_if_its_list_says_so(
    workspace: Fidedigno, connector: FakeConnector
) -> None:
    connector.put("3", Held("plan.md", "# Plan\n\nBeavers in May.\n", AccessList.any_of(Principal.group(HR))))
    connector.owners = {"3": "ann@example.test"}
    done = workspace.sync(connector, {**DECLARATION, "owner": "ann"})
    assert "owner: ann@example.test" in "".join(
        each.read_text(encoding="utf-8") for each in done.mirror.folder.glob("*.meta.yaml")
    )
    workspace.ingest(done.mirror.folder)
    assert readers(workspace, "Beavers") == {"bob"}


@pytest.mark.parametrize("name", ["scim", "scim:corp", "oidc", "oidc:corp"])
def test_a_connector_may_not_be_called_as_the_groups_of_identity_providers_begin(name: str) -> None:
    with pytest.raises(ConfigurationError, match="identity providers"):
        declaration_of(name, DECLARATION)
    assert declaration_of(f"my-{name}", DECLARATION)["name"]
