"""Minimal pairs: evidence, a faithful answer, and one that differs from it in a value."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from fidedigno.model import Support
from fidedigno.verify import Report, Verifier, VerifySettings

FOLDER = Path(__file__).parent / "pairs"
KINDS = sorted(path.stem for path in FOLDER.glob("*.tsv"))
CAUGHT = 0.9
FALSE_CONTRADICTIONS = 0.05


class Row(NamedTuple):
    language: str
    evidence: str
    faithful: str
    unfaithful: str


def rows(kind: str) -> list[Row]:
    lines = (FOLDER / f"{kind}.tsv").read_text(encoding="utf-8").splitlines()
    return [Row(*line.split("\t")) for line in lines]


@pytest.fixture(scope="module")
def verifier() -> Iterator[Verifier]:
    with Verifier(settings=VerifySettings.default(), drift=None) as made:
        yield made


def is_found(report: Report) -> bool:
    return report.is_hallucinating or any(each.support is not Support.SUPPORTED for each in report.claims)


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("kind", KINDS)
def test_another_value_is_found_and_the_same_one_contradicts_nothing(
    verifier: Verifier, kind: str, language: str
) -> None:
    chosen = [row for row in rows(kind) if row.language == language]
    evidence = [[row.evidence, chosen[number - 7].evidence] for number, row in enumerate(chosen)]
    missed, alarms = [], []
    for row, passages in zip(chosen, evidence, strict=True):
        if not is_found(verifier.inspect("", passages, row.unfaithful)):
            missed.append(row.unfaithful)
        report = verifier.inspect("", passages, row.faithful)
        if any(each.code in VALUE_CODES for each in report.findings):
            alarms.append(row.faithful)
    assert len(missed) <= (1 - CAUGHT) * len(chosen), missed
    assert len(alarms) <= FALSE_CONTRADICTIONS * len(chosen), alarms


VALUE_CODES = frozenset(
    {
        "number_differs",
        "amount_differs",
        "percentage_differs",
        "date_differs",
        "time_differs",
        "weekday_differs",
        "duration_differs",
        "period_differs",
        "bound_differs",
        "range_differs",
        "version_differs",
        "attribute_differs",
    }
)
