"""The words of explanations: both languages, and every code that a record may hold."""

from enum import StrEnum

import pytest

from fidedigno.access import LiveOutcome
from fidedigno.errors import ConfigurationError
from fidedigno.model import ConflictKind, Decision, DiscardReason, FactStatus, Route, Support
from fidedigno.trace.wording import catalogue, say, say_code

KINDS: dict[str, type[StrEnum]] = {
    "decision": Decision,
    "discard": DiscardReason,
    "status": FactStatus,
    "conflict": ConflictKind,
    "support": Support,
    "route": Route,
    "live_check": LiveOutcome,
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", ["es", "en"])
def test_every_code_has_words(kind: str, language: str) -> None:
    for code in KINDS[kind]:
        assert catalogue()[f"{kind}.{code.value}"][language] == say_code(kind, code.value, language)


@pytest.mark.parametrize("kind", KINDS)
def test_no_words_are_for_a_code_that_does_not_exist(kind: str) -> None:
    known = {each.value for each in KINDS[kind]}
    assert {key.partition(".")[2] for key in catalogue() if key.startswith(f"{kind}.")} == known


def test_a_code_without_words_is_shown_as_it_is() -> None:
    assert say_code("reason", "brand_new", "es") == "brand_new"


def test_an_unknown_text_or_value_is_refused() -> None:
    with pytest.raises(ConfigurationError):
        say("nothing_of_the_kind", "es")
    with pytest.raises(ConfigurationError):
        say("heading", "es", answer="x")


def test_any_other_language_is_english() -> None:
    assert say("facts", "fr") == say("facts", "en") != say("facts", "es")
