"""Public faults by which rights or documents outlived their source: T21 to T29."""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta

import pytest

from fidedigno import Decision
from fidedigno.errors import NotAvailableError
from tests.fakes.notion import plain, uuid
from tests.public_faults.across import World, across, on
from tests.public_faults.adapters.confluence import Confluence
from tests.public_faults.adapters.dokuwiki import DokuWiki
from tests.public_faults.adapters.graph import Graph
from tests.public_faults.adapters.jira import Jira
from tests.public_faults.adapters.notion import Notion
from tests.public_faults.systems import PEOPLE, Served, System, Verb

WITH_PEOPLE_AND_DOCUMENTS = (
    "Graph", "Google Drive", "Confluence", "Jira", "Declared services", "DokuWiki", "Moodle",
)  # fmt: skip


def pass_time(world: World, by: timedelta = timedelta(hours=400 * 24)) -> None:
    """Let the rights of every corpus have been read that long ago."""
    for each in world.workspace.corpora():
        world.workspace.declared.mark_acl_synced(each["name"], datetime.now(UTC) - by)


@across(Verb.DELETE)
def test_t21_what_is_deleted_is_gone_within_the_declared_lag(world: World) -> None:
    world.system.put("old", "The word is tansy.", {"ann"})
    world.system.put("other", "The word is quillon.")
    world.bring()
    assert world.readers("tansy") == {"ann"}
    world.system.delete("old")
    world.bring()
    world.system.settle()
    world.bring()
    assert world.readers("tansy") == set()
    assert not world.holding("tansy")
    assert world.readers("quillon") == set(PEOPLE)


@across(Verb.PUT)
def test_t21_a_corpus_whose_rights_were_not_read_in_time_closes_and_says_so(world: World) -> None:
    world.system.put("old", "The word is tansy.", {"ann"})
    world.bring()
    pass_time(world)
    assert world.readers("tansy") == set()
    states = {each["state"] for each in world.workspace.status()["corpora"]}
    assert states
    assert all(each.startswith("closed") for each in states)
    world.bring()
    assert world.readers("tansy") == {"ann"}


@across(Verb.FOLDER, Verb.SHARE)
def test_t22_a_change_above_reaches_everything_below_although_nothing_there_changed(world: World) -> None:
    system = world.system
    system.folder("A", {"@hr"})
    system.folder("B", below="A")
    for key in ("a", "b"):
        system.put(key, f"The word is tansy{key}.", below=key.upper())
    world.bring()
    assert world.readers("tansya.") == world.readers("tansyb.") == {"ann", "bob"}
    chunks = world.holding("tansy")
    system.share("A", {"cai"})
    world.bring()
    assert world.readers("tansya.") == world.readers("tansyb.") == {"cai"}
    assert world.holding("tansy") == chunks, "a change of rights rewrote a text"


@across(Verb.MOVE, Verb.FOLDER)
def test_t22_a_document_that_moves_has_the_readers_of_its_new_place(world: World) -> None:
    world.system.folder("A", {"@hr"})
    world.system.folder("C", {"cai"})
    world.system.put("a", "The word is tansy.", below="A")
    world.bring()
    assert world.readers("tansy") == {"ann", "bob"}
    world.system.move("a", "C")
    world.bring()
    assert world.readers("tansy") == {"cai"}


@across(Verb.STAY_SILENT, Verb.SHARE)
def test_t23_a_feed_that_tells_of_no_change_of_rights_is_made_up_for_by_reading_everything(
    world: World,
) -> None:
    world.system.put("old", "The word is tansy.", {"ann"})
    world.bring()
    world.system.stay_silent()
    world.system.share("old", {"cai"})
    world.system.settle()
    world.bring()
    assert world.readers("tansy") == {"cai"}


@across(Verb.STAY_SILENT, Verb.DELETE)
def test_t23_a_feed_that_tells_of_no_deletion_is_made_up_for_by_reading_everything(world: World) -> None:
    world.system.put("old", "The word is tansy.", {"ann"})
    world.system.put("other", "The word is quillon.")
    world.bring()
    world.system.stay_silent()
    world.system.delete("old")
    world.system.settle()
    world.bring()
    assert not world.holding("tansy")


@on(*WITH_PEOPLE_AND_DOCUMENTS)
def test_t24_groups_that_were_not_read_in_time_grant_nothing_and_the_corpus_says_so(world: World) -> None:
    world.system.put("old", "The word is tansy.", {"@hr"})
    world.bring()
    assert world.readers("tansy") == {"ann", "bob"}
    world.system.fail_people()
    assert world.attempt() is None, "that people could not be read has to be told"
    pass_time(world)
    assert world.readers("tansy") == set()
    world.attempt()
    assert world.readers("tansy") == set(), "a synchronisation that fails must not make rights young"
    assert {each["state"] for each in world.workspace.status()["corpora"] if each["documents"]} != {"open"}
    world.system.heal()
    world.bring()
    assert world.readers("tansy") == {"ann", "bob"}


@across(Verb.LEAVE)
def test_t25_somebody_taken_out_of_every_group_keeps_none(world: World) -> None:
    world.system.put("hr", "The word is tansy.", {"@hr"})
    world.system.put("staff", "The word is sorrel.", {"@staff"})
    world.bring()
    assert world.readers("tansy") == {"ann", "bob"}
    for group in ("hr", "staff"):
        world.system.leave(group, "bob")
    world.bring()
    assert world.readers("tansy") == {"ann"}
    assert world.readers("sorrel") == {"ann", "cai"}


@across(Verb.LEAVE)
def test_t25_the_last_one_to_leave_a_group_leaves_it(world: World) -> None:
    world.system.put("hr", "The word is tansy.", {"@hr"})
    world.bring()
    for person in ("ann", "bob"):
        world.system.leave("hr", person)
    world.bring()
    assert world.readers("tansy") == set()


@across(Verb.DROP_GROUP)
def test_t25_a_group_that_is_deleted_grants_nothing(world: World) -> None:
    world.system.put("hr", "The word is tansy.", {"@hr"})
    world.bring()
    assert world.readers("tansy") == {"ann", "bob"}
    world.system.drop_group("hr")
    world.bring()
    assert world.readers("tansy") == set()


@across(Verb.FAIL_PEOPLE)
def test_t26_a_failure_does_not_rewrite_who_is_in_which_group(world: World) -> None:
    world.system.put("hr", "The word is tansy.", {"@hr"})
    world.bring()
    before = world.workspace.user("bob")["principals"]
    world.system.fail_people()
    assert world.attempt() is None
    assert world.workspace.user("bob")["principals"] == before
    assert world.readers("tansy") == {"ann", "bob"}


@across(Verb.FAIL_MIDWAY)
def test_t26_a_reading_that_ends_early_takes_nothing_and_gives_nothing(world: World) -> None:
    world.system.put("hr", "The word is tansy.", {"@hr"})
    for number in range(4):
        world.system.put(f"other{number}", "The word is quillon.", {"@hr"})
    world.bring()
    kept = world.holding("quillon")
    world.system.settle()
    world.system.fail_midway()
    world.attempt()
    assert world.holding("quillon") == kept
    assert world.readers("tansy") == {"ann", "bob"}


@across(Verb.DISABLE)
def test_t27_an_account_that_is_switched_off_in_its_source_reads_nothing_and_stays_off(world: World) -> None:
    world.system.put("hr", "The word is tansy.", {"@hr"})
    world.system.put("own", "The word is sorrel.", {"bob"})
    world.system.put("open", "The word is quillon.")
    world.bring()
    assert world.readers("sorrel") == {"bob"}
    answer = world.workspace.ask("What is the word sorrel?", as_user="bob")
    assert answer.evidence
    world.system.disable("bob")
    for _ in range(3):
        world.bring()
        assert world.readers("tansy") == {"ann"}
        assert world.readers("sorrel") == set()
        assert world.readers("quillon") == {"ann", "cai", "dan"}
        with pytest.raises(NotAvailableError):
            world.workspace.why(answer.id, as_user="bob")
        world.system.settle()


@across(Verb.PUT)
def test_t27_an_account_that_is_switched_off_here_is_refused_at_the_next_question(world: World) -> None:
    world.system.put("hr", "The word is tansy.", {"@hr"})
    world.bring()
    workspace = world.workspace
    held = workspace.identity("bob")
    talk = workspace.conversation(as_user="bob")
    answer = talk.ask("What is the word tansy?")
    assert answer.evidence
    workspace.set_enabled("bob", False)
    assert talk.ask("What is the word tansy?").decision is Decision.ABSTAIN
    assert workspace.authoriser.permit(held).is_empty, "an identity made earlier kept its rights"
    with pytest.raises(NotAvailableError):
        workspace.why(answer.id, as_user="bob")
    assert world.readers("tansy") == {"ann"}


@across(Verb.DELETE)
def test_t28_of_what_is_deleted_nothing_is_left_and_its_name_says_nothing_of_it(world: World) -> None:
    world.system.put("file", "The word is tansy.", {"@hr"})
    world.system.put("other", "The word is quillon.")
    world.bring()
    old = world.holding("tansy")
    answer = world.workspace.ask("What is the word tansy?", as_user="ann")
    assert answer.evidence
    world.system.delete("file")
    world.bring()
    world.system.settle()
    world.bring()
    assert not world.holding("tansy")
    assert len(world.workspace.sources()) == sum(e["documents"] for e in world.workspace.corpora())
    with pytest.raises(NotAvailableError):
        world.workspace.why(answer.id, as_user="ann")
    world.system.put("file", "The word is sorrel.", {"@hr"})
    world.bring()
    assert world.readers("sorrel") == {"ann", "bob"}
    assert not world.holding("sorrel") & old
    with pytest.raises(NotAvailableError):
        world.workspace.why(answer.id, as_user="ann")


@across(Verb.PUT)
def test_t28_another_text_under_the_same_name_leaves_nothing_of_the_old_one(world: World) -> None:
    world.system.put("file", "The word is tansy.", {"@hr"})
    world.bring()
    world.system.put("file", "The word is sorrel.", {"cai"})
    world.bring()
    assert not world.holding("tansy")
    assert world.readers("sorrel") == {"cai"}


@on("Graph", "Google Drive", "Confluence", "Jira", "Notion", "Declared services", "DokuWiki")
def test_t29_nothing_is_asked_about_what_is_gone(world: World) -> None:
    system = world.system
    assert isinstance(system, Served)
    system.put("file", "The word is tansy.", {"@hr"})
    system.put("other", "The word is quillon.")
    world.bring()
    numbers = _ids(system, "file")
    system.delete("file")
    system.server.asked.clear()
    asked = system.server.parts_asked if isinstance(system, Graph) else []
    asked.clear()
    # Whoever asks for the rights of what is gone would fail here.
    world.bring()
    paths = [*system.server.paths(), *asked]
    assert paths
    assert not [path for path in paths for number in numbers if f"/{number}/" in path + "/"]
    assert world.readers("tansy") == set() or not isinstance(system, Graph)


def _ids(system: System, key: str) -> Collection[str]:
    """What a source calls a document in addresses."""
    if isinstance(system, Confluence):
        return [system.ids[key]]
    if isinstance(system, Jira):
        return [system.numbers[key]]
    if isinstance(system, Notion):
        return [uuid(system.numbers[key]), plain(system.numbers[key])]
    return [system.page(key)] if isinstance(system, DokuWiki) else [key]
