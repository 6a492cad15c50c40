"""Citations put right: a mark at the wrong passage becomes that of the passage which carries the claim.

Where no one mark can stand for it, the wrong one is taken out: the claim is then held against all passages.
"""

from __future__ import annotations

from collections.abc import Sequence

from fidedigno.verify.heal.changes import Change, ChangeKind
from fidedigno.verify.report import Finding


def corrected(answer: str, misplaced: Sequence[Finding]) -> tuple[Change, ...]:
    """The edits of the marks that ``misplaced`` findings are about, one for each mark."""
    wanted: dict[tuple[int, int], list[Finding]] = {}
    for each in misplaced:
        wanted.setdefault((each.answer.start, each.answer.end), []).append(each)
    return tuple(_edit(answer, findings) for findings in wanted.values())


def _edit(answer: str, findings: Sequence[Finding]) -> Change:
    """Two claims may share a mark: it is put right where both want the same one."""
    first = findings[0]
    start, end = first.answer.start, first.answer.end
    expected = {each.expected for each in findings}
    if len(expected) == 1 and first.expected:
        return Change(
            ChangeKind.REPLACED, start, end, answer[start:end], first.expected, first.code, first.evidence
        )
    return mark_removed(answer, first)


def mark_removed(answer: str, finding: Finding) -> Change:
    """The edit that takes out the mark that ``finding`` is about, with the blanks before it."""
    start, end = finding.answer.start, finding.answer.end
    while start and answer[start - 1] in " \t":
        start -= 1
    return Change(ChangeKind.REMOVED, start, end, answer[start:end], "", finding.code, finding.evidence)
