"""Helpers of these tests: statements and values in one line."""

from fidedigno.verify.statement import Comparison, Statement
from fidedigno.verify.values import Value, compare_values, find_values


def statement(text: str, language: str = "en", context: str = "") -> Statement:
    return Statement.of(text, language, context=context)


def values(text: str, language: str = "en") -> tuple[Value, ...]:
    return find_values(statement(text, language))


def one(text: str, language: str = "en") -> Value:
    (value,) = values(text, language)
    return value


def compare(
    claim: str, evidence: str, language: str = "en", other: str = "", context: str = ""
) -> Comparison:
    return compare_values(statement(claim, language), statement(evidence, other or language, context))


def codes(comparison: Comparison) -> list[str]:
    return [each.code for each in comparison.differences]
