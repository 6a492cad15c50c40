"""Whatever a system answers, nobody reads who holds nothing, and only one kind of error is raised."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.model import Identity
from fidedigno.sources.connector import SourceError, Upserted
from fidedigno.sources.declared.documents import change_of
from fidedigno.sources.declared.names import Names
from fidedigno.sources.declared.reading import read_declaration
from tests.fakes.declared import FORCE

DECLARED = read_declaration(FORCE.format(base="https://api.example"))
FIELDS = (
    "Id",
    "Title",
    "Body",
    "LastModifiedDate",
    "IsDeleted",
    "OwnerId",
    "Territory__c",
    "Confidential__c",
)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20)
ANYTHING = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3)
)


@settings(max_examples=200, deadline=None)
@given(item=ANYTHING | st.dictionaries(st.sampled_from(FIELDS), ANYTHING))
def test_no_answer_opens_a_document_to_a_stranger(item: Any) -> None:
    try:
        change = change_of(DECLARED, Names("force"), item)
    except SourceError:
        return
    if isinstance(change, Upserted):
        assert not change.item.acl.allows(Identity.public("t"))
        assert change.item.name
        assert change.item.title


@pytest.mark.parametrize("field", FIELDS)
def test_a_document_that_lacks_any_declared_field_is_closed_or_refused(field: str) -> None:
    whole: dict[str, Any] = dict.fromkeys(FIELDS, "x")
    whole |= {"LastModifiedDate": "2026-11-30T10:00:00Z", "IsDeleted": False, "Confidential__c": False}
    change = change_of(DECLARED, Names("force"), whole)
    assert isinstance(change, Upserted)
    assert change.item.acl.clauses
    del whole[field]
    try:
        change = change_of(DECLARED, Names("force"), whole)
    except SourceError:
        assert field == "Id"
        return
    assert isinstance(change, Upserted)
    assert bool(change.item.acl.clauses) == (field in {"Title", "Body"})
