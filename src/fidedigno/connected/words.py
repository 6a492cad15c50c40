"""A reading in plain words, for operators: what changed, what stays closed, what failed and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fidedigno.connected.reading import Reading

MOST = 10
"""How many ids are named of a kind."""


def words_of(reading: Reading) -> list[str]:
    """One line a fact; the first says what came of it."""
    if reading.code:
        lines = [f"failed ({reading.code}): {reading.problem}"]
        if reading.hint:
            lines.append(f"→ {reading.hint}")
        return [
            *lines,
            "its rights stay as old as they were; when they are older than the lag, its corpus closes",
        ]
    counts = reading.run.counts
    changed = [
        (counts.get("written", 0), "contents written"),
        (counts.get("rights_changed", 0), "documents with other rights"),
        (counts.get("removed", 0), "removed"),
        (counts.get("left_out", 0), "of no kind that can be read"),
    ]
    said = [f"{count} {what}" for count, what in changed if count]
    people = f"{counts.get('people', 0)} people, {counts.get('groups', 0)} groups"
    lines = [", ".join([people, *(said or ["nothing changed"])])]
    lines += _named(reading.unknown, "closed, because their rights could not be read")
    lines += _named(reading.failed, "could not be read; an earlier content stays under the present rights")
    if counts.get("postponed"):
        lines.append(f"{counts['postponed']} contents are left for the next reading")
    if reading.ingested is not None:
        report = reading.ingested
        lines.append(
            f"index: {report.indexed} indexed, {report.relabelled} relabelled, {report.removed} removed, "
            f"{report.refused} refused, {report.failed} failed"
        )
        lines += [f"{each.kind}: {each.path}: {each.reason}" for each in report.problems[:MOST]]
    return lines


def _named(ids: tuple[str, ...], what: str) -> list[str]:
    if not ids:
        return []
    more = f" and {len(ids) - MOST} more" if len(ids) > MOST else ""
    return [f"{len(ids)} {what}: {', '.join(ids[:MOST])}{more}"]
