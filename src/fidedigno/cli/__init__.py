"""The command line: thin commands over :class:`fidedigno.workspace.Fidedigno`.

Errors are printed as what happened, why, and what to do, with a stable exit code and never a traceback;
with ``--json`` they are one JSON object. Commands import what they need when they run, so that
completion and help stay quick.
"""

from __future__ import annotations

import json
import sys

import typer

from fidedigno.cli import (
    access,
    approvals,
    audit,
    boundaries,
    connections,
    directory,
    governance,
    ingestion,
    questions,
    retrieval,
    serving,
    upkeep,
    verification,
)
from fidedigno.errors import FidedignoError, UsageError

app = typer.Typer(
    name="fidedigno",
    help="Answers only from evidence that this person may see. Respuestas solo con fuentes permitidas.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(ingestion.init)
app.command()(ingestion.ingest)
app.command()(questions.ask)
app.command()(questions.chat)
app.command()(questions.why)
app.command()(questions.review)
app.command()(questions.search)
app.command()(retrieval.tune)
app.add_typer(directory.users, name="users")
app.add_typer(approvals.commands, name="corpora")
app.add_typer(access.access, name="access")
app.add_typer(governance.pack, name="pack")
app.add_typer(governance.places, name="places")
app.add_typer(governance.assistants, name="assistants")
app.add_typer(governance.moodle, name="moodle")
app.command()(serving.serve)
app.add_typer(audit.audit, name="audit")
app.command()(connections.connect)
app.add_typer(connections.connections, name="connections")
app.command()(connections.sync)
app.command()(connections.watch)
app.command()(upkeep.status)
app.command()(ingestion.forget)
app.command()(ingestion.reindex)
app.command()(upkeep.doctor)
app.command()(boundaries.boundaries)
app.command()(verification.verify)
app.command()(verification.calibrate)
app.command()(questions.schema)
app.command()(upkeep.version)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """Run one command; returns its exit code."""
    as_json = "--json" in arguments
    try:
        code = app(arguments, standalone_mode=False, prog_name="fidedigno")
    except FidedignoError as error:
        return _report(error, as_json)
    except typer.Abort:
        return 130
    except typer.TyperException as error:
        return _report(UsageError(_words_of(error), "see 'fidedigno --help'"), as_json)
    except KeyboardInterrupt:
        sys.stderr.write("stopped; nothing is half-indexed, run it again to go on\n")
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except Exception as error:  # noqa: BLE001 - the last line of defence: no traceback, no text of a document
        unexpected = FidedignoError(
            f"unexpected {type(error).__name__}; this is a defect of Fidedigno",
            "please report it with the command",
        )
        return _report(unexpected, as_json)
    return code if isinstance(code, int) else 0


def _words_of(error: typer.TyperException) -> str:
    format_message = getattr(error, "format_message", None)
    return str(format_message() if format_message is not None else error)


def _report(error: FidedignoError, as_json: bool) -> int:
    if as_json:
        sys.stdout.write(json.dumps({"error": error.as_dict()}, ensure_ascii=False) + "\n")
    else:
        text = f"error {error.code}: {error.message}\n" + (f"  → {error.hint}\n" if error.hint else "")
        sys.stderr.write("".join(c if c.isprintable() or c == "\n" else "?" for c in text))
    return error.exit_code
