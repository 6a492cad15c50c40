"""What a model said, read as one of the letters that it was given, and as nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping

from fidedigno.language_model.prompt import LETTERS
from fidedigno.language_model.task import Choice, Task

MAX_REPLY = 40
"""Characters beyond which a reply is not looked at: one that explains itself was not asked to."""
_LETTER = re.compile(
    r"[\s\"'(*`]*(?:option|opción|letra|letter)?[\s:\"'(*`]*([A-H])[\s\"').:*`]*", re.IGNORECASE
)


def read_reply(reply: object, task: Task) -> Choice | None:
    """The option whose letter is the whole of the reply; ``None`` for any other reply.

    A letter at the beginning of a sentence does not count: "A student may ..." chooses nothing.
    """
    if not isinstance(reply, str) or len(reply) > MAX_REPLY:
        return None
    match = _LETTER.fullmatch(reply)
    return _option(match[1].upper(), task) if match else None


def likeliest(scores: Mapping[str, float], task: Task) -> Choice | None:
    """The option whose letter has the highest score among ``scores``, by token; ``None`` where no letter has
    one or two have the same."""
    best: dict[str, float] = {}
    for token, score in scores.items():
        letter = token.strip()
        if letter in LETTERS[: len(task.options)] and len(letter) == 1:
            best[letter] = max(score, best.get(letter, score))
    if not best:
        return None
    top = max(best.values())
    winners = [letter for letter, score in best.items() if score == top]
    return _option(winners[0], task) if len(winners) == 1 else None


def _option(letter: str, task: Task) -> Choice | None:
    number = LETTERS.index(letter)
    return Choice(task.options[number].name) if number < len(task.options) else None
