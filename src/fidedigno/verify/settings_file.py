"""Settings of verification from and to a file, YAML or JSON.

A file holds what differs from a preset: ``preset`` (``default`` or ``strict``), any setting by its name, the
``weights`` and ``judge_weights`` by theirs, and the two recalibrations. A key that is not known is refused: a
misspelt threshold must not be ignored.
"""

from __future__ import annotations

import difflib
import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, TypeVar

import yaml

from fidedigno.errors import ConfigurationError
from fidedigno.ingest.strict_yaml import YamlProblemError, YamlText, read_yaml
from fidedigno.private_file import write_private
from fidedigno.verify.recalibration import Recalibration
from fidedigno.verify.settings import JudgeWeights, VerifySettings, Weights

PRESETS = ("default", "strict")
_MAX_BYTES = 65_536
_RECALIBRATION_KEYS = ("slope", "intercept", "points")
_RECALIBRATIONS = ("recalibration", "answer_recalibration")
_WEIGHTS = ("weights", "judge_weights")
_TRUTHS = {"true": True, "false": False}


_Parts = TypeVar("_Parts", Weights, JudgeWeights)


class _Reader:
    """The values of one file; errors name the file and the line."""

    def __init__(self, path: Path, read: YamlText) -> None:
        self._path = path
        self._read = read

    def fail(self, place: tuple[str, ...], problem: str, hint: str) -> ConfigurationError:
        """The error of whatever is wrong at a place, or at the nearest mapping that holds it."""
        around = (place[:length] for length in range(len(place), 0, -1))
        line = next((self._read.lines[each] for each in around if each in self._read.lines), 1)
        return ConfigurationError(f"{self._path}, line {line}: {problem}", hint)

    def mapping(self, value: object, place: tuple[str, ...], known: Iterable[str]) -> Mapping[str, Any]:
        """A mapping whose keys are all known."""
        names = tuple(known)
        if not isinstance(value, dict):
            what = place[-1] if place else "the file"
            raise self.fail(place, f"{what} must map names to values", f"known names: {', '.join(names)}")
        for key in value:
            if key not in names:
                near = difflib.get_close_matches(key, names, n=1)
                hint = f"did you mean {near[0]!r}?" if near else f"known names: {', '.join(names)}"
                raise self.fail((*place, key), f"no setting is called {key!r}", hint)
        return value

    def number(self, value: object, place: tuple[str, ...]) -> float:
        """A finite number."""
        try:
            number = float(value) if isinstance(value, str) else math.nan
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            raise self.fail(place, f"{place[-1]} is no number", "write it like 0.5")
        return number

    def like(self, value: object, default: object, place: tuple[str, ...]) -> object:
        """``value`` as the type of the default that it takes the place of."""
        if isinstance(default, bool):
            if value not in _TRUTHS:
                raise self.fail(place, f"{place[-1]} is neither true nor false", "write true or false")
            return _TRUTHS[str(value)]
        if isinstance(default, int):
            if not (isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 16):
                raise self.fail(place, f"{place[-1]} is no whole number", "write it like 10")
            return int(value)
        if isinstance(default, float):
            return self.number(value, place)
        if not isinstance(value, str):
            raise self.fail(place, f"{place[-1]} must be a text", "write one text")
        return value


def load_settings(path: str | Path) -> VerifySettings:
    """Read a file of settings.

    Raises:
        ConfigurationError: naming the file and the line, if it cannot be read, is no valid YAML or JSON, or holds
            an unknown name or a value that its setting cannot take.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            content = file.read(_MAX_BYTES + 1)
        text = content.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "not UTF-8 text"
        raise ConfigurationError(
            f"{path}: the settings cannot be read: {why}", "give a YAML or JSON file"
        ) from None
    try:
        # JSON is YAML, but for tabs between its signs.
        read = read_yaml(text if path.suffix.lower() != ".json" else _without_tabs(text))
    except YamlProblemError as problem:
        raise ConfigurationError(
            f"{path}, line {problem.line}: {problem.problem}", "see docs/calibration.md for the form"
        ) from None
    return _settings(_Reader(path, read), read.data if read.data is not None else {})


def settings_named(name: str) -> VerifySettings:
    """The settings of a preset, or else of the file of that path.

    Raises:
        ConfigurationError: as for :func:`load_settings`.
    """
    if name in PRESETS:
        return VerifySettings.strict() if name == "strict" else VerifySettings.default()
    return load_settings(name)


def _without_tabs(text: str) -> str:
    return text.replace("\t", " ")


def _settings(reader: _Reader, data: object) -> VerifySettings:
    names = [each.name for each in fields(VerifySettings)]
    values = reader.mapping(data, (), ("preset", *names))
    preset = values.get("preset", "default")
    if preset not in PRESETS:
        raise reader.fail(
            ("preset",), f"no preset is called {preset!r}", f"write one of: {', '.join(PRESETS)}"
        )
    base = settings_named(preset)
    changes: dict[str, Any] = {}
    for name, value in values.items():
        if name in _WEIGHTS:
            changes[name] = _weights(reader, name, value, getattr(base, name))
        elif name in _RECALIBRATIONS:
            changes[name] = _recalibration(reader, name, value)
        elif name != "preset":
            changes[name] = reader.like(value, getattr(base, name), (name,))
    try:
        return replace(base, **changes)
    except ConfigurationError as error:
        named = next((name for name in changes if f" {name} " in error.message), "")
        raise reader.fail((named,), error.message, error.hint) from None


def _weights(reader: _Reader, name: str, value: object, base: _Parts) -> _Parts:
    given = reader.mapping(value, (name,), [each.name for each in fields(base)])
    return replace(base, **{part: reader.number(each, (name, part)) for part, each in given.items()})


def _recalibration(reader: _Reader, name: str, value: object) -> Recalibration:
    place = (name,)
    given = reader.mapping(value, place, _RECALIBRATION_KEYS)
    points = given.get("points", [])
    if not isinstance(points, list) or not all(isinstance(each, list) and len(each) == 2 for each in points):
        raise reader.fail((*place, "points"), "points must be pairs of numbers", "let calibrate write them")
    at = (*place, "points")
    slope = reader.number(given.get("slope", "1"), (*place, "slope"))
    intercept = reader.number(given.get("intercept", "0"), (*place, "intercept"))
    pairs = tuple((reader.number(one, at), reader.number(other, at)) for one, other in points)
    try:
        return Recalibration(slope, intercept, pairs)
    except ConfigurationError as error:
        raise reader.fail(place, error.message, error.hint) from None


def settings_as_dict(settings: VerifySettings) -> dict[str, Any]:
    """What differs from the default preset, as it stands in a file."""
    default = VerifySettings.default()
    values: dict[str, Any] = {}
    for each in fields(settings):
        value = getattr(settings, each.name)
        if value == getattr(default, each.name):
            continue
        if isinstance(value, Weights | JudgeWeights):
            values[each.name] = {
                part.name: getattr(value, part.name)
                for part in fields(value)
                if getattr(value, part.name) != getattr(getattr(default, each.name), part.name)
            }
        else:
            values[each.name] = value.to_dict() if isinstance(value, Recalibration) else value
    return values


def save_settings(settings: VerifySettings, path: Path, comment: str = "") -> None:
    """Write what differs from the default preset; JSON where the file is called so, else YAML with a comment.

    Raises:
        WorkspaceError: if it cannot be written.
    """
    values = settings_as_dict(settings)
    if path.suffix.lower() == ".json":
        text = json.dumps(values, indent=2) + "\n"
    else:
        lines = "".join(f"# {line}\n" for line in comment.splitlines())
        text = lines + (
            yaml.safe_dump(values, sort_keys=False, default_flow_style=None) if values else "{}\n"
        )
    write_private(path, text, "name a file in a folder that you may write")
