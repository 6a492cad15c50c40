"""Answers with one name or reference changed, beside faithful ones, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from fidedigno.verify.claims import split_claims, statements
from fidedigno.verify.entities import examine
from fidedigno.verify.passage import Passage
from fidedigno.verify.report import Finding

HERE = Path(__file__).parent


def rows(name: str) -> list[list[str]]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [line.split(" | ") for line in lines if not line.startswith("#")]


def found(language: str, evidence: str, question: str, answer: str) -> tuple[Finding, ...]:
    claims = [(each.start, each.end) for each in statements(split_claims(answer))]
    return examine(
        answer, question, [Passage(evidence, language=language)], claims, language=language
    ).findings


@pytest.mark.parametrize("row", rows("different.txt"), ids=lambda row: row[4])
def test_another_name_or_reference_is_found(row: list[str]) -> None:
    language, evidence, question, faithful, different = row
    assert found(language, evidence, question, different)
    assert not found(language, evidence, question, faithful)


@pytest.mark.parametrize("row", rows("faithful.txt"), ids=lambda row: row[3])
def test_faithful_answers_with_several_names_are_left_alone(row: list[str]) -> None:
    language, evidence, question, *answers = row
    for answer in answers:
        assert not found(language, evidence, question, answer)
