"""``verify`` and ``calibrate``: anybody's answers against their evidence. No workspace is needed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fidedigno.cli.options import Json, emit
from fidedigno.cli.progress import progress
from fidedigno.errors import UsageError

if TYPE_CHECKING:
    from fidedigno.verify.calibrate import Calibration, MarkedAnswer
    from fidedigno.verify.calibrate.own_combiner import OwnCombiner
    from fidedigno.verify.settings import VerifySettings
    from fidedigno.verify.verifier import Verifier

_MAX_BYTES = 20_000_000
_LONGEST_SUFFIX = 6

Preset = Annotated[
    str | None, typer.Option("--preset", help="default, or strict for legal and medical texts.")
]
SettingsFile = Annotated[
    Path | None, typer.Option("--settings", help="A file of settings, YAML or JSON.", show_default=False)
]


def verify(
    answer: Annotated[str, typer.Option("--answer", "-a", help="The answer: text, a file, or - to read it.")],
    evidence: Annotated[
        list[str],
        typer.Option("--evidence", "-e", help="A passage that was shown: text or a file; may be repeated."),
    ],
    question: Annotated[str, typer.Option("--question", "-q", help="What was asked.")] = "",
    heal: Annotated[bool, typer.Option("--heal", help="Also show the answer made better.")] = False,
    preset: Preset = None,
    settings: SettingsFile = None,
    page: Annotated[
        Path | None, typer.Option("--html", help="Write it as a page to this file.", show_default=False)
    ] = None,
    json: Json = False,
) -> None:
    """Check an answer against its evidence: 0 if it is fit to be shown, 1 if something was found."""
    from fidedigno.cli.verification_page import verification_page
    from fidedigno.cli.verification_show import Verified, show_verified
    from fidedigno.private_file import write_private
    from fidedigno.verify.gate import quality_score

    wanted = settings_of(preset, settings)
    passages = tuple(text_of(each, "--evidence") for each in evidence)
    words = text_of(answer, "--answer")
    verifier = make_verifier(wanted)
    report = verifier.inspect(question, passages, words)
    healing = verifier.heal(question, passages, words, report) if heal else None
    scored = quality_score()(report, healing, wanted)
    done = Verified(question, passages, words, report, scored, healing)
    if page is not None:
        write_private(page, verification_page(done), "name a file in a folder that you may write")
    emit(done.to_dict(), as_json=json, show=lambda: show_verified(done))
    if not done.is_fit:
        raise typer.Exit(1)


def calibrate(
    marks: Annotated[
        Path, typer.Argument(help="Marked answers, one JSON object a line.", show_default=False)
    ],
    precision: Annotated[
        float, typer.Option("--precision", help="Wanted share of unfaithful answers among the flagged ones.")
    ] = 0.9,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Write the curves as a page to this file.", show_default=False),
    ] = None,
    settings_out: Annotated[
        Path | None,
        typer.Option(
            "--settings-out", help="Write the settings that follow to this file.", show_default=False
        ),
    ] = None,
    combiner_out: Annotated[
        Path | None,
        typer.Option(
            "--combiner-out",
            help="Fit a combiner to these marks; write it to this file if it is better than the shipped one.",
            show_default=False,
        ),
    ] = None,
    preset: Preset = None,
    settings: SettingsFile = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar.")] = False,
    json: Json = False,
) -> None:
    """Measure each check on marked answers and recommend thresholds for a wanted precision."""
    from fidedigno.private_file import write_private
    from fidedigno.verify.calibrate import calibration_page, read_rows
    from fidedigno.verify.settings_file import save_settings

    wanted = settings_of(preset, settings)
    rows = read_rows(marks)
    own = _own_combiner(rows, wanted, combiner_out, quiet=quiet or json) if combiner_out is not None else None
    done = _calibrated(rows, wanted, precision, quiet=quiet or json)
    if out is not None:
        write_private(out, calibration_page(done), "name a file in a folder that you may write")
    if settings_out is not None:
        comment = f"From {done.count} marked answers, for a precision of {precision:.0%}."
        save_settings(done.settings, settings_out, comment)
    data = done.to_dict() | ({"combiner": own.to_dict()} if own is not None else {})
    emit(data, as_json=json, show=lambda: _show_calibration(done, own))


def make_verifier(settings: VerifySettings) -> Verifier:
    """A verifier that keeps no record."""
    from fidedigno.verify.verifier import Verifier

    return Verifier(settings)


def settings_of(preset: str | None, path: Path | None) -> VerifySettings:
    """The settings that the two options name.

    Raises:
        UsageError: if both are given, or there is no such preset.
    """
    from fidedigno.verify.settings_file import PRESETS, load_settings, settings_named

    if preset is not None and path is not None:
        raise UsageError(
            "--preset and --settings together", "write 'preset: strict' into the file of settings"
        )
    if preset is not None and preset not in PRESETS:
        raise UsageError(f"--preset {preset!r} is none", f"write one of: {', '.join(PRESETS)}")
    return settings_named(preset or "default") if path is None else load_settings(path)


def text_of(value: str, option: str) -> str:
    """A text given as itself, as the name of a file, or as ``-`` for standard input.

    Raises:
        UsageError: if it is the name of a file that cannot be read, or is not there.
    """
    if value == "-":
        try:
            return sys.stdin.read()
        except UnicodeDecodeError:
            raise UsageError(f"{option}: standard input is no text", "give UTF-8") from None
    try:
        is_file = Path(value).is_file()
    except (OSError, ValueError):
        is_file = False
    if not is_file:
        if _looks_like_a_file(value):
            raise UsageError(f"{option}: there is no file {value!r}", "to give a text, write a sentence")
        # What is no character in the terminal's encoding cannot be shown either.
        return value.encode(errors="replace").decode()
    try:
        with Path(value).open("rb") as file:
            content = file.read(_MAX_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{option}: {value} cannot be read: {error.strerror}", "give a text file") from None
    if len(content) > _MAX_BYTES:
        raise UsageError(f"{option}: {value} is larger than {_MAX_BYTES:,} bytes", "give the passage alone")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"{option}: {value} is not UTF-8 text", "give plain text or Markdown") from None


def _looks_like_a_file(value: str) -> bool:
    """One word with a folder or a suffix is a misspelt name sooner than a passage."""
    word = value.strip()
    suffix = word.rpartition(".")[2]
    has_suffix = (
        "." in word[1:] and suffix.isalnum() and not suffix.isdigit() and len(suffix) <= _LONGEST_SUFFIX
    )
    return bool(word) and len(word.split()) == 1 and (has_suffix or "/" in word or "\\" in word)


def _own_combiner(
    rows: tuple[MarkedAnswer, ...], settings: VerifySettings, out: Path, *, quiet: bool
) -> OwnCombiner:
    """Fit a combiner; the file is written only where it is better."""
    from json import dumps

    from fidedigno.private_file import write_private
    from fidedigno.verify.calibrate.own_combiner import fit_own_combiner

    with progress("reading for the combiner", quiet=quiet) as step:
        own = fit_own_combiner(rows, settings, on_step=step)
    if own.is_better:
        text = dumps(own.data, separators=(",", ":")) + "\n"
        write_private(out, text, "name a file in a folder that you may write")
    return own


def _calibrated(
    rows: tuple[MarkedAnswer, ...], settings: VerifySettings, precision: float, *, quiet: bool
) -> Calibration:
    """Calibrate with a progress bar on standard error."""
    from fidedigno.verify.calibrate import calibrate as run

    with progress("inspecting", quiet=quiet) as step:
        return run(rows, make_verifier, settings, precision=precision, on_step=step)


def _show_calibration(done: Calibration, own: OwnCombiner | None) -> None:
    from fidedigno.cli.show import show_lines, table
    from fidedigno.verify.calibrate.page import in_words, main_language, own_combiner_in_words

    lines, (columns, rows) = in_words(done, main_language(done))
    show_lines(lines[:2])
    table(columns, rows, "")
    show_lines(lines[2:])
    if own is not None:
        show_lines([own_combiner_in_words(own, main_language(done))])
