"""Readers by path: the first rule that matches says who, and what no rule names is for nobody."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.errors import ConfigurationError
from fidedigno.model import ANYONE, NOBODY, UNKNOWN, AccessList, Principal
from fidedigno.sources.objects.rules import PathRule, PathRules

STAFF, HR, ANN = Principal.group("staff"), Principal.group("hr"), Principal.user("ann")
RULES = PathRules(
    (
        PathRule("hr/**", AccessList.any_of(HR, denied=[ANN])),
        PathRule("open", AccessList.any_of(STAFF)),
        PathRule("*.log", NOBODY),
        PathRule("open/**/notes.md", AccessList.any_of(ANN)),
    )
)


@pytest.mark.parametrize(
    ("path", "readers"),
    [
        ("hr/a.md", AccessList.any_of(HR, denied=[ANN])),
        ("hr/deep/b.md", AccessList.any_of(HR, denied=[ANN])),
        ("open/a.md", AccessList.any_of(STAFF)),
        ("open/deep/notes.md", AccessList.any_of(STAFF)),
        ("a.log", NOBODY),
        ("hrx/a.md", NOBODY),
        ("a.md", NOBODY),
        ("HR/a.md", NOBODY),
        ("xopen/a.md", NOBODY),
    ],
)
def test_a_path_has_the_readers_of_the_first_rule_that_names_it(path: str, readers: AccessList) -> None:
    assert RULES.readers_of(path) == readers


@given(st.text(max_size=30))
def test_a_path_that_no_rule_names_is_for_nobody(path: str) -> None:
    rules = PathRules((PathRule("only/here/**", AccessList.any_of(STAFF)),))
    assert rules.readers_of(path) == NOBODY


def test_whoever_a_rule_lets_in_is_named_and_whom_it_keeps_out_is_not() -> None:
    assert RULES.named() == {HR, STAFF, ANN}
    assert PathRules((PathRule("**", AccessList.any_of(HR, denied=[ANN])),)).named() == {HR}


@pytest.mark.parametrize(
    ("match", "readers"),
    [
        (" / ", AccessList.any_of(STAFF)),
        ("a", UNKNOWN),
        ("a", AccessList.any_of(ANYONE)),
        ("a", AccessList.any_of(Principal.parse("domain:corp.example"))),
        ("a", AccessList.any_of(STAFF, denied=[ANYONE])),
    ],
)
def test_a_rule_without_a_path_or_for_others_than_people_and_groups_is_refused(
    match: str, readers: AccessList
) -> None:
    with pytest.raises(ConfigurationError) as raised:
        PathRule(match, readers)
    assert raised.value.hint


def test_no_rules_are_refused() -> None:
    with pytest.raises(ConfigurationError):
        PathRules(())
