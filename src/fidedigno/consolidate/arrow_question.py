"""Questions about arrows: which node is named, by which verb, and whether it acts or is acted upon.

``¿Qué servicios consumen OrderCreated?`` names a node as the object, ``what does PaymentService depend on?`` as
the subject. What cannot be told is left open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from fidedigno.consolidate.arrow_words import VerbFamily, arrow_words, name_forms, tokens, whole_words
from fidedigno.ingest.analyse import LANGUAGES
from fidedigno.ingest.stopwords import STOPWORDS

LONGEST_NAME = 8
"""A name of more words is compared by no question."""
_AUXILIARIES = frozenset(("do", "does", "did"))
_BE = frozenset(("is", "are", "was", "were", "es", "son", "esta", "estan", "fue", "fueron", "been"))
_WHO = frozenset(("who", "whom", "quien", "quienes"))
_WHICH = frozenset(("what", "which", "que", "cual", "cuales"))
_ASKS = _WHO | _WHICH | {"lista", "list", "dime", "muestra", "show", "donde", "where"}
_ASKS_MORE = frozenset(
    ("si", "if", "cuando", "when", "como", "how", "why", "cuanto", "cuantos", "cuantas", "cuanta")
)
"""Of such questions the arrow is not the answer."""
_BEFORE_QUE = frozenset(("a", "de", "con", "en", "por", "hacia", "para", "to", "on", "from", "by", "of"))


class Role(StrEnum):
    """What the named node is to the verb."""

    OBJECT = "object"
    SUBJECT = "subject"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class ArrowQuestion:
    """``names`` are the labels that the question may mean."""

    names: frozenset[str]
    family: VerbFamily
    role: Role


def read_arrow_question(text: str, labels: Iterable[str]) -> ArrowQuestion | None:
    """Read a question against the labels of nodes; ``None`` if it names none, or has no verb about arrows."""
    words = tokens(text)
    verbs = [(at, family) for at, word in enumerate(words) if (family := arrow_words().family(word))]
    found = _named(text, words, labels)
    if found is None:
        return None
    first, last, names = found
    outside = [(at, family) for at, family in verbs if not first <= at < last]
    if not outside or not set(words) & _ASKS or set(words) & _ASKS_MORE or "por que" in " ".join(words[:3]):
        return None
    at, family = min(outside, key=lambda verb: min(abs(verb[0] - first), abs(verb[0] - last)))
    return ArrowQuestion(names, family, _role(words, at, first))


def _named(text: str, words: Sequence[str], labels: Iterable[str]) -> tuple[int, int, frozenset[str]] | None:
    """Where the longest name stands, and the labels that it may be; a whole label before a shortened one."""
    forms: dict[str, tuple[set[str], set[str]]] = {}
    for label in labels:
        for number, form in enumerate(name_forms(label)):
            if _may_be_a_name(form):
                forms.setdefault(form, (set(), set()))[min(number, 1)].add(label)
    best: tuple[tuple[int, int], int, int, frozenset[str]] | None = None
    # ``Payment`` is not named by ``PaymentFailed``: names begin and end where words do.
    starts, ends = whole_words(text)
    for first in sorted(starts):
        for last in (each for each in range(first + 1, first + LONGEST_NAME + 1) if each in ends):
            whole, bare = forms.get("".join(words[first:last]), (set(), set()))
            if not whole and not bare:
                continue
            rank = (sum(map(len, words[first:last])), bool(whole))
            if best is None or rank > best[0]:
                best = (rank, first, last, frozenset(whole or bare))
    return best[1:] if best is not None else None


def _may_be_a_name(form: str) -> bool:
    """Whether a node so called can be told from a word of the question: ``S3`` can, ``no`` and ``la`` cannot."""
    is_long = len(form) > 2 or any(character.isdigit() for character in form)
    return is_long and not any(form in STOPWORDS[language] for language in LANGUAGES)


def _role(words: Sequence[str], verb: int, name: int) -> Role:
    if words[verb].endswith(("er", "ers", "or", "ores")):
        return Role.OBJECT  # ``los consumidores de X``, ``the subscribers of X``
    if any(word in _AUXILIARIES for word in words):
        return Role.SUBJECT if verb > name else Role.OBJECT
    is_passive = _is_participle(words[verb]) and any(word in _BE for word in words)
    if verb > name:
        if is_passive:
            return Role.OBJECT
        return Role.SUBJECT
    between = [word for word in words[verb + 1 : name] if word not in arrow_words().articles]
    # The article may itself be the preposition's: ``llama al servicio X``.
    if between[-1:] in (["por"], ["by"]):
        return Role.SUBJECT
    if is_passive or words[verb].endswith("ing"):
        return Role.OBJECT
    return _spanish_or_plain(words, verb, between)


def _is_participle(word: str) -> bool:
    return word.endswith(
        ("ed", "ado", "ados", "ada", "adas", "ido", "idos", "ida", "idas", "ito", "itos", "ita", "itas")
    ) or word in ("sent", "used")


def _spanish_or_plain(words: Sequence[str], verb: int, between: Sequence[str]) -> Role:
    """The verb stands before the name: English puts the object there, Spanish either."""
    asked = next((at for at, word in enumerate(words) if word in _WHO | _WHICH), None)
    if asked is None or words[asked] in ("who", "what", "which", "whom"):
        return Role.OBJECT
    if asked and words[asked - 1] in _BEFORE_QUE:
        return Role.SUBJECT
    if any(word in arrow_words().prepositions for word in words[verb + 1 : verb + 3] if word in between):
        return Role.OBJECT
    if words[asked] in ("quien", "quienes"):
        return Role.OBJECT
    nouns = [
        word for word in words[asked + 1 : verb] if word not in arrow_words().prepositions and word != "se"
    ]
    many = words[verb].endswith("n")
    if not nouns:
        return Role.OPEN
    if many:
        return Role.OBJECT
    # ``Qué servicios usa X``: what is many does not go with a verb in the singular.
    return Role.SUBJECT if nouns[0].endswith("s") or nouns[0] in arrow_words().things else Role.OBJECT
