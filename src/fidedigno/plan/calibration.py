"""The fitted figures of the classifier: how its scores become probabilities, and from where it is sure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache
from importlib.resources import files

import yaml

from fidedigno.errors import ConfigurationError


class Situation(StrEnum):
    """Which figures apply."""

    WITH_VECTORS = "with_vectors"
    WORDS_ONLY = "words_only"


@dataclass(frozen=True, slots=True)
class Calibration:
    """Figures of one situation; all positive.

    ``vector_weight`` and ``penalty`` are those of :func:`fidedigno.plan.fitting.fit_examples`. A class's
    score is multiplied by ``sharpness`` and raised by ``pattern_weight`` if one of its patterns matches,
    before the softmax. At ``threshold`` of probability and above the class is taken as sure.
    """

    vector_weight: float
    penalty: float
    sharpness: float
    pattern_weight: float
    threshold: float


@cache
def shipped_calibrations() -> Mapping[Situation, Calibration]:
    """The figures fitted on development questions; see the data file beside this module for how.

    Raises:
        ConfigurationError: if the data file is damaged.
    """
    text = files("fidedigno.plan").joinpath("calibration.yaml").read_text(encoding="utf-8")
    return read_calibrations(yaml.safe_load(text))


def read_calibrations(data: object) -> Mapping[Situation, Calibration]:
    """Check and read figures from parsed YAML.

    Raises:
        ConfigurationError: naming what is missing, unknown or out of range.
    """
    if not isinstance(data, dict) or set(data) != {each.value for each in Situation}:
        raise ConfigurationError(f"calibration of the classifier: expected exactly {', '.join(Situation)}")
    return {each: _read(each, data[each.value]) for each in Situation}


def _read(situation: Situation, entry: object) -> Calibration:
    names = [field.name for field in fields(Calibration)]
    if not isinstance(entry, dict) or set(entry) != set(names):
        raise ConfigurationError(f"calibration {situation}: expected exactly {', '.join(names)}")
    for name in names:
        value = entry[name]
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise ConfigurationError(f"calibration {situation}: {name} must be a finite number")
        if value < 0 or (name in {"penalty", "sharpness"} and value == 0):
            raise ConfigurationError(f"calibration {situation}: {name} is too small")
    return Calibration(**{name: float(entry[name]) for name in names})
