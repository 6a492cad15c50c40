"""Twice the text takes no more than about twice the work. Calls are counted, not seconds."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from fidedigno.verify import Verifier, VerifySettings

NOUNS = {
    "es": ("puente", "faro", "molino", "huerto", "taller", "archivo", "mercado", "teatro"),
    "en": ("bridge", "lighthouse", "mill", "orchard", "workshop", "archive", "market", "theatre"),
}
FORMS = {
    "es": "El {noun} {name} abre el {day} de mayo, cuesta {price},50 euros y no admite grupos de más de {price}.",
    "en": "The {noun} {name} opens on {day} May, costs {price}.50 euros and takes no groups of more than {price}.",
}
MARGIN = 2.6
LANGUAGES = pytest.mark.parametrize("language", ["es", "en"])


def text(language: str, sentences: int, first: int = 0) -> str:
    """Sentences that differ from each other, so that no reading of one serves for another."""
    return " ".join(
        FORMS[language].format(noun=NOUNS[language][n % 8], name=f"Q{n:05}", day=n % 28 + 1, price=n % 97 + 3)
        for n in range(first, first + sentences)
    )


def calls_of(work: Callable[[], object]) -> int:
    """How many functions, of Python and of C, were called."""
    count = 0

    def note(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def verifier() -> Verifier:
    return Verifier(settings=VerifySettings.default(), drift=None)


@LANGUAGES
def test_twice_the_answer_takes_twice_the_work(language: str) -> None:
    evidence = (text(language, 20),)
    small, large = text(language, 60, 1_000), text(language, 120, 3_000)
    made = verifier()
    made.inspect("?", evidence, text(language, 5, 9_000))
    one, two = (calls_of(lambda it=answer: made.inspect("?", evidence, it)) for answer in (small, large))
    assert two < MARGIN * one
    made.close()


@LANGUAGES
def test_twice_the_evidence_takes_twice_the_work(language: str) -> None:
    answer = text(language, 4)
    small, large = text(language, 60, 1_000), text(language, 120, 3_000)
    made = verifier()
    made.inspect("?", (text(language, 5, 9_000),), answer)
    one, two = (calls_of(lambda it=evidence: made.inspect("?", (it,), answer)) for evidence in (small, large))
    assert two < MARGIN * one
    made.close()


@LANGUAGES
def test_twice_the_passages_take_twice_the_work(language: str) -> None:
    answer = text(language, 4)
    passages = [tuple(text(language, 2, start + 10 * n) for n in range(many)) for start, many in
                ((10_000, 30), (20_000, 60))]  # fmt: skip
    made = verifier()
    made.inspect("?", passages[0][:2], answer)
    one, two = (calls_of(lambda it=each: made.inspect("?", it, answer)) for each in passages)
    assert two < MARGIN * one
    made.close()


@LANGUAGES
def test_healing_a_longer_answer_takes_work_in_proportion(language: str) -> None:
    evidence = (text(language, 20),)
    small, large = text(language, 40, 1_000), text(language, 80, 3_000)
    made = verifier()
    made.heal("?", evidence, text(language, 5, 9_000))
    one, two = (calls_of(lambda it=answer: made.heal("?", evidence, it)) for answer in (small, large))
    assert two < MARGIN * one
    made.close()
