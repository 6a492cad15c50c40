"""Minimal pairs of each kind: most changed answers differ, hardly any faithful one does."""

from pathlib import Path

import pytest
import yaml

from fidedigno.consolidate.passages import sentences_of
from fidedigno.verify.polarity import weigh_polarity
from fidedigno.verify.statement import Statement

PAIRS = Path(__file__).parent / "pairs"
CAUGHT = {"negation": 0.85, "antonym": 0.75, "quantifier": 0.85, "role": 0.78, "attribute": 0.8}
FALSE = 0.05
SURE = 0.5


def differs(evidence: str, answer: str, language: str) -> bool:
    sentences = [evidence[each.start : each.end] for each in sentences_of(evidence)]
    before = ["", *sentences]
    statements = [
        Statement.of(text, language, before=earlier) for text, earlier in zip(sentences, before, strict=False)
    ]
    comparisons = [
        comparison
        for claim in sentences_of(answer)
        for comparison in weigh_polarity(Statement.of(answer[claim.start : claim.end], language), statements)
    ]
    return any(each.certainty >= SURE for comparison in comparisons for each in comparison.differences)


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("kind", sorted(CAUGHT))
def test_changed_answers_differ_and_faithful_ones_do_not(kind: str, language: str) -> None:
    rows = [row.split(" | ") for row in yaml.safe_load((PAIRS / f"{kind}.yaml").read_text("utf-8"))[language]]
    caught = sum(differs(evidence, changed, language) for evidence, _, changed in rows)
    false = sum(differs(evidence, faithful, language) for evidence, faithful, _ in rows)
    assert caught >= CAUGHT[kind] * len(rows)
    assert false <= FALSE * len(rows)
