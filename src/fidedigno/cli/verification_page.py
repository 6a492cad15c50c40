"""A verified answer as a page of its own: marked stretches, what is wrong with each, and the passages."""

from __future__ import annotations

import html
from collections.abc import Iterable

from fidedigno.cli.verification_show import (
    Stretch,
    Verified,
    excerpt,
    stretches,
    summary,
    verdict,
    wrong_stretches,
)
from fidedigno.deliver import for_terminal
from fidedigno.verify.messages import say
from fidedigno.verify.report import Risk
from fidedigno.verify.web_page import web_page


def verification_page(done: Verified) -> str:
    """The page, in the language of the answer. It fetches nothing, and no text in it is markup."""
    language = done.report.language
    wrong = wrong_stretches(done.report)
    style = "good" if done.report.risk is Risk.LOW else "bad"
    parts = [f'<p class="{style}">{_text(summary(done))}</p><p>{_text(verdict(done))}</p>']
    if done.report.truncated:
        parts.append(f"<p>{_text(say('truncated', language))}</p>")
    if done.question.strip():
        parts.append(f"<p><b>{_text(say('question', language))}:</b> {_text(done.question)}</p>")
    places = [(each.place.start, each.place.end) for each in wrong]
    parts.append(_heading("heading_answer", language) + _block(stretches(done.answer, places), "<mark>"))
    parts.append(_heading("heading_findings", language))
    parts.append(_findings(done) if wrong else f"<p>{_text(say('no_findings', language))}</p>")
    if done.healing is not None:
        from fidedigno.verify.heal import render_html

        parts.append(_heading("heading_healed", language) + render_html(done.healing))
    parts.append(_heading("heading_evidence", language))
    for number, passage in enumerate(done.passages, start=1):
        cited = [
            each.evidence
            for each in wrong
            if each.evidence is not None and each.evidence.passage == number - 1
        ]
        label = _text(say("passage_label", language, passage=number))
        marked = stretches(passage, [(each.start, each.end) for each in cited])
        parts.append(f'<h3 id="p{number}">{label}</h3>' + _block(marked, '<mark class="evidence">'))
    return web_page(say("heading_answer", language), language, "".join(parts))


def _findings(done: Verified) -> str:
    language = done.report.language
    items = []
    for each in wrong_stretches(done.report):
        line = f"<mark>{_text(done.answer[each.place.start : each.place.end])}</mark> – {_text(each.what)}"
        if each.expected:
            line += "; " + _text(say("expected", language, expected=each.expected))
        if each.evidence is not None and each.evidence.passage < len(done.passages):
            number = each.evidence.passage + 1
            shown = _marked(excerpt(done.passages[number - 1], each.evidence), '<mark class="evidence">')
            line += f'<br><a href="#p{number}">{_text(say("says_in_passage", language, passage=number))}</a> {shown}'
        items.append(f"<li>{line}</li>")
    return f"<ol>{''.join(items)}</ol>"


def _heading(key: str, language: str) -> str:
    return f"<h2>{_text(say(key, language))}</h2>"


def _block(parts: Iterable[Stretch], mark: str) -> str:
    return f'<div class="text">{_marked(parts, mark)}</div>'


def _marked(parts: Iterable[Stretch], mark: str) -> str:
    return "".join(f"{mark}{_text(each.text)}</mark>" if each.marked else _text(each.text) for each in parts)


def _text(text: str) -> str:
    """Text without what acts on a page, a terminal or the order of reading; lone surrogates have no place in a file."""
    return html.escape(for_terminal(text)).encode(errors="replace").decode()
