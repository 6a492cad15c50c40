"""A healing shown to a reader: the answer with what was taken out and put in, each change with reason and evidence.

As plain text or as HTML without scripts. Answers and evidence are strangers' texts: nothing of them is markup here,
and characters that are not shown, move a cursor or turn the order of what is read become ``\N{REPLACEMENT CHARACTER}``.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from string import Template

from fidedigno.verify import messages
from fidedigno.verify.heal.changes import Change, ChangeKind
from fidedigno.verify.heal.healing import Healing
from fidedigno.verify.heal.wording import say
from fidedigno.verify.report import EvidenceSpan

_UNSHOWN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2028\u2029\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f\ud800-\udfff]"
)
_HIDDEN = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)"
_WITHOUT_REASON = frozenset({ChangeKind.LAYOUT, ChangeKind.NOTE})
_ANCHOR = re.compile(r"[A-Za-z][\w-]{0,63}", re.ASCII)


def render_text(healing: Healing) -> str:
    """The healing as plain text: ``[-taken out-]`` and ``{+put in+}`` in the answer, then the numbered reasons."""
    language = healing.language
    body = _marked(
        healing,
        kept=shown,
        removed=lambda text: f"[-{shown(text)}-]",
        added=lambda text: f"{{+{shown(text)}+}}",
        reference=lambda number: f"[^{number}]",
    )
    lines = [healing.note or say("done.no_healing_needed", language), *_figures(healing), "", body]
    numbered = _numbered(healing)
    if numbered:
        lines += ["", say("label.reasons", language)]
    for number, change in numbered:
        kind = say(f"kind.{change.kind}", language)
        lines.append(f"{number}. {kind}{shown(_places(change))}: {messages.explain(change.reason, language)}")
        if change.evidence is not None:
            lines.append(f"   {_label(change.evidence, language)}: {_on_one_line(change.evidence.text)}")
    return "\n".join(lines) + "\n"


def render_html(healing: Healing, *, anchor: str = "healing") -> str:
    """The healing as a section of HTML, to stand in a page of any style.

    ``anchor`` begins every id, so that several can stand in one page; one that is no plain word is not used.
    What is taken out and put in is said in words too, for whoever hears the page.
    """
    language = healing.language
    place = anchor if _ANCHOR.fullmatch(anchor) else "healing"
    answer = _marked(
        healing,
        kept=_escaped,
        removed=lambda text: _span("removed", language, text),
        added=lambda text: _span("added", language, text),
        reference=lambda number: (
            f'<sup><a href="#{place}-{number}" aria-label="{_say("label.see", language, number=number)}">'
            f"{number}</a></sup>"
        ),
    )
    items = "".join(_reason(change, number, place, language) for number, change in _numbered(healing))
    reasons = _filled("reasons", label=_say("label.reasons", language), items=items) if items else ""
    risk, confidence = map(_escaped, _figures(healing))
    return _filled(
        "healing",
        language=_escaped(language),
        anchor=place,
        heading=_say("label.heading", language),
        note=_escaped(healing.note or say("done.no_healing_needed", language)),
        risk=risk,
        confidence=confidence,
        answer_label=_say("label.answer", language),
        answer=answer,
        reasons=reasons,
    )


def shown(text: str) -> str:
    """The text with a visible mark for every character that would not be seen or would reorder others."""
    return _UNSHOWN.sub("\N{REPLACEMENT CHARACTER}", text.replace("\r\n", "\n"))


def _marked(
    healing: Healing,
    *,
    kept: Callable[[str], str],
    removed: Callable[[str], str],
    added: Callable[[str], str],
    reference: Callable[[int], str],
) -> str:
    """The original answer with every change in its place."""
    original, parts, position, number = healing.original, [], 0, 0
    for change in healing.changes:
        parts.append(kept(original[position : change.start]))
        parts.append(removed(change.original) if change.original else "")
        parts.append(added(change.replacement) if change.replacement else "")
        if change.kind not in _WITHOUT_REASON:
            number += 1
            parts.append(reference(number))
        position = change.end
    return "".join([*parts, kept(original[position:])])


def _numbered(healing: Healing) -> list[tuple[int, Change]]:
    given = [each for each in healing.changes if each.kind not in _WITHOUT_REASON]
    return list(enumerate(given, start=1))


def _figures(healing: Healing) -> tuple[str, str]:
    language = healing.language
    before, after = (messages.say(f"risk_{each.risk}", language) for each in (healing.before, healing.report))
    point = "," if language == "es" else "."
    shares = [f"{each:.2f}".replace(".", point) for each in (healing.before.confidence, healing.confidence)]
    return (
        say("label.risk", language, before=before, after=after),
        say("label.confidence", language, before=shares[0], after=shares[1]),
    )


def _places(change: Change) -> str:
    """What stood there and what stands there now, where both are short enough to be read beside the reason."""
    if change.kind not in {ChangeKind.REPLACED, ChangeKind.BILLING}:
        return ""
    return f" “{change.original}” → “{change.replacement}”"


def _label(evidence: EvidenceSpan, language: str) -> str:
    return say("label.evidence", language, number=evidence.passage + 1)


def _on_one_line(text: str) -> str:
    return f"“{shown(' '.join(text.split()))}”"


def _reason(change: Change, number: int, anchor: str, language: str) -> str:
    evidence = ""
    if change.evidence is not None:
        label = _escaped(_label(change.evidence, language))
        evidence = _filled("evidence", label=label, text=_escaped(change.evidence.text))
    return _filled(
        "reason",
        anchor=anchor,
        number=str(number),
        kind=_say(f"kind.{change.kind}", language),
        places=_escaped(_places(change)),
        reason=_escaped(messages.explain(change.reason, language)),
        evidence=evidence,
    )


def _span(name: str, language: str, text: str) -> str:
    label = _say(f"label.{name}", language)
    return _filled(name, hidden=_HIDDEN, label=label, text=_escaped(text)).rstrip("\n")


def _say(key: str, language: str, **values: object) -> str:
    return html.escape(say(key, language, **values))


def _escaped(text: str) -> str:
    return html.escape(shown(text))


def _filled(name: str, **values: str) -> str:
    return _template(name).substitute(values)


@cache
def _template(name: str) -> Template:
    folder = files("fidedigno.verify.heal").joinpath("templates")
    return Template(folder.joinpath(f"{name}.html").read_text(encoding="utf-8"))
