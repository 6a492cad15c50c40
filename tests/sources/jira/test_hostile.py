"""Whatever Jira answers about an issue, nobody reads who holds nothing, and only one kind of error is raised."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.model import AclState, Identity
from fidedigno.sources import shapes
from fidedigno.sources.connector import SourceError
from fidedigno.sources.jira import wire
from fidedigno.sources.jira.adf import text_of
from fidedigno.sources.jira.client import JiraClient
from fidedigno.sources.jira.documents import Documents
from fidedigno.sources.jira.names import Names
from fidedigno.sources.jira.reach import Reach
from fidedigno.sources.jira.rights import Levels, ProjectRights, SiteRights
from tests.fakes.jira import holder, paragraph
from tests.sources.jira.test_options import options

HOLDERS = [
    holder("anyone"),
    holder("reporter"),
    holder("userCustomField", "customfield_1"),
    holder("groupCustomField", "customfield_2"),
]
BROWSE = tuple(shapes.required(wire.Holder, each, "holder") for each in HOLDERS)
PROJECT = ProjectRights("100", "OPS", "Ops", None, BROWSE)
RIGHTS = SiteRights((PROJECT,), Levels({"31": BROWSE}, {"100": "1"}, {"31": "1"}))
DOCUMENTS = Documents(JiraClient(options()), Reach(Names("acme"), RIGHTS), "https://acme.example")

FIELDS = (
    "security",
    "issuerestriction",
    "reporter",
    "assignee",
    "summary",
    "updated",
    "customfield_1",
    "customfield_2",
)
KEYS = st.sampled_from((*FIELDS, "id", "accountId", "groupId", "type", "content", "text", "attrs", "doc"))
LEAVES = (
    st.none() | st.booleans() | st.integers() | st.text(max_size=20) | st.sampled_from(("31", "text", "doc"))
)
ANYTHING = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3)
)


@settings(max_examples=200, deadline=None)
@given(fields=ANYTHING, number=ANYTHING | st.just("12"))
def test_no_answer_opens_an_issue_to_a_stranger(fields: Any, number: Any) -> None:
    try:
        item = DOCUMENTS.of(PROJECT, {"id": number, "key": "OPS-12", "fields": fields})
    except SourceError:
        return
    assert not item.acl.allows(Identity.public("t"))
    whole = isinstance(fields, dict) and "security" in fields
    assert whole or item.acl.state is AclState.UNKNOWN
    assert item.title


@settings(max_examples=200, deadline=None)
@given(document=ANYTHING)
def test_no_document_stops_the_reader_of_texts(document: Any) -> None:
    assert isinstance(text_of(document), str)
    assert text_of(paragraph("kept")) == "kept"
