"""Marked answers that a small verifier judges well, but not without fault."""

import random
from collections.abc import Callable

import pytest


@pytest.fixture(scope="session")
def marked() -> Callable[..., list[dict[str, object]]]:
    """Makes rows: half of them unfaithful, most of these with another number, some with other words."""

    def make(count: int = 160, *, language: str = "en", seed: int = 3) -> list[dict[str, object]]:
        choose = random.Random(seed)  # noqa: S311
        rows = []
        for number in range(count):
            days, bad = choose.randint(10, 40), number % 2
            said = days + 50 if bad and choose.random() < 0.8 else days
            words = (
                f"The deadline is {said} days."
                if choose.random() < 0.7 or not bad
                else f"Penguins need {said}."
            )
            rows.append(
                {
                    "id": f"r{number}", "lang": language, "question": f"Question {number}?", "label": bad,
                    "context": [f"The deadline is {days} days."], "answer": words,
                    "spans": [[0, len(words)]] if bad else [],
                }
            )  # fmt: skip
        return rows

    return make
