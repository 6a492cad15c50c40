"""Whether the evidence knows a name, however it is written there; and if only in part, what it has instead.

Case, accents, plural, titles, corporate suffixes, initials, acronyms, joined spellings and the forms of world-wide
names do not matter. Two people are not one: ``Wei Harrison`` is unknown beside ``Wei Liu`` and ``James Harrison``.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import NamedTuple

from fidedigno.consolidate.plain import plain
from fidedigno.verify.entities.aliases import Alias, aliases, key_of
from fidedigno.verify.entities.evidence import Evidence, forms
from fidedigno.verify.entities.name import Name, NameKind
from fidedigno.verify.entities.vocabulary import is_common, is_function, vocabulary

_WORD = re.compile(r"[^\W_]+")
_REACH = 4
"""How far apart, in words, the parts of one person's name may stand."""
_MOST_PLACES = 200
_SHORT_FORM = 4


class Standing(NamedTuple):
    """How a name stands to the evidence. ``shared`` are its words that the evidence has, where it is not known."""

    known: bool
    shared: tuple[str, ...] = ()
    certainty: float = 1.0


_KNOWN = Standing(True)
_RECOMBINED = 0.7


def standing_of(name: Name, evidence: Evidence, translated: bool) -> Standing:
    """Look a name up. ``translated``: the evidence is in another language, so that common words prove nothing."""
    words = _words(name)
    if not words or _known_as_alias(name, evidence):
        return _KNOWN
    if len(words) == 1 and name.text.isupper() and _is_spelt_like_a_word(words[0]):
        return Standing(_in_capitals(words[0], evidence))
    if name.kind is NameKind.PERSON:
        # A surname has no plural: Brooks is not Brook.
        known = len(words) > 1 and _known_as_written(name.text, words, evidence)
        return _KNOWN if known else _person(words, evidence)
    if _known_as_written(name.text, words, evidence):
        return _KNOWN
    return _other(words, evidence, translated)


def _words(name: Name) -> list[str]:
    """The folded words of a name without titles, corporate suffixes and function words."""
    told = vocabulary()
    every = [plain(word) for word in _WORD.findall(name.text)]
    drop = told.titles | (told.corporate if name.kind is not NameKind.PERSON else frozenset())
    # A surname may be spelt like a function word (``Tan``).
    small = told.particles.__contains__ if name.kind is NameKind.PERSON else is_function
    kept = [word for word in every if word not in drop and (len(word) == 1 or not small(word))]
    return kept or [word for word in every if word not in told.titles] or every


def _known_as_written(text: str, words: list[str], evidence: Evidence) -> bool:
    """Joined, hyphenated or spaced alike: ``PaymentService``, ``payment-service``."""
    joined = "".join(words)
    if joined in evidence.runs or any(form in evidence.runs for form in forms(joined)):
        return True
    return text.isupper() and len(joined) >= 3 and any(joined in letters for letters in evidence.initials)


def _is_spelt_like_a_word(acronym: str) -> bool:
    """``WHO`` and ``US`` are: their letters prove nothing without the capitals."""
    return len(acronym) <= 2 or is_function(acronym) or is_common(acronym)


def _in_capitals(word: str, evidence: Evidence) -> bool:
    """Whether an acronym stands as one, and not as the word that is spelt alike (``who``)."""
    return any(
        evidence.written(place).isupper() or not evidence.sources[evidence.tokens[place].source].cased
        for place in evidence.positions.get(word, ())[:_MOST_PLACES]
    )


def _known_as_alias(name: Name, evidence: Evidence) -> bool:
    alias = aliases().by_form.get(key_of(name.text)) or aliases().by_form.get(_bare_key(name.text))
    if alias is None:
        return False
    return any(_has_form(form, evidence) for form in (*alias.forms, *alias.people, *_inside(alias)))


def _bare_key(text: str) -> str:
    words = [plain(word) for word in _WORD.findall(text)]
    return "".join(words[1:]) if words and is_function(words[0]) else ""


def _inside(alias: Alias) -> tuple[str, ...]:
    """A country is told by its cities."""
    return next((aliases().parts[form] for form in alias.forms if form in aliases().parts), ())


def _has_form(form: str, evidence: Evidence) -> bool:
    if len(form) <= _SHORT_FORM and _is_spelt_like_a_word(form):
        return _in_capitals(form, evidence) or evidence.has_spelt(form)
    words = aliases().words.get(form, (form,))
    if len(words) > 3:
        return all(evidence.has(word) or is_function(word) for word in words)
    return form in evidence.runs or any(each in evidence.runs for each in forms(form))


def _person(words: list[str], evidence: Evidence) -> Standing:
    full = [word for word in words if len(word) > 1]
    missing = [word for word in full if word not in evidence.positions]
    shared = tuple(word for word in full if word in evidence.positions)
    if missing or not full:
        return Standing(False, shared)
    if len(words) == 1 or _together(words, evidence):
        return _KNOWN
    return Standing(False, shared, _RECOMBINED)


def _together(words: list[str], evidence: Evidence) -> bool:
    """Whether the parts of a person's name stand by each other, as one person's."""
    anchor = min((word for word in words if len(word) > 1), key=lambda word: len(evidence.positions[word]))
    reach = _REACH + len(words)
    for place in evidence.positions[anchor][:_MOST_PLACES]:
        found = [place if word == anchor else _near(word, place, reach, evidence) for word in words]
        places = [each for each in found if each is not None]
        if len(places) == len(words) and not _are_two(places[0], places[-1], evidence):
            return True
    return False


def _near(word: str, place: int, reach: int, evidence: Evidence) -> int | None:
    """The nearest place of a word, or of a word with that initial, within reach."""
    if len(word) == 1:
        at = (each for each in range(place - reach, place + reach) if each != place)
        return next(
            (each for each in at if each in evidence.tokens and evidence.tokens[each].folded[0] == word), None
        )
    places = evidence.positions[word]
    low, high = bisect_left(places, place - reach), bisect_right(places, place + reach)
    return min(places[low:high], key=lambda each: abs(each - place), default=None)


def _are_two(given: int, surname: int, evidence: Evidence) -> bool:
    """``James Morrison and Wei Harrison``: James has another surname there, and Harrison another given name."""
    if not evidence.sources[evidence.tokens[given].source].cased:
        return False
    step = given
    while step < surname:
        if evidence.neighbour(step, 1) is None:
            break
        step += 1
    if step == surname:
        return False
    own, other = evidence.neighbour(given, 1), evidence.neighbour(surname, -1)
    return own not in {None, surname} and other not in {None, given}


def _other(words: list[str], evidence: Evidence, translated: bool) -> Standing:
    told = vocabulary()
    missing = [word for word in words if not evidence.has(word)]
    shared = tuple(word for word in words if evidence.has(word))
    if not missing:
        return _KNOWN
    generic = [
        word for word in missing if word in told.organisations or word in told.places or is_common(word)
    ]
    own = [word for word in words if not is_common(word) and word not in told.organisations]
    if translated and len(generic) == len(words):
        return _KNOWN
    places_only = all(word in aliases().by_form for word in own)
    if len(generic) == len(missing) and own and not places_only:
        return _KNOWN
    if _spelt_by_initials(words, evidence):
        return _KNOWN
    return Standing(False, shared)


def _spelt_by_initials(words: list[str], evidence: Evidence) -> bool:
    """``World Health Organization`` where the evidence says ``WHO``."""
    letters = "".join(word[0] for word in words)
    return len(letters) >= 2 and _in_capitals(letters, evidence) and not is_function(letters)
