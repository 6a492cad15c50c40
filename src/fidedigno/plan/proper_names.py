"""Whether a question names something by a proper name that none of the person's places has.

Then the only place there is may not be taken for what is meant: somebody with one course who asks about
"the fee of Tennis" means another one, whether that exists or not. Only capitals inside the sentence tell a
name here; in a question without capitals nothing is noticed. It never looks beyond what the person may see.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import yaml

from fidedigno.ingest.analyse import fold
from fidedigno.plan.places import Places

_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_OPENS = re.compile(r"[.!?¿¡:;\n\"«“(]\s*$")


def names_another_place(text: str, places: Places) -> bool:
    """Whether ``text`` has a proper name that is no word of any of ``places``."""
    letters = [c for c in text if c.isalpha()]
    if sum(c.isupper() for c in letters) > len(letters) // 2:
        return False  # written in capitals: they say nothing
    known = {fold(word) for place in places.all for name in place.names for word in _WORD.findall(name)}
    return any(name not in known for name in _proper_names(text))


def _proper_names(text: str) -> list[str]:
    """Folded words that begin with a capital inside a sentence, without abbreviations and common ones."""
    found = []
    for match in _WORD.finditer(text):
        word, before = match[0], text[: match.start()]
        opens = not before.strip() or _OPENS.search(before) is not None
        if word[0].isupper() and not word.isupper() and not opens and fold(word) not in _common():
            found.append(fold(word))
    return found


@cache
def _common() -> frozenset[str]:
    data = yaml.safe_load(files("fidedigno.plan").joinpath("proper_names.yaml").read_text(encoding="utf-8"))
    return frozenset(fold(word) for words in data.values() for word in words)
