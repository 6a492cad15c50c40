"""What changed in the sources."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.evaluate.changes import ChangeKind, Label, SourceState, changed_sources

STATES = st.builds(
    SourceState,
    version=st.sampled_from(["1", "2"]),
    corpus=st.sampled_from(["bd", "redes"]),
    authority=st.sampled_from(["official", "informal"]),
    validity=st.tuples(st.sampled_from(["", "2026-01-01"]), st.just("")),
    scope=st.sampled_from([{}, {"group": "b"}]),
    acl_class=st.sampled_from(["1", "2"]),
    edition=st.sampled_from(["", "guide"]),
)
SOURCES = st.dictionaries(st.sampled_from("abcdef"), STATES)
STATE = SourceState("1", "bd", "official")


@given(SOURCES, SOURCES)
def test_the_changes_are_exactly_the_differences(
    before: dict[str, SourceState], after: dict[str, SourceState]
) -> None:
    changes = changed_sources(before, after)
    assert [each.document for each in changes] == sorted(
        name for name in before.keys() | after.keys() if before.get(name) != after.get(name)
    )
    rebuilt = dict(before)
    for each in changes:
        assert each.before == before.get(each.document)
        if each.after is None:
            assert each.kind is ChangeKind.REMOVED
            del rebuilt[each.document]
        else:
            rebuilt[each.document] = each.after
    assert rebuilt == after


@pytest.mark.parametrize(
    ("label", "changes"),
    [
        (Label.CORPUS, {"corpus": "redes"}),
        (Label.AUTHORITY, {"authority": "informal"}),
        (Label.VALIDITY, {"validity": ("2026-01-01", "")}),
        (Label.SCOPE, {"scope": {"group": "b"}}),
        (Label.ACL_CLASS, {"acl_class": "2"}),
        (Label.EDITION, {"edition": "guide"}),
    ],
)
def test_a_label_that_differs_is_named(label: Label, changes: dict[str, object]) -> None:
    other = replace(STATE, **changes)  # type: ignore[arg-type]
    (change,) = changed_sources({"a": STATE}, {"a": other})
    assert (change.kind, change.labels) == (ChangeKind.RELABELLED, {label})
    (change,) = changed_sources({"a": STATE}, {"a": replace(other, version="2")})
    assert (change.kind, change.labels) == (ChangeKind.CHANGED, {label})


def test_each_kind_is_told() -> None:
    before = {"gone": STATE, "new text": STATE, "same": STATE}
    after = {"came": STATE, "new text": replace(STATE, version="2"), "same": STATE}
    assert [(each.document, each.kind) for each in changed_sources(before, after)] == [
        ("came", ChangeKind.ADDED),
        ("gone", ChangeKind.REMOVED),
        ("new text", ChangeKind.CHANGED),
    ]
