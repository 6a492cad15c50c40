"""Every threshold and weight of verification, in one object; presets for two kinds of field.

The values of the hallucination detector article are the starting points; where ours differ, the reason and the
figures are in ``docs/verification.md``.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from pathlib import Path

from fidedigno.errors import ConfigurationError
from fidedigno.verify.recalibration import Recalibration


@dataclass(frozen=True, slots=True)
class Weights:
    """What each part weighs in the score; ``drift`` is taken off last."""

    faithfulness: float = 0.40
    consistency: float = 0.30
    confidence: float = 0.20
    latency: float = 0.10
    drift: float = 0.20


@dataclass(frozen=True, slots=True)
class JudgeWeights:
    """What each judge weighs where the rules found nothing; only the proportions count. All in [0, 1]."""

    combiner: float = 1.0
    entailment: float = 0.5
    judge: float = 0.5
    dispute: float = 0.5
    """By what share the confidence falls where all the others give another verdict."""


@dataclass(frozen=True, slots=True)
class VerifySettings:
    """Thresholds of the checks, the score and the record of drift. All shares and scores are in [0, 1].

    ``overlap_threshold`` is the share of a claim's content words that its evidence must have where no learned
    combiner judges; ``support_threshold`` the probability of support that the combiner must give.
    """

    confidence_threshold: float = 0.75
    """From here on the wording counts as confident."""
    faithfulness_threshold: float = 0.50
    """Below it the answer counts as unfaithful."""
    overlap_threshold: float = 0.40
    support_threshold: float = 0.35
    answer_threshold: float = 0.20
    """Probability that the whole answer is carried below which it counts as unfaithful; chosen so that few faithful
    answers fall below it. The balanced point is near 0.5: see ``docs/verification.md``."""
    unsupported_threshold: float = 0.80
    """Confidence from which a single claim that is not carried is a risk by itself; so high because an answer has many
    claims, and each faithful one may be doubted: at 0.8 about one in a hundred is."""
    contradiction_threshold: float = 0.50
    """Certainty from which a difference counts as a contradiction."""
    paraphrase_threshold: float = 0.90
    """Probability of support from which a governed answer delivers a claim that says a text in other words; at 1 it
    delivers quotations alone."""
    rewrite_threshold: float = 0.30
    """Faithfulness below which the answer is written again from the evidence."""
    drift_threshold: float = 0.35
    drift_similarity: float = 0.65
    drift_window: int = 10
    """Earlier answers of the question that are compared."""
    drift_minimum: int = 3
    """Earlier answers that must exist before drift is said."""
    drift_deadline_ms: int = 250
    """How long the record of drift may keep an answer waiting; behind it nothing is said of drift."""
    drift_kept: int = 50
    """Answers kept for each question."""
    drift_days: int = 180
    """Days after which what is kept of an answer is deleted."""
    drift_stream: int = 480
    """Answers over one corpus, of whatever questions, that are looked through for a change."""
    drift_shift: float = 0.10
    """By how much a measure of health must have moved to be worth an alert."""
    drift_alpha: float = 0.001
    """Chance of a false alert that is accepted, for each look at one measure of one corpus."""
    accept_score: float = 0.70
    """Score from which an answer without a serious finding is accepted."""
    truth_decides: bool = True
    """Whether the route is decided by the score without its part of latency."""
    weights: Weights = Weights()
    judge_weights: JudgeWeights = JudgeWeights()
    use_combiner: bool = True
    combiner_file: str = ""
    """A combiner that ``calibrate`` fitted to marks of your own, instead of the shipped one."""
    recalibration: Recalibration | None = None
    """What is done to a claim's probability of support before it is compared with ``support_threshold``."""
    answer_recalibration: Recalibration | None = None
    """What is done to the probability of a whole answer before it is compared with ``answer_threshold``."""
    max_answer_characters: int = 100_000
    max_evidence_characters: int = 400_000

    def __post_init__(self) -> None:
        """Refuse what is of another type, no finite number or no share.

        Raises:
            ConfigurationError: naming the setting.
        """
        # Itself first: fields of the two others are looked at when those are known to be such objects.
        for holder, prefix in (
            (self, ""),
            (self.weights, "weights."),
            (self.judge_weights, "judge_weights."),
        ):
            for each in fields(holder):
                _check(prefix + each.name, getattr(holder, each.name), each.default)

    @classmethod
    def default(cls) -> VerifySettings:
        """For customer questions, courses, runbooks."""
        return cls()

    @classmethod
    def strict(cls) -> VerifySettings:
        """For legal and medical texts, where a paraphrase is itself a risk (hallucination detector article)."""
        return replace(
            cls(),
            confidence_threshold=0.60,
            faithfulness_threshold=0.70,
            overlap_threshold=0.70,
            support_threshold=0.70,
            answer_threshold=0.50,
            unsupported_threshold=0.50,
            contradiction_threshold=0.35,
            paraphrase_threshold=1.0,
            drift_threshold=0.25,
        )

    @classmethod
    def load(cls, path: str | Path) -> VerifySettings:
        """Read a file of settings, YAML or JSON: a ``preset`` and what differs from it.

        Raises:
            ConfigurationError: naming the file and the line, if it cannot be read or a name or value is not known.
        """
        from fidedigno.verify.settings_file import load_settings

        return load_settings(path)


def _check(name: str, value: object, default: object) -> None:
    """Refuse a value that cannot stand where the default stands."""
    wanted, fits = _fits(value, default)
    if not fits:
        raise ConfigurationError(f"verification setting {name} is {_shown(value)}", f"give {wanted}")


def _fits(value: object, default: object) -> tuple[str, bool]:
    """What is wanted in the place of a default, and whether the value is that."""
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else None
    if isinstance(default, bool):
        return "true or false", isinstance(value, bool)
    if isinstance(default, int):
        return "a whole number from 1 on", isinstance(number, int) and number >= 1
    if isinstance(default, float):
        # What is no number (nan) is not between any two.
        return "a number from 0 to 1", number is not None and 0 <= number <= 1
    if isinstance(default, str):
        return "a text", isinstance(value, str)
    if default is None:
        return "a recalibration, or none", value is None or isinstance(value, Recalibration)
    return f"an object {type(default).__name__}", isinstance(value, type(default))


def _shown(value: object) -> str:
    """A number as it is; of anything else the type: a text given by mistake may be anything."""
    small = isinstance(value, float) or (isinstance(value, int) and abs(value) < 10**9)
    return str(value) if small else f"of type {type(value).__name__}"
