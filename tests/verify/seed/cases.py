"""What these tests share: a case in Spanish and one in English, and how to look at what was found."""

from dataclasses import dataclass

import pytest

from fidedigno.model import Support
from fidedigno.verify import Check, Finding, Report, Verifier


@dataclass(frozen=True)
class Case:
    """An answer, what it was answered from, and the words in it that are wrong (empty: none)."""

    question: str
    passages: tuple[str, ...]
    answer: str
    wrong: str = ""


def in_both(es: object, en: object) -> pytest.MarkDecorator:
    """The test gets ``case``, once in Spanish and once in English."""
    return pytest.mark.parametrize("case", [pytest.param(es, id="es"), pytest.param(en, id="en")])


def inspected(verifier: Verifier, case: Case) -> Report:
    return verifier.inspect(case.question, case.passages, case.answer)


def at(case: Case, findings: tuple[Finding, ...]) -> list[Finding]:
    """The findings that touch the wrong words of a case."""
    start = case.answer.index(case.wrong)
    end = start + len(case.wrong)
    return [each for each in findings if each.answer.start < end and start < each.answer.end]


def contradictions(report: Report) -> tuple[Finding, ...]:
    return report.of(Check.CONTRADICTION)


def unsupported(report: Report) -> list[str]:
    """The claims that the evidence does not carry, as they are written."""
    return [each.span.text for each in report.claims if each.support is not Support.SUPPORTED]


def all_clear(report: Report) -> bool:
    """Whether nothing at all was found and every claim is carried."""
    return not report.findings and not unsupported(report) and report.faithfulness == 1.0
