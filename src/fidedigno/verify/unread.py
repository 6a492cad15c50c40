"""What stands in a text and is not read: markup that nobody sees in a passage, and our own words in a healed answer.

It is blanked, so that every offset stays. What a report shows is the text as it was given: :func:`as_given` puts it
back. Tags are taken off only where their name is one of HTML's: ``List<String>`` stays. Linear in the length.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from fidedigno.verify.report import CheckedClaim, EvidenceSpan, Finding, Span

_TAG = re.compile(
    r"</?(?:a|abbr|article|aside|b|blockquote|body|br|caption|cite|code|col|dd|div|dl|dt|em|figure|footer|h[1-6]"
    r"|head|header|hr|html|i|img|li|link|main|mark|meta|nav|ol|p|pre|s|section|small|span|strong|sub|sup|table"
    r"|tbody|td|tfoot|th|thead|title|tr|u|ul)(?:\s[^<>=]{0,100}=[^<>]{0,400}|\s{0,9})/?>",
    re.IGNORECASE,
)
_HIDDEN = (("<!--", "-->"), ("<script", "</script>"), ("<style", "</style>"))
_SIGN = re.compile(r"[^\n]")


def blanked(text: str, places: Iterable[tuple[int, int]]) -> str:
    """``text`` with blanks at ``places`` (in order, apart from each other); lines stay lines."""
    parts: list[str] = []
    at = 0
    for start, end in places:
        parts += (text[at:start], _SIGN.sub(" ", text[start:end]))
        at = end
    return "".join((*parts, text[at:])) if parts else text


def without_markup(text: str) -> str:
    """A passage without its comments, scripts, styles and tags."""
    if "<" not in text:
        return text
    seen = blanked(text, _hidden(text))
    return blanked(seen, (match.span() for match in _TAG.finditer(seen)))


def _hidden(text: str) -> Iterator[tuple[int, int]]:
    """Comments, scripts and styles that are closed, in order."""
    folded = text.lower() if len(text.lower()) == len(text) else text
    found = sorted(place for opening, closing in _HIDDEN for place in _between(folded, opening, closing))
    last = 0
    for start, end in found:
        if start >= last:
            yield start, end
            last = end


def _between(text: str, opening: str, closing: str) -> Iterator[tuple[int, int]]:
    start = text.find(opening)
    while start >= 0:
        end = text.find(closing, start + len(opening))
        if end < 0:
            return
        yield start, end + len(closing)
        start = text.find(opening, end + len(closing))


def as_given(
    claims: Sequence[CheckedClaim], findings: Sequence[Finding], answer: str, passages: Sequence[str]
) -> tuple[tuple[CheckedClaim, ...], tuple[Finding, ...]]:
    """Claims and findings with the words of ``answer`` and ``passages`` at their places."""

    def there(span: Span) -> Span:
        return Span(span.start, span.end, answer[span.start : span.end])

    def evidence(span: EvidenceSpan) -> EvidenceSpan:
        return span._replace(text=passages[span.passage][span.start : span.end])

    def finding(each: Finding) -> Finding:
        found = evidence(each.evidence) if each.evidence else None
        return replace(each, answer=there(each.answer), evidence=found)

    placed = tuple(
        replace(
            claim,
            span=there(claim.span),
            evidence=tuple(evidence(each) for each in claim.evidence),
            findings=tuple(finding(each) for each in claim.findings),
        )
        for claim in claims
    )
    return placed, tuple(finding(each) for each in findings)
