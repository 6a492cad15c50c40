"""Options that commands share, and the one way in which they open a workspace and print."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any

import typer

from fidedigno.errors import UsageError
from fidedigno.workspace import Fidedigno

Workspace = Annotated[
    Path | None,
    typer.Option(
        "--workspace",
        "-w",
        help="Folder of the workspace; default: FIDEDIGNO_WORKSPACE, else the nearest .fidedigno upwards.",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]
As = Annotated[str, typer.Option("--as", help="The user who asks, by name or e-mail.", show_default=False)]
Corpora = Annotated[
    list[str] | None,
    typer.Option("--corpus", "-c", help="Look only in this corpus; may be repeated.", show_default=False),
]
Assistant = Annotated[
    str,
    typer.Option(
        "--assistant", help="Ask this declared assistant: look only in what it may.", show_default=False
    ),
]
At = Annotated[
    str | None,
    typer.Option(
        "--at", help="Answer as of this date (2026-09-01 or 2026-09-01T10:00+02:00).", show_default=False
    ),
]


Context = Annotated[
    list[str] | None,
    typer.Option(
        "--context",
        help="What is known of the place where it is asked (course=bd); may be repeated.",
        show_default=False,
    ),
]


def context_of(pairs: list[str] | None) -> dict[str, str]:
    """Read the values of ``--context``.

    Raises:
        UsageError: if one is not NAME=VALUE.
    """
    context = {}
    for pair in pairs or ():
        name, separator, value = pair.partition("=")
        if not separator or not name.strip() or not value.strip():
            raise UsageError(f"--context {pair!r} is not NAME=VALUE", "write it like course=bd")
        context[name.strip()] = value.strip()
    return context


def open_workspace(path: Path | None) -> Fidedigno:
    """Open the workspace that the option names, or the nearest one."""
    return Fidedigno.open(path)


def moment(text: str | None, option: str = "--at") -> datetime | None:
    """Read the value of ``--at`` (or of another ``option``); a date alone is its first instant in UTC.

    Raises:
        UsageError: if it is neither a date nor an instant.
    """
    if text is None:
        return None
    try:
        parsed = datetime.fromisoformat(text)
    except ValueError:
        raise UsageError(
            f"{option} is not a date",
            f"write it like {date(2026, 9, 1).isoformat()} or 2026-09-01T10:00+02:00",
        ) from None
    return parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)


def emit(data: Any, *, as_json: bool, show: Callable[[], None]) -> None:
    """Print ``data`` as JSON, or call ``show`` for people."""
    if as_json:
        typer.echo(json.dumps(data, ensure_ascii=False, indent=2, default=_plain))
    else:
        show()


def lag_words(corpus: Mapping[str, Any]) -> str:
    """The measured revocation lag of a corpus (its p95); a bound where no system said when something changed."""
    measured = corpus.get("measured_lag")
    if not measured:
        return "–"
    bound = "" if measured["exact"] == measured["measured"] else "≤ "
    return f"{bound}{timedelta(seconds=round(measured['p95_seconds']))} ({measured['measured']})"


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, frozenset | set):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")
