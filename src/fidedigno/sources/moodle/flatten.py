"""Parameters as PHP reads them from a form: ``courseids[0]=2``, ``options[0][name]=onlyactive``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

Parameter: TypeAlias = "str | int | bool | Sequence[Parameter] | Mapping[str, Parameter]"

MAX_FIELDS = 900
"""PHP silently drops form fields after ``max_input_vars`` (1,000 unless changed): more are refused here."""


def flatten(parameters: Mapping[str, Parameter]) -> dict[str, str]:
    """Flatten nested parameters; booleans become ``1`` and ``0``.

    Raises:
        ValueError: if more fields result than PHP is sure to read.
    """
    flat = dict(pair for name, value in parameters.items() for pair in _pairs(name, value))
    if len(flat) > MAX_FIELDS:
        raise ValueError(f"{len(flat):,} fields in one call; at most {MAX_FIELDS} are sure to be read")
    return flat


def _pairs(name: str, value: Parameter) -> Iterator[tuple[str, str]]:
    if isinstance(value, bool):
        yield name, "1" if value else "0"
    elif isinstance(value, str | int):
        yield name, str(value)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _pairs(f"{name}[{key}]", inner)
    else:
        for index, inner in enumerate(value):
            yield from _pairs(f"{name}[{index}]", inner)
