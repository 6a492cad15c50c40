"""Declared assistants: for whom they are, and what they may look in; they give no right."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.errors import ConfigurationError
from fidedigno.model import ANYONE, EVERYWHERE, Identity, Principal, Sensitivity
from fidedigno.plan.assistants import NO_ASSISTANTS, NO_REACH, load_assistants, parse_assistants

GOOD = """\
assistants:
  shop:
    title: La tienda
    corpora: [prices, help]
    sensitivity: public
    visible_to: [anyone]
  support:
    corpora: [help, tickets]
    visible_to: ["group:support"]
    live_state: true
"""


def someone(*groups: str) -> Identity:
    return Identity("default", "ana", frozenset({ANYONE, *(Principal.group(each) for each in groups)}))


def test_an_assistant_looks_in_its_corpora_up_to_its_sensitivity() -> None:
    declared = parse_assistants(GOOD)
    shop = declared.reach_of("shop", someone())
    assert shop.scope.corpora == {"prices", "help"}
    assert shop.scope.sensitivity is Sensitivity.PUBLIC
    assert not shop.live_state
    support = declared.reach_of("support", someone("support"))
    assert support.scope.sensitivity is Sensitivity.RESTRICTED
    assert support.live_state


def test_without_an_assistant_nothing_is_narrowed() -> None:
    assert NO_ASSISTANTS.reach_of("", someone()).scope == EVERYWHERE


@given(st.text(max_size=20))
def test_one_that_does_not_exist_and_one_for_others_are_the_same(name: str) -> None:
    declared = parse_assistants(GOOD)
    if name.strip() and name not in declared.by_name:
        assert declared.reach_of(name, someone("support")) == NO_REACH
    assert declared.reach_of("support", someone("sales")) == NO_REACH
    assert declared.reach_of("shop", Identity.disabled("default", "ana")) == NO_REACH
    assert NO_REACH.scope.corpora == frozenset()


def test_a_person_sees_those_that_are_for_them() -> None:
    declared = parse_assistants(GOOD)
    assert [each.name for each in declared.seen_by(someone("support"))] == ["shop", "support"]
    assert [each.title for each in declared.seen_by(someone())] == ["La tienda"]
    assert declared.seen_by(Identity.disabled("default", "ana")) == ()


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("corpora: [prices, help]", "corpra: [prices]", 4, "corpra"),
        ("corpora: [prices, help]", "corpora: []", 4, "needs a corpus"),
        ("corpora: [prices, help]", "corpora: prices", 4, "corpora"),
        ("sensitivity: public", "sensitivity: pubic", 5, "did you mean 'public'"),
        ("visible_to: [anyone]", "visible_to: [everyone]", 6, "visible_to"),
        ("live_state: true", "live_state: perhaps", 10, "live_state"),
        ("assistants:", "asistants:", 1, "asistants"),
    ],
)
def test_a_fault_is_told_with_its_line(old: str, new: str, line: int, words: str) -> None:
    assert old in GOOD
    with pytest.raises(ConfigurationError) as caught:
        parse_assistants(GOOD.replace(old, new, 1), where="a.yaml")
    assert f"a.yaml:{line}:" in caught.value.message
    assert words in caught.value.message


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(ConfigurationError):
        parse_assistants(text)


def test_a_file_that_is_missing_or_is_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"missing\.yaml"):
        load_assistants(tmp_path / "missing.yaml")
    (tmp_path / "a.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigurationError, match="UTF-8"):
        load_assistants(tmp_path / "a.yaml")
