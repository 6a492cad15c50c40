"""The wordings of questions and injections, in Spanish and English, read from the data files beside this."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any

import yaml

LANGUAGES = ("es", "en")


@cache
def questions() -> Mapping[str, Any]:
    """By kind and language, templates; under ``invented``, things that exist nowhere."""
    return _read("questions.yaml")


@cache
def injections() -> Mapping[str, Mapping[str, str]]:
    """By name and language, a template."""
    return _read("injections.yaml")


def fields_of(template: str) -> frozenset[str]:
    """The names that a template takes."""
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name)


def _read(name: str) -> Mapping[str, Any]:
    text = files("fidedigno.evaluate.boundaries").joinpath(name).read_text(encoding="utf-8")
    loaded: Mapping[str, Any] = yaml.safe_load(text)
    return loaded
