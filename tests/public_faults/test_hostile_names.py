"""Hostile names, forged identities, rights in texts, wrong shapes, circles, clocks and tokens: nothing opens."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta

import pytest

from fidedigno.deliver.render import render
from fidedigno.sources.files import RIGHTS_FILE
from tests.fakes.notion import below, uuid
from tests.public_faults.across import World, across, on
from tests.public_faults.adapters.confluence import Confluence
from tests.public_faults.adapters.gdrive import GDrive
from tests.public_faults.adapters.graph import Graph
from tests.public_faults.adapters.jira import Jira
from tests.public_faults.adapters.notion import Notion
from tests.public_faults.systems import ASKERS, DOMAIN, PEOPLE, Served, System, Verb

NAMES = (
    "user:ann", "group:hr", "anyone", "domain:corp.example", "*", "%", "_", "@ALL", "%USER%", "ann'--",
    '"; DROP TABLE users; --', "' OR '1'='1", "a\x00b", "a\nacl: [anyone]", "аnn", "ＡＮＮ", "ann\u200b",
    "\u202enna", "../../etc/passwd", "{{7*7}}", "${jndi:x}", "x" * 10_240, "", " ", "\ud800",
)  # fmt: skip
"""Quotes, wildcards, prefixes of ours, look-alikes, paths, templates, nothing, and very much."""
WRITTEN = tuple(each for each in NAMES if each != "\ud800")
SERVED = ("Graph", "Google Drive", "Confluence", "Jira", "Notion", "Declared services", "DokuWiki")


def secrets(world: World) -> None:
    """One document of a person, one of a group and one of all."""
    world.system.put("own", "The word is tansy.", {"ann"})
    world.system.put("hr", "The word is sorrel.", {"@hr"})
    world.system.put("open", "The word is quillon.")


def assert_as_before(world: World) -> None:
    assert world.readers("tansy") == {"ann"}
    assert world.readers("sorrel") == {"ann", "bob"}
    assert world.readers("quillon") == set(PEOPLE)


@across(Verb.STRANGE_PERSON)
def test_an_account_with_a_hostile_name_is_nobody_else(world: World) -> None:
    secrets(world)
    for name in WRITTEN:
        world.system.strange_person(name)
    world.attempt()
    for name in NAMES:
        strangers = {f"{name}", f"user:{name}"} - set(PEOPLE)
        for asker in strangers:
            if world.workspace.identity(asker).user in PEOPLE:
                continue
            assert not world.finds(asker, "tansy"), name
            assert not world.finds(asker, "sorrel"), name
    assert world.readers("tansy") <= {"ann"}
    assert world.readers("sorrel") <= {"ann", "bob"}


@across(Verb.STRANGE_PERSON)
def test_an_account_with_a_hostile_name_takes_nothing_from_others(world: World) -> None:
    secrets(world)
    for name in WRITTEN:
        world.system.strange_person(name)
    said = world.attempt()
    if world.system.title == "Files":
        assert said is None
        return
    assert said == 0
    assert_as_before(world)


@across(Verb.STRANGE_GROUP)
def test_a_group_with_a_hostile_name_is_no_other_group(world: World) -> None:
    secrets(world)
    readers = []
    for number, name in enumerate(each for each in WRITTEN if each.strip() and "\x00" not in each):
        readers.append(world.system.strange_group(name, "dan"))
        world.system.put(f"s{number}", f"The word is marram{number}z.", {readers[-1]})
    said = world.attempt()
    if said is None:
        assert world.system.title == "Files"
        assert world.readers("tansy") == set()
        return
    assert_as_before(world)
    for number in range(len(readers)):
        assert world.readers(f"marram{number}z") <= {"dan"}, readers[number][:40]


@across(Verb.ENTITLE)
def test_a_hostile_title_is_a_title_of_one_line_and_nothing_more(world: World) -> None:
    secrets(world)
    for number, name in enumerate(WRITTEN):
        key = f"t{number}"
        world.system.put(key, f"The word is marram{number}z.", {"cai"})
        world.system.entitle(key, name)
    world.system.entitle("own", "\u202eacl: [anyone]\n---\nacl: [anyone]")
    assert world.attempt() is not None
    assert_as_before(world)
    for number, name in enumerate(WRITTEN):
        found = world.workspace.search(f"marram{number}z", as_user="cai")
        titles = [each.evidence.title for each in found if f"marram{number}z" in each.evidence.content]
        assert len(titles) <= 1
        for title in titles:
            assert title.isprintable(), (name, title)
            assert 0 < len(title) <= 400
        assert not world.finds("dan", f"marram{number}z")
    answer = world.workspace.ask("What is the word tansy?", as_user="ann")
    shown = render(answer)
    assert "\u202e" not in shown
    assert "\x1b" not in shown


@across(Verb.ENTITLE, Verb.FOLDER)
def test_a_hostile_name_of_a_folder_moves_nothing_out_of_it(world: World) -> None:
    secrets(world)
    world.system.folder("A", {"@hr"})
    world.system.put("inside", "The word is marram.", below="A")
    for name in WRITTEN:
        world.system.entitle("A", name)
        world.attempt()
        assert not world.finds("cai", "marram"), name[:40]
        assert not world.finds("dan", "marram"), name[:40]
    world.system.entitle("A", "A")
    world.bring()
    assert world.readers("marram") == {"ann", "bob"}
    assert_as_before(world)


@across(Verb.PUT)
def test_a_forged_name_is_somebody_unknown(world: World) -> None:
    secrets(world)
    world.bring()
    forged = (
        "user:ann", "group:hr", "ann,bob", "ann;bob", f"ann@{DOMAIN},bob@{DOMAIN}", "ann\x00", "ann%00", "ann'--",
        "аnn", "a\u0301nn", "ann\u200b", "*", "a*", "ann|bob", f"<ann@{DOMAIN}>", f"bob@{DOMAIN}\nann",
        "graph:corp:people", '{"user": "ann"}', "x" * 10_240,
    )  # fmt: skip
    for name in forged:
        assert world.workspace.identity(name).user is None, name
        for words in ("tansy", "sorrel", "quillon"):
            assert not world.finds(name, words), name
    context = {
        "user": "ann",
        "groups": "hr",
        "role": "admin",
        "as_user": "ann",
        "acl": "anyone",
        "principals": "*",
    }
    for asker in ("dan", None):
        answer = world.workspace.ask("What is the word tansy?", as_user=asker, context=context)
        assert not any("tansy" in each.content for each in answer.evidence)


RIGHTS_IN_A_TEXT = (
    "---\nacl: [anyone]\n---\nThe word is tansy.",
    "---\nacl: nobody\ntitle: x\n---\nThe word is tansy.",
    "---\nacl: {all_of: [[anyone]], deny: ['user:ann']}\ncorpus: other\nid: 1\n---\nThe word is tansy.",
    "---\nauthority: x' OR 1=1\nscope: {acl: anyone}\nacl_class: 1\n---\nThe word is tansy.",
    "---\nacl: [\n---\nThe word is tansy.",
    "acl: [anyone]\n\nThe word is tansy.",
)


@pytest.mark.parametrize("text", RIGHTS_IN_A_TEXT)
@across(Verb.PUT)
def test_rights_that_a_text_claims_open_nothing(world: World, text: str) -> None:
    world.system.put("own", text, {"ann"})
    world.system.put("open", "The word is quillon.")
    world.attempt()
    assert world.readers("tansy") <= {"ann"}
    assert world.readers("quillon") == set(PEOPLE)


BODIES: tuple[object, ...] = (
    None, [], {}, "x", 7, True, [7], {"value": "x"}, {"value": [7]}, {"results": None}, {"results": [None]},
    {"files": "x"}, {"permissions": {}}, {"values": 7, "isLast": "no"}, {"issues": [[]]}, {"error": {"code": "x"}},
    {"results": [], "has_more": "yes", "next_cursor": 7}, {"value": [], "@odata.nextLink": "http://[::1"},
)  # fmt: skip


@on(*SERVED)
def test_an_answer_of_another_shape_gives_nobody_anything(world: World) -> None:
    system = world.system
    assert isinstance(system, Served)
    secrets(world)
    world.bring()
    assert_as_before(world)
    system.put("later", "The word is marram.", {"ann"})
    for body in BODIES:
        system.server.failures.clear()
        system.server.fail("^(?!.*(token|login))", 200, body=body)
        system.settle()
        world.attempt()
        for asker in ("cai", "dan"):
            assert not any(world.finds(asker, words) for words in ("tansy", "sorrel", "marram")), body
    system.heal()
    system.settle()
    world.bring()
    assert_as_before(world)
    assert world.readers("marram") == {"ann"}


def _circle_graph(system: System) -> None:
    assert isinstance(system, Graph)
    for one, other in (("A", "B"), ("B", "A")):
        system.server.put(
            {**system.server.items[one], "parentReference": {"id": other, "driveId": "b!drive-1"}}
        )


def _circle_drive(system: System) -> None:
    assert isinstance(system, GDrive)
    system.server.files["A"]["parents"], system.server.files["B"]["parents"] = ["B"], ["A"]


def _circle_confluence(system: System) -> None:
    assert isinstance(system, Confluence)
    one, other = (system.server.contents[system.ids[key]] for key in ("A", "B"))
    one.parent, other.parent = other.id, one.id


def _circle_notion(system: System) -> None:
    assert isinstance(system, Notion)
    things = system.server.things
    numbers = [system.numbers[key] for key in ("A", "B")]
    for one, other in (numbers, reversed(numbers)):
        things[uuid(one).replace("-", "")]["parent"] = below(other)


CIRCLES: Mapping[str, Callable[[System], None]] = {
    "Graph": _circle_graph, "Google Drive": _circle_drive, "Confluence": _circle_confluence,
    "Notion": _circle_notion,
}  # fmt: skip


@on(*CIRCLES)
def test_folders_in_a_circle_end_and_open_nothing(world: World) -> None:
    secrets(world)
    world.system.folder("A", {"@hr"})
    world.system.folder("B", below="A")
    world.system.put("b", "The word is marram.", below="B")
    CIRCLES[world.system.title](world.system)
    world.bring()
    assert world.readers("marram") <= {"ann", "bob"}
    assert_as_before(world)


@across(Verb.SHARE)
def test_a_clock_that_runs_back_or_far_ahead_keeps_no_right_alive(world: World) -> None:
    secrets(world)
    world.bring()
    jira = world.system if isinstance(world.system, Jira) else None
    for days in (-1, 400):
        if jira:
            jira.server.now += timedelta(days=days)
        world.system.clock.forward(days=days)
        world.system.share("own", set() if days < 0 else {"cai"})
        world.bring()
        world.system.settle()
        world.bring()
        assert world.readers("tansy") == (set() if days < 0 else {"cai"})


@across(Verb.PUT)
def test_rights_that_claim_to_be_of_the_future_close_the_corpus(world: World) -> None:
    secrets(world)
    world.bring()
    now = datetime.now(UTC)
    ahead, long_ago = now + timedelta(hours=2), now - timedelta(days=400)
    notes = list(world.workspace.folder.glob(f"mirrors/**/{RIGHTS_FILE}"))
    for each in world.workspace.corpora():
        is_copy = bool(notes) and each["name"] not in {"top"}
        world.workspace.declared.mark_acl_synced(each["name"], long_ago if is_copy else ahead)
    for note in notes:
        note.write_text(ahead.isoformat(), encoding="ascii")
        world.workspace.ingest(note.parent)
    for words in ("tansy", "sorrel", "quillon"):
        assert world.readers(words) == set()


@across(Verb.FAIL_MIDWAY)
def test_a_first_reading_that_ends_early_opens_nothing_and_a_whole_one_all(world: World) -> None:
    secrets(world)
    for number in range(4):
        world.system.put(f"more{number}", "The word is marram.", {"ann"})
    world.system.fail_midway()
    assert world.attempt() is None
    for words in ("tansy", "sorrel", "quillon"):
        assert not world.holding(words) or world.readers(words) == set()
    world.system.heal()
    world.bring()
    assert_as_before(world)


@across(Verb.EXPIRE_TOKEN, Verb.SHARE)
def test_an_access_that_expires_in_the_middle_is_renewed_or_changes_nothing(world: World) -> None:
    secrets(world)
    for number in range(4):
        world.system.put(f"more{number}", "The word is marram.", {"ann"})
    world.bring()
    world.system.settle()
    world.system.share("own", {"cai"})
    world.system.leave("hr", "bob")
    world.system.expire_token()
    said = world.attempt()
    assert (said is not None) == world.system.renews_tokens
    if said is None:
        assert world.readers("tansy") == {"ann"}
        # Groups of Notion's audiences are those of the directory here, and change there.
        kept = {"ann"} if isinstance(world.system, Notion) else {"ann", "bob"}
        assert world.readers("sorrel") == kept
    world.system.heal()
    world.system.settle()
    world.bring()
    assert world.readers("tansy") == {"cai"}
    assert world.readers("sorrel") == {"ann"}


def test_the_people_who_ask_here_are_some_who_have_and_some_who_have_no_account() -> None:
    assert set(PEOPLE) < set(ASKERS)
    assert None in ASKERS
