"""Which way of healing is taken, and whether what came of it may be shown.

In order (hallucination detector article): an answer at no risk is left alone; one that hardly rests on its
evidence, or that drifted into a contradiction, is written again from it; else contradictions are patched and
citations put right; else what it invents is taken out, with the claims that make it a risk. Every text is verified
again, and whatever is still wrong with it is replaced by its evidence, then taken out; what cannot be healed so is
written again, and where there is nothing to write, declined. A healed answer has no contradiction and invents
nothing; no claim in it has lost the evidence that it had.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fidedigno.verify.heal.changes import Change, ChangeKind
from fidedigno.verify.heal.cited import corrected
from fidedigno.verify.heal.decline import declined
from fidedigno.verify.heal.draft import Draft
from fidedigno.verify.heal.healing import Healing
from fidedigno.verify.heal.improve import Verified, improved
from fidedigno.verify.heal.layout import read_layout
from fidedigno.verify.heal.patch import patched
from fidedigno.verify.heal.quotes import Quote, Source
from fidedigno.verify.heal.rewrite import Rewriting, choose, composed, has_words
from fidedigno.verify.heal.scrub import scrubbed
from fidedigno.verify.heal.standing import UNSUPPORTED, Standing, standing
from fidedigno.verify.heal.strategy import Strategy, recalibrated
from fidedigno.verify.heal.wording import say
from fidedigno.verify.passage import Passage
from fidedigno.verify.report import Report
from fidedigno.verify.settings import VerifySettings

_ATTEMPTS = 3
"""How often a rewritten answer is shortened and verified again."""
_OURS = frozenset({"layout", "note", "follows_removed"})
_NAMES = ("unknown_", "quotation_differs", "citation_")


def heal(
    question: str,
    passages: Sequence[Passage],
    answer: str,
    report: Report,
    inspect: Callable[[str], Report],
    settings: VerifySettings,
) -> Healing:
    """Heal an answer by its report.

    ``report`` is the inspection of ``answer`` against ``passages``; ``inspect`` gives the report on another text
    for the same question and passages, and must record nothing. Errors of ``inspect`` are passed on. Source:
    hallucination detector article, self-healing layer.
    """
    found = standing(report, answer)
    drifted = report.drift.detected and bool(found.wrongs)
    rewrites = found.carried < settings.rewrite_threshold or drifted
    if found.is_sound(settings.rewrite_threshold):
        return _unchanged(answer, report)
    source = Source(passages, report.language)
    healing: Healing | None = None
    if not rewrites:
        draft = Draft(read_layout(answer))
        draft = patched(draft.layout, found, source) if found.wrongs else draft
        draft = scrubbed(draft.edited(corrected(answer, found.misplaced)), found)
        if not found.wrongs and not draft.says_something:
            return _withdrawn(answer, report)
        verified = improved(draft, found, source, inspect, settings.rewrite_threshold)
        healing = _healed(verified, report, found) if verified else None
    return (
        healing or _rewritten(question, answer, report, found, source, inspect) or _withdrawn(answer, report)
    )


def _unchanged(answer: str, report: Report) -> Healing:
    return Healing(Strategy.NO_HEALING_NEEDED, answer, (), report, report, report.confidence, changed=False)


def _withdrawn(answer: str, report: Report) -> Healing:
    return (
        _unchanged(answer, report) if answer == say("decline", report.language) else declined(answer, report)
    )


def _healed(verified: Verified, before: Report, found: Standing) -> Healing | None:
    """The healing of a draft that was verified, with its notes; None where it came to nothing."""
    answer, changes = verified.draft.layout.answer, verified.draft.changes()
    if not changes:
        return None
    taken = [each.reason for each in changes if each.kind is ChangeKind.REMOVED and each.reason not in _OURS]
    names = any(reason.startswith(_NAMES) for reason in taken)
    claims = any(not reason.startswith(_NAMES) for reason in taken)
    notes = [
        text
        for key, said in (("note.claims", claims), ("note.names", names))
        if said and (text := say(key, before.language)) not in verified.text
    ]
    shown = "\n\n".join(["", *notes]).removeprefix("\n" if verified.text.endswith("\n") else "")
    if notes:
        changes = (*changes, Change(ChangeKind.NOTE, len(answer), len(answer), "", shown, "note"))
    patches = found.wrongs or any(each.kind is ChangeKind.REPLACED for each in changes)
    strategy = Strategy.CONTRADICTION_PATCH if patches else Strategy.ENTITY_SCRUB
    confidence = recalibrated(before.confidence, strategy)
    if names and patches:
        confidence = recalibrated(confidence, Strategy.ENTITY_SCRUB)
    done = " ".join([say(f"done.{strategy}", before.language), *notes])
    return Healing(strategy, verified.text + shown, changes, before, verified.report, confidence, True, done)


def _rewritten(
    question: str,
    answer: str,
    before: Report,
    found: Standing,
    source: Source,
    inspect: Callable[[str], Report],
) -> Healing | None:
    """The healing by quotations that were verified; None where none is left."""
    quotes = choose(question if has_words(question) else answer, source)
    for _ in range(_ATTEMPTS):
        if not quotes:
            return None
        text = composed(quotes, source)
        report = inspect(text.body)
        now = standing(report, text.body)
        bad = [(each.start, each.end) for each in now.wrongs]
        bad += [(each.answer.start, each.answer.end) for each in now.invented]
        bad += [(each.span.start, each.span.end) for each in now.unsupported]
        if not bad:
            return _quoted(text, answer, before, report.moved(text.offset), found)
        quotes = _without(text, quotes, bad)
    return None


def _without(text: Rewriting, quotes: Sequence[Quote], bad: Sequence[tuple[int, int]]) -> tuple[Quote, ...]:
    """The quotations that nothing was found in."""
    left, position = [], -len(text.separators[0])
    for quote, piece in zip(quotes, text.pieces, strict=True):
        start, position = position, position + len(piece)
        if not any(first < position and start < last for first, last in bad):
            left.append(quote)
    return tuple(left)


def _quoted(text: Rewriting, answer: str, before: Report, report: Report, found: Standing) -> Healing | None:
    codes = [*(each.code for each in found.wrongs), *(each.code for each in found.invented), UNSUPPORTED]
    changes = text.changes(answer, codes[0])
    shown = "".join(each.replacement for each in changes)
    if shown == answer:
        return _unchanged(answer, before)
    strategy = Strategy.GROUNDING_REWRITE
    note = " ".join(filter(None, (say(f"done.{strategy}", before.language), text.note)))
    confidence = recalibrated(before.confidence, strategy)
    return Healing(strategy, shown, changes, before, report, confidence, True, note)
