"""The words of failures."""

import pytest

from fidedigno.evaluate import Failure, FailureKind, Reason, Stage
from fidedigno.evaluate.failure import wording


@pytest.mark.parametrize("reason", Reason)
def test_every_failure_is_told_in_both_languages(reason: Reason) -> None:
    failure = Failure(FailureKind.USE, Stage.DELIVERY, reason, "due_at")
    es, en = failure.says("es"), failure.says("en")
    assert es != en == failure.says("fr")
    assert es.startswith("entrega · fallo de utilización: ")
    assert es.endswith(" (due_at)")


def test_every_text_belongs_to_a_code() -> None:
    codes = {f"kind.{each.value}" for each in FailureKind} | {f"stage.{each.value}" for each in Stage}
    assert set(wording()) == codes | {f"reason.{each.value}" for each in Reason}


def test_a_failure_without_subject_ends_with_its_words() -> None:
    failure = Failure(FailureKind.COVERAGE, Stage.PLANNING, Reason.ASSUMED_SCOPE)
    assert failure.says("en") == "planning · coverage failure: a scope was assumed instead of asked for"
