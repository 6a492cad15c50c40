"""A report as one file of its own: Markdown, or HTML that fetches nothing."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path

from fidedigno.deliver import for_terminal
from fidedigno.errors import UsageError
from fidedigno.evaluate.boundaries.questions import ProbeKind
from fidedigno.evaluate.boundaries.report import BoundaryReport, Cell
from fidedigno.private_file import write_private

SUFFIXES = (".md", ".html")
_MARKDOWN_SIGNS = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]<>|#"})
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a}"
    "table{border-collapse:collapse;margin:1rem 0}td,th{border:1px solid #bbb;padding:.3rem .6rem;text-align:left}"
    "th{background:#eee}.bad{color:#a00000;font-weight:700}.good{color:#006020;font-weight:700}"
)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a report: a heading, sentences, and a table where there is one."""

    heading: str
    sentences: Sequence[str] = ()
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()


def write_report(report: BoundaryReport, path: Path) -> None:
    """Write a report for its owner alone, whole or not at all; the suffix says in which form.

    Raises:
        UsageError: if the suffix is neither ``.md`` nor ``.html``.
        WorkspaceError: if the file cannot be written.
    """
    check_suffix(path)
    text = as_html(report) if path.suffix.lower() == ".html" else as_markdown(report)
    write_private(path, text, "name a file in a folder that you may write")


def check_suffix(path: Path) -> None:
    """Refuse a file of another form, before anything is run.

    Raises:
        UsageError: if the suffix is neither ``.md`` nor ``.html``.
    """
    if path.suffix.lower() not in SUFFIXES:
        raise UsageError(f"{path.name} is neither .md nor .html", "write --report report.html")


def as_markdown(report: BoundaryReport) -> str:
    """The report as Markdown; no name of a document or person acts as markup."""
    lines = ["# Permission boundaries", "", f"**{verdict_of(report)}**", ""]
    for part in parts_of(report):
        lines += [f"## {part.heading}", ""]
        lines += [f"{_plain(each)}\n" for each in part.sentences]
        if part.rows:
            lines.append("| " + " | ".join(part.columns) + " |")
            lines.append("|" + "---|" * len(part.columns))
            lines += ["| " + " | ".join(_plain(cell) for cell in row) + " |" for row in part.rows]
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def as_html(report: BoundaryReport) -> str:
    """The report as one page without scripts, pictures or links to elsewhere."""
    style = "good" if report.passed else "bad"
    body = [f"<h1>Permission boundaries</h1><p class={style}>{html.escape(verdict_of(report))}</p>"]
    for part in parts_of(report):
        body.append(f"<h2>{html.escape(part.heading)}</h2>")
        body += [f"<p>{_escaped(each)}</p>" for each in part.sentences]
        if part.rows:
            head = "".join(f"<th>{html.escape(each)}</th>" for each in part.columns)
            rows = "".join(
                "<tr>" + "".join(f"<td>{_escaped(cell)}</td>" for cell in row) + "</tr>" for row in part.rows
            )
            body.append(f"<table><tr>{head}</tr>{rows}</table>")
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"<title>Permission boundaries</title><style>{_STYLE}</style></head><body>"
        + "\n".join(body)
        + "</body></html>\n"
    )


def verdict_of(report: BoundaryReport) -> str:
    """The outcome in one line."""
    found = len(report.violations)
    useful = (
        "nothing answerable was asked" if report.usefulness is None else f"{report.usefulness:.0%} useful"
    )
    outcome = "passed" if report.passed else "FAILED"
    return (
        f"{outcome}: {found} violation{'' if found == 1 else 's'} in {report.asked} questions "
        f"and {report.calls} calls; {useful}"
    )


def parts_of(report: BoundaryReport) -> Iterator[Part]:
    """The parts in order, as plain texts."""
    started = report.started.astimezone(UTC)
    yield Part(
        "The run",
        [
            f"{started:%Y-%m-%d %H:%M} UTC, seed {report.seed}, {report.per_cell} questions a cell, "
            f"{report.documents} documents, {report.marks} marks, {report.seconds:.0f} s.",
            *report.notes,
        ],
    )
    columns = (
        "persona", "account", "question", "asked", "answered", "on target", "refused", "witnessed", "compared",
        "violations",
    )  # fmt: skip
    yield Part("By persona and question", columns=columns, rows=list(cell_rows(report)))
    if report.violations:
        names = ("persona", "account", "probe", "wording", "route", "what showed", "document", "form")
        rows = [list(each.as_dict().values()) for each in report.violations]
        yield Part("Violations", columns=names, rows=rows)
    stages = [(each.name, str(each.retrieved), str(each.control), each.note) for each in report.offboarding]
    yield Part(
        "Offboarding",
        [] if stages else ["Not run."],
        ("moment", "retrieved by the account", "retrieved by the control", "note"),
        stages,
    )
    yield Part("Ways to documents", columns=("route", "calls"), rows=_routes(report))
    timings = [
        (name, str(each.pairs), f"{each.ratio:.2f}", f"{each.low:.2f} to {each.high:.2f}")
        for name, each in report.timings.items()
    ]
    note = "Median time of questions about documents that may not be read, over that of invented ones."
    yield Part("Times", [note], ("question", "pairs", "ratio", "interval of 95 %"), timings)


def cell_rows(report: BoundaryReport) -> Iterator[list[str]]:
    """A row for each persona and kind of question."""
    for cell in report.cells:
        account = f"{cell.persona.user} (made up for this run)" if cell.persona.made_up else cell.persona.user
        numbers = [
            cell.asked, cell.answered, cell.on_target, cell.refused, cell.witnessed, cell.compared,
        ]  # fmt: skip
        shown = [str(each) for each in numbers]
        if not cell.asked:
            reason = f"not applicable: {cell.not_applicable}" if cell.not_applicable else "0"
            shown = [reason, *[""] * (len(numbers) - 1)]
        yield [cell.persona.kind.value, account, cell.kind.value, *shown, str(cell.violations)]


def persona_rows(report: BoundaryReport) -> tuple[list[str], list[list[str]]]:
    """Columns and rows for a screen: each persona with what was answered on target, or refused, by kind.

    ``4/5`` are answers on target out of questions, ``5 refused`` refusals, ``–`` what does not apply.
    """
    kinds = list(ProbeKind)
    rows: dict[str, list[str]] = {}
    for cell in report.cells:
        persona = cell.persona
        mark = "*" if persona.made_up else ""
        row = rows.setdefault(
            persona.user, [persona.kind.value, persona.user + mark, *["–"] * len(kinds), "0"]
        )
        row[2 + kinds.index(cell.kind)] = _in_short(cell)
        row[-1] = str(int(row[-1]) + cell.violations)
    return ["persona", "account", *(each.value for each in kinds), "violations"], list(rows.values())


def _in_short(cell: Cell) -> str:
    if not cell.asked:
        return "–"
    if cell.kind is ProbeKind.ANSWERABLE and cell.persona.enabled:
        return f"{cell.on_target}/{cell.asked}"
    return f"{cell.refused} refused" + (f", {cell.answered} answered" if cell.answered else "")


def _routes(report: BoundaryReport) -> list[list[str]]:
    missing = [[name, "NOT ASKED: the suite does not know it"] for name in report.routes_not_asked]
    return [[name, str(calls)] for name, calls in report.routes.items()] + missing


def _plain(text: str) -> str:
    return " ".join(for_terminal(text).split()).translate(_MARKDOWN_SIGNS)


def _escaped(text: str) -> str:
    return html.escape(for_terminal(text))
