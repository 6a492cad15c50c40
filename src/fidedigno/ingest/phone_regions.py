"""Which country reads a phone number that does not name its own; from the data file beside this."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import yaml


@cache
def _regions() -> dict[str, Any]:
    text = files("fidedigno.ingest").joinpath("phone_regions.yaml").read_text(encoding="utf-8")
    data: dict[str, Any] = yaml.safe_load(text)
    return data


def region_of(language: str | None, timezone: str | None) -> str:
    """The ISO country code for a corpus of that language and time zone."""
    data = _regions()
    found = data["timezones"].get(timezone) or data["languages"].get(language) or data["default"]
    return str(found)
