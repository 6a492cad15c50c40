"""How sure an answer wants to sound, by its wording alone.

Nothing here says whether it is right to be sure: confident wording over an answer that its evidence does not
carry is what the score looks for. Words that are quoted and code are somebody else's, and do not count. Source:
hallucination detector article, check 1.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from fidedigno.consolidate.negation import Denial, find_denials
from fidedigno.consolidate.plain import plain
from fidedigno.verify.markers import Marker, MarkerKind, Token, find_markers, tokens_of
from fidedigno.verify.report import Span

_QUOTED = re.compile(
    r"^[ \t]{0,3}(?:```|~~~)[^\n]*\n(?>(?:(?![ \t]{0,3}(?:```|~~~))[^\n]*\n)*)(?:[ \t]{0,3}(?:```|~~~))?"
    r"|^[ \t]{0,3}>[^\n]*"
    r"|`[^`\n]*`|\"[^\"\n]*\"|“[^“”\n]*”|«[^«»\n]*»|‘[^‘’\n]*’(?!\w)",
    re.MULTILINE,
)
_HIDDEN = "\x00"
_DENIED_WITHIN = 3
"""Words between a denial and the assertion that it takes back: `is not yet fully guaranteed`."""
_NEUTRAL = 0.5
_WORDS_PER_MARKER = 10


@dataclass(frozen=True, slots=True)
class Confidence:
    """How assertive a wording is: ``score`` in [0, 1], 0.5 where it is neither sure nor unsure.

    ``assertive`` and ``hedging`` are the stretches of the answer that count for one and for the other.
    """

    score: float
    assertive: tuple[Span, ...] = ()
    hedging: tuple[Span, ...] = ()


def read_confidence(answer: str, language: str) -> Confidence:
    """Read how sure ``answer`` wants to sound.

    Markers of Spanish and of English are looked for, whatever the answer is written in; ``language`` (``es`` or
    ``en``) decides only what a word means that both have. One marker in ten words moves the score to its end.
    """
    folded = _without_quotations(plain(answer))
    tokens = tokens_of(folded)
    found = find_markers(answer, tokens, language)
    asserting = [each for each in found if each.kind is MarkerKind.ASSERTIVE]
    denied = _denied(folded, tokens, found) if asserting else {}
    assertive, hedging = [], []
    for each in found:
        start, end = tokens[each.first].start, tokens[each.last - 1].end
        if each.kind is MarkerKind.ASSERTIVE and each.first not in denied:
            assertive.append(Span(start, end, answer[start:end]))
        elif each.kind is not MarkerKind.NEUTRAL:
            start = denied.get(each.first, start)
            hedging.append(Span(start, end, answer[start:end]))
    words = len(folded.replace(_HIDDEN, " ").split()) or 1
    return Confidence(_score(len(assertive), len(hedging), words), tuple(assertive), tuple(hedging))


def _score(high: int, low: int, words: int) -> float:
    expected = words / _WORDS_PER_MARKER
    score = _NEUTRAL + min(high / expected, 1.0) * 0.5 - min(low / expected, 1.0) * 0.5
    return min(max(score, 0.0), 1.0)


def _without_quotations(folded: str) -> str:
    return _QUOTED.sub(lambda match: _HIDDEN * len(match.group()), folded)


def _denied(folded: str, tokens: Sequence[Token], found: Sequence[Marker]) -> dict[int, int]:
    """Of the assertions that are denied, by their first token: where the denial begins.

    The denial inside a marker (`no doubt`) denies nothing behind it.
    """
    inside = {tokens[at].start for each in found for at in range(each.first, each.last)}
    denials = [each for each in find_denials(folded) if each.start not in inside]
    starts = [each.start for each in denials]
    taken_back = {}
    for each in found:
        if each.kind is not MarkerKind.ASSERTIVE:
            continue
        start = tokens[each.first].start
        earliest = tokens[max(0, each.first - _DENIED_WITHIN - 1)].start
        before = denials[bisect_right(starts, earliest - 1) : bisect_right(starts, start)]
        denial = _reaching(before, start)
        if denial is not None:
            taken_back[each.first] = denial.start
    return taken_back


def _reaching(denials: Sequence[Denial], start: int) -> Denial | None:
    return next((each for each in reversed(denials) if each.end <= start < each.reach), None)
