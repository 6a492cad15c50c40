"""A combiner of one's own marks: fitted where there are enough, called better only where it surely is."""

import json
import random
from pathlib import Path

import pytest

from fidedigno.errors import UsageError
from fidedigno.verify import Verifier
from fidedigno.verify.calibrate.own_combiner import FEWEST, OwnCombiner, fit_own_combiner
from fidedigno.verify.calibrate.page import own_combiner_in_words
from fidedigno.verify.calibrate.rows import MarkedAnswer
from fidedigno.verify.passage import Passage
from fidedigno.verify.report import Report
from fidedigno.verify.settings import VerifySettings

SETTINGS = VerifySettings.default()
THINGS = ["lamp", "kettle", "ladder", "printer", "drill", "heater", "scanner", "tent", "boat", "projector"]
PLACES = ["north depot", "library desk", "main hall", "boat house", "old gym", "blue room"]


def marks(count: int, *, told_by: str, seed: int = 1) -> list[MarkedAnswer]:
    """Answers that the evidence carries, marked by a measure of their own: ``omission`` calls those unfaithful that
    leave out how long; ``chance`` throws a coin."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    rows = []
    for at in range(count):
        thing, place, days = draw.choice(THINGS), draw.choice(PLACES), draw.randint(2, 90)
        evidence = f"The {thing} number {at} is kept in the {place} and is lent for {days} days."
        bad = bool(draw.getrandbits(1))
        answer = f"The {thing} number {at} is kept in the {place}"
        if told_by == "omission" and not bad:
            answer += f" and is lent for {days} days"
        rows.append(MarkedAnswer(str(at), bad, "Where?", (Passage(evidence, language="en"),), answer + "."))
    return rows


@pytest.fixture(scope="module")
def learnt() -> OwnCombiner:
    return fit_own_combiner(marks(160, told_by="omission"), SETTINGS)


def test_a_measure_of_ones_own_is_learnt(learnt: OwnCombiner) -> None:
    assert learnt.is_better
    assert learnt.own_auc > 0.95
    assert learnt.answers == 160


def test_marks_by_chance_give_nothing_better() -> None:
    chance = fit_own_combiner(marks(160, told_by="chance"), SETTINGS)
    assert not chance.is_better
    assert chance.own_auc < 0.7


def test_the_file_serves_a_verifier(learnt: OwnCombiner, tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_text(json.dumps(learnt.data), encoding="utf-8")
    passages = ["The drill number 7 is kept in the main hall and is lent for 12 days."]
    with Verifier(VerifySettings(combiner_file=str(path))) as verifier:
        short = verifier.inspect("Where?", passages, "The drill number 7 is kept in the main hall.")
        whole = verifier.inspect(
            "Where?", passages, "The drill number 7 is kept in the main hall and is lent for 12 days."
        )
    assert whole.support > 0.5 > short.support


def test_every_answer_is_told_of() -> None:
    steps: list[tuple[int, int]] = []
    fit_own_combiner(marks(FEWEST, told_by="omission"), SETTINGS, on_step=lambda *each: steps.append(each))
    assert steps == [(at, FEWEST) for at in range(1, FEWEST + 1)]


def test_too_few_marks_are_refused() -> None:
    with pytest.raises(UsageError, match="too few"):
        fit_own_combiner(marks(FEWEST - 1, told_by="omission"), SETTINGS)


def test_reports_without_texts_are_refused() -> None:
    row = MarkedAnswer("1", True, report=Report("en", "low", 0.5, 1.0))  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="texts"):
        fit_own_combiner([row] * FEWEST, SETTINGS)


@pytest.mark.parametrize("language", ["es", "en", "xx"])
def test_it_is_told_in_words(learnt: OwnCombiner, language: str) -> None:
    assert f"{learnt.own_auc:.3f}" in own_combiner_in_words(learnt, language)
    assert learnt.to_dict()["better"] is True
    assert "models" not in learnt.to_dict()
