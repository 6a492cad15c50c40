"""What to do with an answer that does not stand to its evidence: correct it, shorten it, quote, or decline.

In: a question, its passages, an answer and the report on it. Out: a :class:`Healing`, which holds the text to
show, every change with its reason and its evidence, and a second report, on that text. It heals by deleting, by
quoting whole sentences of the evidence, and by putting the one value that the evidence has in the place of
another; it writes nothing of its own but the notes of its catalogue. A text that could not be verified again is
not shown: the last resort is to decline. Source: hallucination detector article, self-healing layer.

Names are loaded when first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fidedigno.verify.heal.changes import Change, ChangeKind
    from fidedigno.verify.heal.healer import heal
    from fidedigno.verify.heal.healing import Healing
    from fidedigno.verify.heal.render import render_html, render_text
    from fidedigno.verify.heal.strategy import Strategy
    from fidedigno.verify.heal.wording import own_words

_HOMES = {
    "Change": "changes",
    "ChangeKind": "changes",
    "Healing": "healing",
    "Strategy": "strategy",
    "heal": "healer",
    "own_words": "wording",
    "render_html": "render",
    "render_text": "render",
}

__all__ = [
    "Change",
    "ChangeKind",
    "Healing",
    "Strategy",
    "heal",
    "own_words",
    "render_html",
    "render_text",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
