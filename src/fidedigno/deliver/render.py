"""The response contract as plain text: direct answer, evidence, scope, uncertainty, safe next action."""

from __future__ import annotations

from collections.abc import Iterator

from fidedigno.deliver.citation import citation
from fidedigno.deliver.sanitise import for_terminal
from fidedigno.deliver.wording import message, message_keys
from fidedigno.model import Answer, FactStatus

CONFLICTING = FactStatus.CONFLICTING.value


def render(answer: Answer) -> str:
    """The answer as lines of text in its language; control characters of sources are taken out."""
    return "\n".join(for_terminal(line) for line in lines(answer))


def lines(answer: Answer) -> Iterator[str]:
    """The five elements, those that there are, each element after an empty line."""
    numbers = numbered_sources(answer)
    yield from _direct(answer, numbers)
    if numbers:
        yield ""
        yield from (f"[{number}] {words}" for words, number in numbers.items())
    if answer.uncertainty:
        yield ""
        yield from uncertainty_lines(answer)
    if left_out := left_out_line(answer):
        yield ""
        yield left_out
    if answer.scope:
        yield ""
        yield scope_line(answer)
    if answer.next_action:
        yield ""
        yield f"{message('heading_next', answer.language)}: {answer.next_action}"


def numbered_sources(answer: Answer) -> dict[str, int]:
    """Each source in words with its number from 1; passages of one section share one."""
    words = dict.fromkeys(citation(card, answer.language) for card in answer.evidence)
    return {each: number for number, each in enumerate(words, start=1)}


def _direct(answer: Answer, numbers: dict[str, int]) -> Iterator[str]:
    if answer.message:
        yield answer.message
    words = {card.id: citation(card, answer.language) for card in answer.evidence}
    for claim in answer.claims:
        marks = sorted({numbers[words[each]] for each in claim.evidence_ids})
        yield f"{claim.text} {''.join(f'[{mark}]' for mark in marks)}"


def uncertainty_lines(answer: Answer) -> Iterator[str]:
    """What is not settled, each as a state of its own."""
    for doubt in answer.uncertainty:
        heading = "heading_conflict" if doubt.status == CONFLICTING else "heading_uncertain"
        yield f"{message(heading, answer.language)}: {doubt.message}"


def left_out_line(answer: Answer) -> str:
    """What the check left out, in numbers; empty where it found nothing."""
    count = answer.quality.left_out if answer.quality else 0
    if count <= 1:
        return message("left_out_one", answer.language) if count else ""
    return message("left_out_many", answer.language, count=count)


def scope_line(answer: Answer) -> str:
    """Course, group, person and date in one line."""
    known = set(message_keys())
    parts = []
    for name, value in answer.scope.items():
        key = f"scope_{name}"
        label = message(key, answer.language) if key in known else name
        parts.append(f"{label} {value}")
    return f"{message('heading_scope', answer.language)}: {' · '.join(parts)}"
