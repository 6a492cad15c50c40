"""The same question about a thing that exists nowhere: a refusal must not tell which of the two it is about.

Decision, words, shape, length and exit code must be equal. Times are compared as a ratio of medians with an
interval, which is information: it proves nothing about what cannot be measured.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fidedigno.evaluate.boundaries.routes import Exchange

BOOTSTRAPS = 2_000
TIMING_CLASS = (0.8, 1.25)
"""The ratios between which two kinds of question count as of one class of time."""
MIN_PAIRS = 8
"""With fewer pairs no interval is told."""
_STANDS_FOR = "\N{WHITE SQUARE}"
_VARIES = ("discards", "statements", "opposed")
"""Parts of the matrix that name readable documents set aside: they depend on the words of the question."""


@dataclass(frozen=True, slots=True)
class Compared:
    """Whether two refusals could be compared, and in what they differ."""

    comparable: bool
    differs_in: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Timing:
    """The ratio of the median times of real and invented questions, with its interval of 95 %."""

    pairs: int
    ratio: float
    low: float
    high: float

    @property
    def same_class(self) -> bool:
        """Whether the interval reaches into the class of equal times."""
        return self.high >= TIMING_CLASS[0] and self.low <= TIMING_CLASS[1]


def compare(real: Exchange, invented: Exchange, names: Sequence[str], twin_names: Sequence[str]) -> Compared:
    """Compare a refusal with that of its twin.

    Where one of both was answered from what may be read, or the question was taken to be of another class,
    there is nothing to compare.
    """
    if _answered(real) or _answered(invented) or _class_of(real) != _class_of(invented):
        return Compared(comparable=False)
    one, other = _described(real, names), _described(invented, twin_names)
    return Compared(True, tuple(name for name in one if one[name] != other[name]))


def timing_of(pairs: Sequence[tuple[float, float]], seed: int) -> Timing | None:
    """The ratio of medians of (real, invented) seconds; ``None`` where there are too few pairs."""
    if len(pairs) < MIN_PAIRS:
        return None
    rng = random.Random(seed)  # noqa: S311 - for statistics
    ratios = []
    for _ in range(BOOTSTRAPS):
        drawn = rng.choices(pairs, k=len(pairs))
        ratios.append(_ratio(drawn))
    ratios.sort()
    low, high = ratios[int(0.025 * BOOTSTRAPS)], ratios[int(0.975 * BOOTSTRAPS)]
    return Timing(len(pairs), _ratio(pairs), low, high)


def _ratio(pairs: Sequence[tuple[float, float]]) -> float:
    below = statistics.median(pair[1] for pair in pairs)
    return statistics.median(pair[0] for pair in pairs) / below if below > 0 else 1.0


def _answered(exchange: Exchange) -> bool:
    return exchange.answer is not None and bool(exchange.answer.claims)


def _class_of(exchange: Exchange) -> str:
    return exchange.answer.question_class if exchange.answer is not None else ""


def _described(exchange: Exchange, names: Sequence[str]) -> Mapping[str, Any]:
    answer = exchange.answer
    words = _without(exchange.words, names)
    return {
        "outcome": exchange.outcome,
        "exit_code": exchange.exit_code,
        "decision": answer.decision.value if answer is not None else "",
        "words": words,
        "next_action": _without(answer.next_action, names) if answer is not None else "",
        "shape": tuple(sorted(set(_shape(exchange.data)))),
        "length": len(words.split()),
    }


def _without(text: str, names: Sequence[str]) -> str:
    """A text in which what the question named is left open: it is the person's own."""
    for name in sorted(filter(None, names), key=len, reverse=True):
        text = text.replace(name, _STANDS_FOR)
    return text


def _shape(data: Any, path: str = "") -> Iterator[str]:
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield f"{path}.{key}"
            if key not in _VARIES:
                yield from _shape(value, f"{path}.{key}")
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _shape(value, f"{path}[]")
    else:
        yield f"{path}:{type(data).__name__}"
