"""Public faults by which somebody saw what they should not: T01 to T11, over every source that can have them."""

import asyncio
import inspect

import pytest

from fidedigno import Decision, Fidedigno
from fidedigno.errors import FidedignoError, NotAvailableError
from fidedigno.index import SearchRequest
from fidedigno.model import AccessList
from tests.public_faults.across import World, across, on
from tests.public_faults.adapters.confluence import Confluence
from tests.public_faults.adapters.graph import Graph
from tests.public_faults.systems import ASKERS, PEOPLE, Verb

KINDS = ("refused", "throttled", "broken")


@across(Verb.FOLDER)
def test_t01_a_child_of_a_restricted_page_is_closed_to_the_rest_of_the_space(world: World) -> None:
    system = world.system
    system.folder("A", {"@hr"})
    system.put("a", "The word is marram.", below="A")
    system.folder("B", below="A")
    system.put("b", "The word is sorrel.", below="B")
    system.folder("C", {"ann"}, below="B")
    system.put("c", "The word is tansy.", below="C")
    system.put("open", "The word is quillon.")
    world.bring()
    assert world.readers("quillon") == set(PEOPLE)
    assert world.readers("marram") == world.readers("sorrel") == {"ann", "bob"}
    assert world.readers("tansy") == {"ann"}


@across(Verb.FOLDER, Verb.NARROW)
def test_t02_a_list_of_its_own_lets_nobody_past_the_lists_above(world: World) -> None:
    world.system.folder("A", {"@hr"})
    world.system.put("c", "The word is tansy.", {"ann", "cai"}, below="A")
    world.bring()
    assert world.readers("tansy") == {"ann"}


@pytest.mark.parametrize("kind", KINDS)
@across(Verb.FAIL_ACL, Verb.FOLDER)
def test_t02_a_list_above_that_cannot_be_read_closes_what_is_below(world: World, kind: str) -> None:
    world.system.folder("A", {"@hr"})
    world.system.put("c", "The word is tansy.", {"ann"}, below="A")
    world.system.fail_acl("A" if isinstance(world.system, Confluence) else "c", kind)
    said = world.attempt()
    assert world.readers("tansy") == set()
    assert said is None or said >= 1, "a list that could not be read has to be told"


def test_t03_no_access_list_is_without_a_state_and_none_is_stored_so(workspace: Fidedigno) -> None:
    with pytest.raises(ValueError, match="needs a clause"):
        AccessList()
    with pytest.raises((TypeError, FidedignoError, AttributeError)):
        workspace.classes.intern(None)  # type: ignore[arg-type]
    with workspace._database.snapshot() as connection:
        columns = connection.exec_driver_sql("PRAGMA table_info(document_access)").all()
    required = {row[1] for row in columns if row[3]}
    assert {"acl_class_id", "corpus_id"} <= required


@across(Verb.FAIL_ACL)
def test_t03_a_document_whose_list_is_unknown_is_returned_to_nobody(world: World) -> None:
    world.system.put("secret", "The word is tansy.", {"ann"})
    world.system.fail_acl("secret", "refused")
    world.attempt()
    assert world.readers("tansy") == set()


@pytest.mark.parametrize("kind", ["refused", "throttled"])
@across(Verb.FAIL_ACL)
def test_t04_a_refused_or_throttled_list_is_neither_absent_nor_empty(world: World, kind: str) -> None:
    world.system.put("secret", "The word is tansy.", {"@hr"})
    world.system.fail_acl("secret", kind)
    world.attempt()
    assert world.readers("tansy") == set()
    world.system.heal()
    world.system.settle()
    assert world.bring() == 0
    assert world.readers("tansy") == {"ann", "bob"}


@across(Verb.WRONG_TYPES)
def test_t04_a_list_of_another_shape_closes_its_document(world: World) -> None:
    world.system.put("secret", "The word is tansy.", {"ann"})
    world.system.put("open", "The word is quillon.")
    world.system.wrong_types("secret")
    said = world.attempt()
    assert world.readers("tansy") == set()
    assert said is None or world.readers("quillon") == set(PEOPLE)


@on("Graph")
def test_t04_one_part_of_a_batch_that_fails_closes_one_document(world: World) -> None:
    system = world.system
    assert isinstance(system, Graph)
    system.server.page_size = 100
    for number in range(20):
        system.put(f"d{number}", f"The word is sorrel{number}.", {"@hr"})
    system.server.fail_part("items/d3/permissions", 429, times=99)
    system.server.fail_part("items/d7/permissions", 403)
    assert world.attempt() == 2
    shut = {number for number in range(20) if world.readers(f"sorrel{number}.") != {"ann", "bob"}}
    assert shut == {3, 7}
    system.server.part_failures.pop(0)
    assert world.attempt() == 1
    assert world.readers("sorrel3.") == {"ann", "bob"}
    assert world.readers("sorrel7.") == set()


@across(Verb.PUT)
def test_t05_nothing_that_is_closed_is_ranked_for_the_same_question(world: World) -> None:
    world.system.put("mine", "The common word is quillon and dusk.", {"@hr"})
    world.system.put("theirs", "The common word is quillon and dawn.", {"cai"})
    world.bring()
    for asker in ASKERS:
        allowed = {"ann": "dusk", "bob": "dusk", "cai": "dawn"}.get(asker or "")
        expected = world.holding(allowed) if allowed else set()
        assert world.ranked(asker, "quillon") == expected
        answer = world.workspace.ask("quillon?", as_user=asker)
        assert all(allowed and allowed in each.content for each in answer.evidence)


@across(Verb.PUT)
def test_t06_an_assistant_of_a_scope_opens_nothing_and_only_narrows(world: World) -> None:
    world.system.put("secret", "The word is tansy.", {"ann"})
    world.bring()
    corpora = [each["name"] for each in world.workspace.corpora() if each["documents"]]
    assert corpora
    search = world.workspace.search
    assert search("tansy", as_user="ann", corpora=corpora)
    assert not search("tansy", as_user="ann", corpora=["another"])
    assert not search("tansy", as_user="dan", corpora=corpora)
    assert not search("tansy", as_user="dan", corpora=[*corpora, "another"])


@across(Verb.PUT)
def test_t07_naming_a_collection_opens_it_for_nobody_and_does_not_say_that_it_is_there(
    world: World,
) -> None:
    world.system.put("secret", "The word is tansy.", {"ann"})
    world.bring()
    corpora = [each["name"] for each in world.workspace.corpora() if each["documents"]]
    for names in (corpora, ["invented"], ["*"], ["' OR 1=1 --"]):
        assert not world.workspace.search("tansy", as_user="dan", corpora=names)
        answer = world.workspace.ask("What is the word tansy?", as_user="dan", corpora=names)
        nothing = world.workspace.ask("What is the word gorse?", as_user="dan")
        assert (answer.decision, answer.message, answer.evidence) == (
            nothing.decision, nothing.message, nothing.evidence,
        )  # fmt: skip


PEOPLE_ASK = {
    "ask", "aask", "search", "asearch", "conversation", "why", "review", "administration", "page_image",
}  # fmt: skip
"""The methods that name who asks: nothing else of the interface is meant for people."""


def test_t08_every_way_to_retrieval_names_who_asks_and_is_on_one_list() -> None:
    public = {name for name, _ in inspect.getmembers(Fidedigno) if not name.startswith("_")}
    named = set()
    for name in public:
        member = getattr(Fidedigno, name)
        if callable(member) and "as_user" in inspect.signature(member).parameters:
            parameter = inspect.signature(member).parameters["as_user"]
            assert parameter.default is inspect.Parameter.empty, f"{name} has a default person"
            named.add(name)
    assert named == PEOPLE_ASK, "a new way to retrieval: add it here and to the calls below"


@across(Verb.PUT)
def test_t08_a_stranger_gets_the_same_from_every_way_as_where_nothing_is(world: World) -> None:
    world.system.put("secret", "The word is tansy.", {"ann"})
    world.bring()
    given = world.workspace.ask("What is the word tansy?", as_user="ann")
    for asker in ("eve", "nobody-of-that-name", None):
        for way in PEOPLE_ASK:
            secret = _called(world.workspace, way, asker, "tansy", given.id)
            absent = _called(world.workspace, way, asker, "gorse", "0123456789abcdef")
            assert secret == absent, way


def _called(workspace: Fidedigno, way: str, asker: str | None, word: str, answer: str) -> object:
    """What somebody gets, without the word that they said themselves and without the answer's own id."""
    question = f"What is the word {word}?"
    try:
        if way in {"search", "asearch"}:
            found = getattr(workspace, way)(question, as_user=asker)
            return tuple(asyncio.run(found) if way == "asearch" else found)
        if way in {"ask", "aask"}:
            said = getattr(workspace, way)(question, as_user=asker)
            said = asyncio.run(said) if way == "aask" else said
        elif way == "conversation":
            said = workspace.conversation(as_user=asker).ask(question)
        elif way == "why":
            return workspace.why(answer, as_user=asker)
        elif way == "page_image":
            return workspace.page_image(answer, as_user=asker)
        elif way == "administration":
            return workspace.administration(as_user=asker).explain(asker, "1")
        else:
            return workspace.review(as_user=asker)
    except FidedignoError as error:
        return type(error), error.message, error.hint
    return said.decision, said.message, said.evidence, said.next_action, said.matrix, said.verdicts


@across(Verb.SHARE)
def test_t09_one_withdrawal_closes_every_way_at_once(world: World) -> None:
    world.system.put("secret", "The word is tansy.", {"ann"})
    world.bring()
    workspace, numbers = world.workspace, list(world.holding("tansy"))
    answer = workspace.ask("What is the word tansy?", as_user="ann")
    assert answer.evidence
    assert workspace.why(answer.id, as_user="ann")
    world.system.share("secret", set())
    world.bring()
    request = SearchRequest(None, ("tansy",), (), None)
    assert workspace.index.read(workspace.identity("ann"), numbers, request) == []
    assert world.readers("tansy") == set()
    assert workspace.ask("What is the word tansy?", as_user="ann").decision is Decision.ABSTAIN
    with pytest.raises(NotAvailableError):
        workspace.why(answer.id, as_user="ann")


@across(Verb.SHARE)
def test_t10_a_citation_of_what_was_withdrawn_is_refused_like_an_invented_one(world: World) -> None:
    world.system.put("secret", "The word is tansy.", {"ann"})
    world.bring()
    answer = world.workspace.ask("What is the word tansy?", as_user="ann")
    assert answer.evidence
    world.system.share("secret", set())
    world.bring()
    refusals = set()
    for name in (answer.id, "0123456789abcdef", "../../etc/passwd"):
        with pytest.raises(NotAvailableError) as refused:
            world.workspace.why(name, as_user="ann")
        refusals.add((str(refused.value), refused.value.code, refused.value.hint, refused.value.exit_code))
    assert len(refusals) == 1


@across(Verb.PUT)
def test_t11_whoever_runs_the_workspace_reads_nothing_for_that(world: World) -> None:
    world.system.put("secret", "The word is tansy.", {"ann"})
    world.bring()
    assert world.workspace.settings.owner == "owner"
    assert not world.finds("owner", "tansy")
    assert not world.ranked("owner", "tansy")
    assert world.workspace.ask("What is the word tansy?", as_user="owner").decision is Decision.ABSTAIN
