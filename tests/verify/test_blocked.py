import pytest

from fidedigno.verify.blocked import Unverifiable, VerificationBlocked, VerificationUnavailableError
from fidedigno.verify.report import Check, Finding, Report, Risk, Span

SECRET = "Ana Ruiz"


def report(language: str) -> Report:
    finding = Finding(Check.ENTITIES, "unknown_person", Span(0, 8, SECRET))
    return Report(language, Risk.CRITICAL, 0.5, 0.1, findings=(finding,))


@pytest.mark.parametrize(("language", "word"), [("es", "crítico"), ("en", "critical")])
def test_a_blocked_answer_says_so_in_its_language_and_carries_its_report(language: str, word: str) -> None:
    error = VerificationBlocked(report(language))
    assert word in error.message
    assert "unknown_person" in error.message
    assert error.report.findings
    assert error.as_dict()["code"] == "FID600"


def test_no_text_of_an_answer_is_in_its_words() -> None:
    error = VerificationBlocked(report("en"))
    assert SECRET not in str(error) + error.hint


@pytest.mark.parametrize("reason", list(Unverifiable))
def test_what_could_not_be_checked_says_why_in_both_languages(reason: Unverifiable) -> None:
    words = {VerificationUnavailableError(reason, language).message for language in ("es", "en")}
    assert len(words) == 2
    assert VerificationUnavailableError(reason).code == "FID601"
