"""A store that gets worse, seen across its questions: from when, from which version of the index, by how much.

It looks at one measure of the answers over one corpus at a time, oldest answer first. It refuses to take one
question that is asked again and again for many answers, and a change of which questions are asked for a change of
what is answered, as far as questions repeat; where none does, only the size of the change speaks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from fidedigno.verify.drift.change_point import Change, find_changes
from fidedigno.verify.settings import VerifySettings

DISTANCE = "drift_distance"
"""The measure that the record adds itself: how far an answer is from the earlier ones of its question."""
LOWER_IS_WORSE = frozenset(
    {"faithfulness", "consistency", "supported", "top_score", "evidence_score", "score", "truth"}
)
HIGHER_IS_WORSE = frozenset(
    {"unsupported", "contradicted", "inconclusive", "abstained", "healed", "findings", DISTANCE}
)
_AGAIN_AFTER = 50
"""Answers after which the same question with the same measure counts again."""
_SAME_QUESTIONS = 5
_SAME_SHARE = 1 / 3


class Health(NamedTuple):
    """What was measured of one answer, in [0, 1] by name."""

    at: datetime
    index_version: str
    question: str
    signals: dict[str, float]


@dataclass(frozen=True, slots=True)
class DriftAlert:
    """From ``began_at`` on, the first answer under ``index_version`` that shows it, ``signal`` is another.

    ``corpus`` is empty for all of the tenant's answers together; ``before`` and ``after`` are means, and
    ``answers`` those that the later one is taken from. ``p_value`` is how likely a store without a change looks
    so. ``worse`` is None for a measure of which it is not known which way is bad.
    """

    tenant: str
    corpus: str
    signal: str
    began_at: datetime
    index_version: str
    previous_version: str
    before: float
    after: float
    answers: int
    p_value: float
    worse: bool | None = True

    def to_dict(self) -> dict[str, Any]:
        """The alert as JSON values."""
        return {
            "tenant": self.tenant,
            "corpus": self.corpus,
            "signal": self.signal,
            "began_at": self.began_at.isoformat(),
            "index_version": self.index_version,
            "previous_version": self.previous_version,
            "before": self.before,
            "after": self.after,
            "answers": self.answers,
            "p_value": self.p_value,
            "worse": self.worse,
        }


def find_alerts(
    tenant: str, corpus: str, stream: Sequence[Health], settings: VerifySettings
) -> tuple[DriftAlert, ...]:
    """The changes for the worse in the answers over a corpus, oldest first; for unknown measures, all changes.

    Args:
        tenant: whose.
        corpus: over which.
        stream: what was measured, oldest first.
        settings: ``drift_alpha`` and ``drift_shift`` decide.
    """
    found = []
    for signal in sorted({name for each in stream for name in each.signals}):
        rows = _independent(stream, signal)
        values = [each.signals[signal] for each in rows]
        boundaries = [
            at for at in range(1, len(rows)) if rows[at].index_version != rows[at - 1].index_version
        ]
        changes = find_changes(
            values, alpha=settings.drift_alpha, shift=settings.drift_shift, boundaries=boundaries
        )
        for number, change in enumerate(changes):
            begin = changes[number - 1].at if number else 0
            end = changes[number + 1].at if number + 1 < len(changes) else len(rows)
            worse = _worse(signal, change)
            if worse is False or _only_other_questions(rows, signal, begin, change, end, settings):
                continue
            first = rows[change.at]
            found.append(
                DriftAlert(
                    tenant,
                    corpus,
                    signal,
                    first.at,
                    first.index_version,
                    rows[change.at - 1].index_version,
                    change.before,
                    change.after,
                    end - change.at,
                    change.p_value,
                    worse,
                )
            )
    return tuple(sorted(found, key=lambda each: (each.began_at, each.signal)))


def _independent(stream: Sequence[Health], signal: str) -> list[Health]:
    """The answers that say something of their own: the same question with the same measure counts once in
    :data:`_AGAIN_AFTER` answers of one version."""
    kept: list[Health] = []
    last: dict[tuple[str, str, float], int] = {}
    for place, each in enumerate(stream):
        if signal not in each.signals:
            continue
        key = each.question, each.index_version, round(each.signals[signal], 3)
        if place - last.get(key, -_AGAIN_AFTER) < _AGAIN_AFTER:
            continue
        last[key] = place
        kept.append(each)
    return kept


def _worse(signal: str, change: Change) -> bool | None:
    if signal in LOWER_IS_WORSE:
        return change.after < change.before
    if signal in HIGHER_IS_WORSE:
        return change.after > change.before
    return None


def _only_other_questions(
    rows: Sequence[Health], signal: str, begin: int, change: Change, end: int, settings: VerifySettings
) -> bool:
    """Whether the questions that were asked before and after, where there are enough, did not change."""
    before, after = _by_question(rows[begin : change.at], signal), _by_question(rows[change.at : end], signal)
    common = before.keys() & after.keys()
    covered = sum(len(after[each]) for each in common)
    if len(common) < _SAME_QUESTIONS or covered < _SAME_SHARE * (end - change.at):
        return False
    moved = [sum(after[each]) / len(after[each]) - sum(before[each]) / len(before[each]) for each in common]
    mean = sum(moved) / len(moved)
    same_way = (mean > 0) == (change.after > change.before)
    return not same_way or abs(mean) < settings.drift_shift / 2


def _by_question(rows: Sequence[Health], signal: str) -> dict[str, list[float]]:
    found: dict[str, list[float]] = defaultdict(list)
    for each in rows:
        found[each.question].append(each.signals[signal])
    return found
