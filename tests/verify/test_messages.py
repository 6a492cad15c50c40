import pytest

from fidedigno.catalogue import placeholders
from fidedigno.model.verdict import Support
from fidedigno.verify.blocked import Unverifiable
from fidedigno.verify.messages import catalogue, say, say_finding, say_reason
from fidedigno.verify.report import Check, Finding, Risk, Span


@pytest.mark.parametrize("key", sorted(catalogue()))
def test_every_text_is_in_both_languages_and_differs(key: str) -> None:
    entry = catalogue()[key]
    values = dict.fromkeys(placeholders(entry["es"]), "7")
    spanish, english = (say(key, language, **values) for language in ("es", "en"))
    assert "{" not in spanish + english
    assert spanish != english


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_check_risk_support_and_reason_has_its_words(language: str) -> None:
    keys = [f"check_{each.value}" for each in Check] + [f"risk_{each.value}" for each in Risk]
    keys += [f"support_{each.value}" for each in Support] + [f"why_{each.value}" for each in Unverifiable]
    assert all(say(key, language) for key in keys)


def test_a_finding_whose_code_has_no_words_is_called_by_its_check() -> None:
    finding = Finding(Check.ENTITIES, "unheard_of", Span(0, 1, "x"))
    assert say_finding(finding, "es") == say("check_entities", "es")


@pytest.mark.parametrize(
    ("language", "words"), [("es", "La fuente da otra duración"), ("en", "The source gives another duration")]
)
def test_a_finding_is_called_by_its_code(language: str, words: str) -> None:
    assert say_finding(Finding(Check.CONTRADICTION, "duration_differs", Span(0, 1, "x")), language) == words


def test_a_code_has_its_words_or_is_its_own() -> None:
    assert say_reason("date_differs", "es") == "La fuente da otra fecha"
    assert say_reason("date_differs", "en") == "The source gives another date"
    assert say_reason("unheard_of", "es") == "unheard_of"
