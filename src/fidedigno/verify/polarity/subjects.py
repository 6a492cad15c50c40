"""Who stands before a verb, in its own clause or in the one before it, and what stands behind it.

A subject may be set off: by what explains it (*Brightwater, a maker of pumps, sued ...*), or because it is stressed
(*it was Dana who ...*, *fue Arce quien ...*, *quien avisó al concejal fue ...*).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from fidedigno.verify.polarity.clauses import MODAL, Token
from fidedigno.verify.polarity.concepts import may_be_verb
from fidedigno.verify.polarity.data import LANGUAGES
from fidedigno.verify.polarity.reading import Reading
from fidedigno.verify.polarity.role_words import words

PARTY = 3
"""Words of content on each side of a verb that may be its party."""
_FEW = 4
"""Words of content of what explains a subject."""


def nearest(tokens: Iterable[Token]) -> list[Token]:
    """The first words of content; of `service A` it is the name that tells the party, and no day or title."""
    found: list[Token] = []
    for token in tokens:
        if token.content and not token.text.isdigit():
            found.append(token)
            if len(found) == PARTY:
                break
    named = [token for token in found if token.name]
    parties = [token for token in named if not _is_no_party(token)]
    return parties or [token for token in found if not _is_no_party(token)] or found


def _is_no_party(token: Token) -> bool:
    return token.text.removesuffix("'s") in _no_parties()


@cache
def _no_parties() -> frozenset[str]:
    return frozenset[str]().union(*(words(language).sets["no_party"] for language in LANGUAGES))


def subject_of(reading: Reading, verb: Token, left: Sequence[Token]) -> list[Token]:
    """The subject of a plain or passive verb; ``left`` is what stands before the verb in its clause."""
    if goes_on_behind_relative(reading, left):
        return antecedent(reading, verb)
    if is_relative(reading, left):
        own = nearest(reversed(left))
        return own or antecedent(reading, verb)
    return (
        nearest(reversed(without_adjuncts(reading, left)))
        or _explained(reading, verb, left)
        or _meant_before(reading, verb, left)
    )


def objects_of(reading: Reading, right: Sequence[Token]) -> list[Token]:
    """The first party behind a verb or a preposition, up to where and when."""
    sets = words(reading.language).sets
    stop = next(
        (
            t.place
            for at, t in enumerate(right)
            if (t.text in sets["adjunct"] and not t.name and (at or t.text in sets["moment"]))
            or (at and t.copula)
        ),
        None,
    )
    return nearest(t for t in right if stop is None or t.place < stop)


def is_relative(reading: Reading, left: Sequence[Token]) -> bool:
    """Whether a clause goes on about the noun before it: ``who``, ``que``."""
    return bool(left) and bool(left[0].place) and left[0].text in words(reading.language).sets["relative"]


def goes_on_behind_relative(reading: Reading, left: Sequence[Token]) -> bool:
    """Whether the relative clause has its verb already: ``the firm that built the bridge | was taken over``."""
    return is_relative(reading, left) and any(
        t.content and not t.nominal and not t.name and may_be_verb(t.root, reading.language) for t in left
    )


def is_stressed(reading: Reading, verb: Token, doer: Sequence[Token]) -> bool:
    """Whether *be* stresses the doer in the clause before: ``it was Dana who ...``."""
    before = reading.tokens[slice(*reading.clauses[verb.clause - 1])] if verb.clause else ()
    apart = all(t.clause == verb.clause - 1 for t in doer)
    opens = reading.tokens[reading.clauses[verb.clause][0]].text in words(reading.language).sets["relative"]
    return apart and opens and any(t.copula for t in before)


def antecedent(reading: Reading, verb: Token) -> list[Token]:
    """What a relative clause is about: what *be* stresses in the clause before, else the last noun of it."""
    if not verb.clause:
        return []
    before = reading.tokens[slice(*reading.clauses[verb.clause - 1])]
    be = words(reading.language).sets["be"]
    at = next((at for at, t in enumerate(before) if t.copula or t.text in be), None)
    if at is not None:
        behind = before[at + 1 :]
        if behind and behind[0].text in words("es").sets["object"] and reading.language == "es":
            return []
        if any(t.content for t in behind):
            return nearest(behind)
    return nearest(reversed(before))[:1]


def stressed_behind(
    reading: Reading, left: Sequence[Token], right: Sequence[Token]
) -> tuple[list[Token], list[Token]] | None:
    """``Quien avisó al concejal fue la secretaria``, ``the one who hired Piet was Dana``: the doer, and the other."""
    sets = words(reading.language).sets
    if not left or left[0].text not in sets["relative"] or any(t.content for t in left):
        return None
    before = reading.tokens[: left[0].place]
    if any(t.content and t.text not in sets["the_one"] for t in before):
        return None
    at = next((at for at, t in enumerate(right) if t.copula and any(x.content for x in right[:at])), None)
    if at is None:
        return None
    doer, done_to = nearest(right[at + 1 :]), objects_of(reading, right[:at])
    return (doer, done_to) if doer and done_to else None


def without_adjuncts(reading: Reading, left: Sequence[Token]) -> list[Token]:
    """What stands before a verb but for where and when: ``in the final | Ortiz beat ...``."""
    sets, found, inside, named = words(reading.language).sets, list[Token](), False, False
    for token in left:
        if (token.text in sets["adjunct"] or token.text in sets["by"]) and not token.name:
            inside, named = True, False
        elif inside and named and (token.text in sets["article"] or token.name):
            inside = False
        named = named or token.content
        found += [] if inside else [token]
    if reading.language != "en" or any(t.content for t in found):
        return found
    # `On the moor foxes hunt`: without an article the last word is the subject.
    told = [t for t in left if t.content]
    return told[-1:] if len(told) > 1 and not told[-1].nominal else []


def _meant_before(reading: Reading, verb: Token, left: Sequence[Token]) -> list[Token]:
    """Whom a pronoun before the verb may mean: a name of the clause before, else anything in it."""
    said = any(t.text in words(reading.language).sets["pronoun"] for t in left)
    if not verb.clause or not said:
        return []
    start, end = reading.clauses[verb.clause - 1]
    return nearest(reversed(reading.tokens[start:end]))


def _explained(reading: Reading, verb: Token, left: Sequence[Token]) -> list[Token]:
    """``Brightwater, a maker of pumps, sued ...``: the subject before what explains it between commas."""
    if verb.clause < 2 or any(t.content for t in left):
        return []
    first, second = (reading.tokens[slice(*reading.clauses[verb.clause - back])] for back in (2, 1))
    gaps = [
        reading.text[reading.tokens[t.place - 1].end : t.start].strip()
        for t in (second[0], reading.tokens[reading.clauses[verb.clause][0]])
    ]
    if gaps != [",", ","] or sum(t.content for t in second) > _FEW:
        return []
    if any(_tells(reading, t) for t in (*first, *second) if not t.nominal and not t.name):
        return []
    return nearest(reversed(without_adjuncts(reading, first)))


def _tells(reading: Reading, token: Token) -> bool:
    known = token.content and may_be_verb(token.root, reading.language) and token.place > 0
    return token.copula or token.role in MODAL or known
