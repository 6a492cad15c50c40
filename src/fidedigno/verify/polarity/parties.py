"""Who does something and to whom, told for a verb without a parser: by what stands on its two sides.

A passive with its doer, a Spanish object that stands first and is taken up again, and a noun of relation (*X is the
parent of Y*) are turned round. It refuses where Spanish leaves the order open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from fidedigno.verify.polarity.clauses import MODAL, Token
from fidedigno.verify.polarity.concepts import may_be_verb
from fidedigno.verify.polarity.reading import Reading
from fidedigno.verify.polarity.role_words import words
from fidedigno.verify.polarity.subjects import (
    PARTY,
    antecedent,
    goes_on_behind_relative,
    is_relative,
    nearest,
    objects_of,
    stressed_behind,
    subject_of,
    without_adjuncts,
)

_OF_ACTION = ("al", "ion", "ment", "ance", "ence", "ure")
_VERB_OR_NOUN = ("ers", "er", "ors")


class Parties(NamedTuple):
    """Who does something and to whom it is done, with the stretch that tells it."""

    doer: tuple[Token, ...]
    done_to: tuple[Token, ...]
    start: int
    end: int
    passive: bool = False


@lru_cache(maxsize=16_384)
def parties_of(reading: Reading, place: int) -> Parties | None:
    """The parties of the verb at a place; None where they cannot be told."""
    verb, known = reading.tokens[place], words(reading.language)
    if verb.root in known.roots["symmetric"]:
        return None
    clause = reading.clause_of(verb)
    left = [t for t in clause if t.place < place]
    right = [t for t in clause if t.place > place]
    passive = False
    if _is_related(reading, verb):
        found, passive = _of_relation(verb, left, right), True
    elif is_noun(reading, verb) or not _is_verb(reading, verb, left, right):
        found = _of_noun(reading, verb, left, right)
    else:
        passive = _is_passive(reading, verb, left, right)
        found = _of_passive(reading, verb, left, right) if passive else _of_verb(reading, verb, left, right)
    if found is None or not found[0] or not found[1]:
        return None
    doer, done_to = found
    inside = [t for t in (verb, *doer, *done_to) if t.clause == verb.clause]
    start, end = min(t.start for t in inside), max(t.end for t in inside)
    return Parties(tuple(doer), tuple(done_to), start, end, passive)


_Two = tuple[list[Token], list[Token]]


def _is_verb(reading: Reading, verb: Token, left: Sequence[Token], right: Sequence[Token]) -> bool:
    """Whether a word stands where its clause has its verb, or is known as one."""
    sets = words(reading.language).sets
    if right and (right[0].copula or right[0].role in MODAL) and not is_relative(reading, left):
        return False
    if verb.text in sets["with"]:
        return False
    if reading.language == "es" and verb.text.endswith(tuple(sets["adjectival"])):
        return any(t.text in sets["be"] for t in _before_verb(left, reading.language))
    near = _before_verb(left, reading.language)
    if any(t.copula for t in near) and not _is_participle(reading, verb) and not verb.text.endswith("ing"):
        return any(t.text in sets["than"] for t in right[:PARTY])
    if _is_behind_verb(reading, left) and not any(t.text in sets["be"] for t in near):
        return False
    passive = [t for t in (*left, *right) if t.text in sets["be"]]
    by = any(t.text in sets["by"] for t in right)
    if passive and by:
        return True
    own = is_relative(reading, left) and any(t.content for t in left)
    own = own or stressed_behind(reading, left, right) is not None
    if not own and any(t.place > verb.place for t in passive):
        return False
    known = may_be_verb(verb.root, reading.language) or verb.role in MODAL
    return known or _has_verb_form(reading, verb, left, right)


def _has_verb_form(reading: Reading, verb: Token, left: Sequence[Token], right: Sequence[Token]) -> bool:
    """Whether a word that no list has is a verb by its ending, and by what stands on its two sides."""
    relative = is_relative(reading, left)
    if verb.nominal or verb.name or not (relative or subject_of(reading, verb, left)):
        return False
    written = reading.text[verb.start : verb.end].casefold()
    if reading.language == "es":
        # The accent is lost where words are folded: `presentó`, against the noun `punto`.
        return written.endswith(("ó", *words("es").sets["finite"]))
    article = words("en").sets["article"]
    if not written.endswith(tuple(words("en").sets["finite"])) or written.endswith("ss"):
        return False
    if relative and (not right or right[0].copula):
        return True
    return (
        bool(right)
        and (right[0].text in article or right[0].name)
        and (relative or not left or left[-1].content)
    )


def _is_behind_verb(reading: Reading, left: Sequence[Token]) -> bool:
    """Whether a clause has its verb already: what may be one more is its object (``lends books``)."""
    told = [t for t in left if t.content]
    return any(not t.nominal and not t.name and may_be_verb(t.root, reading.language) for t in told[1:])


def is_passive(reading: Reading, verb: Token) -> bool:
    """Whether a verb tells what is done to its subject: behind *be* or ``se``."""
    clause = reading.clause_of(verb)
    left = [t for t in clause if t.place < verb.place]
    return _is_passive(reading, verb, left, [t for t in clause if t.place > verb.place])


def _is_passive(reading: Reading, verb: Token, left: Sequence[Token], right: Sequence[Token]) -> bool:
    sets = words(reading.language).sets
    if any(t.text in sets["than"] for t in right[:PARTY]):
        return False
    if _is_related(reading, verb) or not _is_participle(reading, verb):
        return reading.language == "es" and _is_reflexive(reading, verb, left)
    near = _before_verb(left, reading.language)
    return any(t.text in sets["be"] for t in near)


def _is_participle(reading: Reading, verb: Token) -> bool:
    sets = words(reading.language).sets
    known = verb.text in sets["participles"] or verb.text in sets["needed"]
    return known or verb.text.endswith(tuple(sets["participle"]))


def _is_related(reading: Reading, noun: Token) -> bool:
    """Whether a word tells what one is to another: ``parent``, ``superior``."""
    relation = words(reading.language).sets["relation"]
    return noun.text in relation or noun.text.removesuffix("s") in relation


def _is_reflexive(reading: Reading, verb: Token, left: Sequence[Token]) -> bool:
    """Whether ``se`` stands before a verb that it makes passive (``se venden``, ``se les da``)."""
    near = [t.text for t in _before_verb(left, reading.language)]
    return "se" in near and verb.root not in words("es").roots["pronominal"]


def _of_passive(reading: Reading, verb: Token, left: Sequence[Token], right: Sequence[Token]) -> _Two | None:
    sets = words(reading.language).sets
    links = sets["by"] | (sets["for"] if verb.text in sets["needed"] else frozenset())
    by = next((t.place for t in right if t.text in links), None)
    if by is None:
        return None
    end = next((t.place for t in right if t.place > by and _ends_party(t, sets)), None)
    doer = nearest(t for t in right if t.place > by and (end is None or t.place < end))
    rest = [t for t in right if t.place < by]
    goal = [t for t in right if end is not None and t.place > end] if _goes_to(right, end, sets) else []
    later = goes_on_behind_relative(reading, left)
    subject = antecedent(reading, verb) if later else nearest(reversed(without_adjuncts(reading, left)))
    return doer, [*subject, *nearest(rest), *nearest(goal)]


def _ends_party(token: Token, sets: Mapping[str, frozenset[str]]) -> bool:
    return not token.name and (token.text in sets["adjunct"] or token.text in sets["to"])


def _goes_to(right: Sequence[Token], end: int | None, sets: Mapping[str, frozenset[str]]) -> bool:
    """Whether it is to somebody that a passive goes on: ``sent by the bank to the heirs``."""
    return any(t.place == end and t.text in sets["to"] for t in right)


def _of_verb(reading: Reading, verb: Token, left: Sequence[Token], right: Sequence[Token]) -> _Two | None:
    stressed = stressed_behind(reading, left, right)
    if stressed:
        return stressed
    if is_relative(reading, left) and not goes_on_behind_relative(reading, left):
        return _of_relative(reading, verb, left, right)
    before, behind = subject_of(reading, verb, left), objects_of(reading, right)
    if reading.language == "es" and _object_first(reading, left, right):
        return behind, before
    return before, [*behind, *_related(reading, verb, behind)]


def _of_relative(reading: Reading, verb: Token, left: Sequence[Token], right: Sequence[Token]) -> _Two | None:
    """``the sheets that the workers fill in``, ``it was Dana who hired Piet``."""
    doer, meant = nearest(reversed(left)), antecedent(reading, verb)
    if doer and reading.language == "en":
        return doer, meant[:1]
    behind = objects_of(reading, right)
    # In Spanish what stands behind the verb may be its subject, unless it has its preposition.
    if doer or not behind or (reading.language == "es" and right[0].text not in words("es").sets["object"]):
        return None
    return meant, behind


def _of_noun(reading: Reading, noun: Token, left: Sequence[Token], right: Sequence[Token]) -> _Two | None:
    """``X gets a call from Y``, ``on X's referral``."""
    known = words(reading.language)
    receiving = next((t for t in left if t.root in known.roots["receiving"]), None)
    source = next((t.place for t in right if t.text in known.sets["from"]), None)
    if receiving is not None and source is not None:
        goal = nearest(reversed([t for t in left if t.place < receiving.place]))
        return nearest(t for t in right if t.place > source), goal
    owned = left and left[-1].content and left[-1].text.endswith("'s")
    if owned and may_be_verb(noun.root, reading.language) and noun.text.endswith(_OF_ACTION):
        owner = nearest(reversed(left[-2:]))
        return owner, nearest(t for t in (*left[:-2], *right) if t.content and t not in owner)
    return None


def _before_verb(left: Sequence[Token], language: str) -> list[Token]:
    """The words right before a verb, up to the next word of content."""
    found: list[Token] = []
    be = words(language).sets["be"]
    for token in reversed(left):
        if token.content and not token.text.endswith(("ly", "mente")) and token.text not in be:
            break
        found.append(token)
    return found


def _related(reading: Reading, verb: Token, behind: Sequence[Token]) -> list[Token]:
    """What a relative clause behind the object adds: ``the papers that the assistants mark``."""
    if not behind or verb.clause + 1 >= len(reading.clauses):
        return []
    start, end = reading.clauses[verb.clause + 1]
    opens = reading.tokens[start].text in words(reading.language).sets["relative"]
    adjoins = not reading.text[reading.tokens[start - 1].end : reading.tokens[start].start].strip()
    return nearest(reading.tokens[start:end]) if opens and adjoins else []


def _of_relation(noun: Token, left: Sequence[Token], right: Sequence[Token]) -> _Two | None:
    """``X is the parent of Y``, ``X is Y's parent``, ``Y's parent is X``."""
    copula = next((t for t in (*left, *right) if t.copula), None)
    if copula is None:
        return None
    if copula.place < noun.place:
        owner = [t for t in (*left, *right) if t.content and t.place > copula.place]
        return nearest(reversed([t for t in left if t.place < copula.place])), nearest(owner)
    owner = [t for t in (*left, *right) if t.content and t.place < copula.place]
    return nearest(t for t in right if t.place > copula.place), nearest(owner)


def is_noun(reading: Reading, token: Token) -> bool:
    """Whether what seems a verb stands as a noun: behind an article or a preposition."""
    sets = words(reading.language).sets
    verb = not token.nominal and may_be_verb(token.root, reading.language)
    if token.text.endswith(tuple(sets["noun"])) and not (verb and token.text.endswith(_VERB_OR_NOUN)):
        behind = reading.tokens[token.place + 1 : token.place + 2]
        return not any(each.text in sets["than"] for each in behind)
    if not token.nominal or (reading.language == "es" and reading.text[token.end - 1 : token.end] == "ó"):
        return False
    before = reading.tokens[token.place - 1]
    if before.text in sets["taken_up"]:
        return False
    if reading.language == "es" and before.text in sets["clitic"] and before.place > 0:
        # `La física la enseña Martín`: behind a noun, and the only verb that there is.
        return not reading.tokens[before.place - 1].content or any(
            t is not token and not t.nominal and (t.copula or t.role in MODAL or may_be_verb(t.root, "es"))
            for t in reading.clause_of(token)
        )
    return True


def _object_first(reading: Reading, left: Sequence[Token], right: Sequence[Token]) -> bool:
    """``El trabajo lo revisa la auditora``, ``A Pérez le ganó López``: the object stands first and is taken up."""
    sets = words(reading.language).sets
    if not any(t.content for t in left) or not any(t.content for t in right):
        return False
    if left[-1].text not in sets["clitic"]:
        return False
    return right[0].text not in sets["object"]
