"""What to do with a question, from its plan and its claim matrix. The first rule that fits decides:

1. ``clarify``: the plan waits for a clarification, or a critical fact hangs on a slot that is not known.
2. ``refuse_action``, ``abstain``: the route asks for an action, or is out of scope.
3. ``escalate``: a critical fact about the person conflicts and a wrong answer decides something for them; two
   live systems that disagree are for the person in charge, because nobody who asks can look it up.
4. ``conflict``: any other critical fact conflicts. Both sides are shown; it is never settled by a guess.
5. ``answer``: every critical fact is covered, with every instant in a known timezone.
6. ``answer_limited``: some critical fact is covered and another is not; or the gap is about the person and a
   general fact is covered: the general deadline is told, and that an extension could not be confirmed.
7. ``abstain``: nothing that the question needs is covered.

Source: LMS evidence article, "answering demands demonstrating sufficiency".
"""

from __future__ import annotations

from fidedigno.consolidate.matrix import NEEDS_SLOT, TIMEZONE_UNKNOWN
from fidedigno.model import ClaimMatrix, Decision, FactRow, FactStatus, Plan, Route


def decide(plan: Plan, matrix: ClaimMatrix, *, high_impact: bool = False) -> Decision:
    """The decision on a question. ``high_impact`` is that of its class in the pack."""
    if plan.clarification is not None:
        return Decision.CLARIFY
    if plan.contract.route is Route.REFUSE_ACTION:
        return Decision.REFUSE_ACTION
    if plan.contract.route is Route.OUT_OF_SCOPE:
        return Decision.ABSTAIN
    critical = [row for row in matrix.rows if row.fact.critical]
    if any(row.reason.startswith(NEEDS_SLOT) for row in critical):
        return Decision.CLARIFY
    conflicting = [row for row in critical if row.status is FactStatus.CONFLICTING]
    if conflicting:
        personal = any(row.fact.individual for row in conflicting)
        return Decision.ESCALATE if high_impact and personal else Decision.CONFLICT
    return _by_coverage(matrix, critical)


def _by_coverage(matrix: ClaimMatrix, critical: list[FactRow]) -> Decision:
    covered = [row for row in critical if row.status is FactStatus.COVERED]
    any_covered = any(row.status is FactStatus.COVERED for row in matrix.rows)
    if not critical:
        return Decision.ANSWER if any_covered else Decision.ABSTAIN
    if len(covered) == len(critical):
        unsure = any(row.reason == TIMEZONE_UNKNOWN for row in covered)
        return Decision.ANSWER_LIMITED if unsure else Decision.ANSWER
    personal_gap = any(row.fact.individual for row in critical if row.status is not FactStatus.COVERED)
    general_known = any(row.status is FactStatus.COVERED and not row.fact.individual for row in matrix.rows)
    if covered or (personal_gap and general_known):
        return Decision.ANSWER_LIMITED
    return Decision.ABSTAIN


def slots_needed(matrix: ClaimMatrix) -> tuple[str, ...]:
    """The slots that must be asked for before the critical facts can be told, in the contract's order."""
    waiting = [row.reason for row in matrix.rows if row.fact.critical and row.reason.startswith(NEEDS_SLOT)]
    return tuple(dict.fromkeys(reason.removeprefix(NEEDS_SLOT) for reason in waiting))
