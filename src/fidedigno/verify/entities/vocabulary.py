"""The words by which names are told from common words, read from the data files beside this.

Both languages count in any text: names of one are written in texts of the other. Everything is folded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

import yaml

from fidedigno.consolidate.plain import plain
from fidedigno.errors import ConfigurationError
from fidedigno.ingest.analyse import LANGUAGES, terms_of_word
from fidedigno.ingest.stopwords import STOPWORDS

_LISTS = (
    "titles",
    "roles",
    "organisations",
    "places",
    "corporate",
    "particles",
    "joining",
    "months",
    "auxiliaries",
    "numerals",
    "peoples",
    "citation_sources",
    "given_names",
)
_ENDINGS = re.compile(
    r"[^\W\d_]{2,}(?:tions?|sions?|ments?|ness|ities|ity|ance|ence|ships?|isms?|ology|ologies|ically|ously|ively|fully"
    r"|ables?|ibles?|ives?|ous|ful|less|ware|wards?|ization|isation|izing|ating|ified|ating|ations|graphy"
    r"|cion|ciones|sion|siones|mientos?|idad|idades|ajes|ismos?|istas?|mente|ando|iendo|andose|iendose|encias?|ancias?|acy|acies"
    r"|adoras?|adores|edores|logias?|logicas?|logicos?|ivos?|ivas?|osos?|osas?|aciones|arse|erse|irse|uras|tivos?)"
)
_ENDINGS_OF_WORDS = re.compile(
    r"[^\W\d_]{2,}(?:tions?|sions?|ments?|ities|ships?|isms?|ology|ologies|ically|ously|ively|fully|ization|isation"
    r"|izing|ating|ified|graphy|cion|ciones|sion|siones|mientos?|idades|ajes|ismos?|mente|andose|iendose|adoras?"
    r"|logias?|logicas?|logicos?|aciones|arse|erse|irse|tivos?)"
)
"""Of these endings those that names hardly have."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Sets of folded words, each of both languages."""

    titles: frozenset[str]
    roles: frozenset[str]
    organisations: frozenset[str]
    places: frozenset[str]
    corporate: frozenset[str]
    particles: frozenset[str]
    joining: frozenset[str]
    months: frozenset[str]
    auxiliaries: frozenset[str]
    numerals: frozenset[str]
    peoples: frozenset[str]
    citation_sources: frozenset[str]
    given_names: frozenset[str]
    acronyms: frozenset[str]
    """As they are written: ``IT``, not ``it``."""
    codes: frozenset[str]


def load(data: object, where: str) -> Vocabulary:
    """Check and fold the lists of ``words.yaml``.

    Raises:
        ConfigurationError: a list is missing or is no text; says which.
    """
    lists = {name: _words(data, where, name, LANGUAGES) for name in _LISTS}
    acronyms = _words(data, where, "acronyms", ("both",), folded=False)
    return Vocabulary(**lists, acronyms=acronyms, codes=_words(data, where, "codes", ("both",)))


def _words(
    data: object, where: str, name: str, keys: tuple[str, ...], *, folded: bool = True
) -> frozenset[str]:
    found: set[str] = set()
    for key in keys:
        part = data.get(key) if isinstance(data, dict) else None
        words = part.get(name) if isinstance(part, dict) else None
        if not isinstance(words, str) or not words.split():
            raise ConfigurationError(
                f"{where}: {key}.{name} is no list of words", "write words with blanks between"
            )
        found.update(plain(word) if folded else word for word in words.split())
    return frozenset(found)


@cache
def vocabulary() -> Vocabulary:
    """The words of the file."""
    text = files("fidedigno.verify.entities").joinpath("words.yaml").read_text(encoding="utf-8")
    return load(yaml.safe_load(text), "words.yaml")


@cache
def _common() -> tuple[frozenset[str], frozenset[str]]:
    text = files("fidedigno.verify.entities").joinpath("common_words.yaml").read_text(encoding="utf-8")
    data = yaml.safe_load(text)
    words: set[str] = set()
    stems: set[str] = set()
    for language in LANGUAGES:
        if not isinstance(data, dict) or not isinstance(data.get(language), str):
            raise ConfigurationError(
                f"common_words.yaml: {language} is no list of words", "write words with blanks"
            )
        for word in data[language].split():
            words.add(plain(word))
            stems.update(terms_of_word(word, language))
    return frozenset(words), frozenset(stems)


@cache
def _functions() -> frozenset[str]:
    return frozenset(plain(word) for language in LANGUAGES for word in STOPWORDS[language])


@lru_cache(maxsize=32_768)
def is_function(folded: str) -> bool:
    """Whether a folded word is a function word of either language."""
    return folded in _functions()


@lru_cache(maxsize=32_768)
def is_common(word: str) -> bool:
    """Whether ``word``, as written, is a common word of either language in some form of it.

    Known words and their inflections, months and days, function words, and the endings of abstract nouns,
    adverbs and the like. A given name is never common.
    """
    folded = plain(word)
    known, stems = _common()
    told = vocabulary()
    if folded in told.given_names:
        return False
    if folded in known or folded in _functions() or folded in told.months or folded in told.roles:
        return True
    if len(folded) < 4 or len(folded) > 40:
        return False
    if folded in told.organisations or folded in told.places or _ENDINGS.fullmatch(folded):
        return True
    return any(term in stems for language in LANGUAGES for term in terms_of_word(folded, language))


@lru_cache(maxsize=8_192)
def only_ends_like_a_word(word: str) -> bool:
    """Whether nothing but an ending that names have too makes ``word`` common: ``Inverness``, ``Palencia``."""
    folded = plain(word)
    known, stems = _common()
    told = vocabulary()
    if not is_common(word) or folded in known or folded in _functions() or folded in told.months | told.roles:
        return False
    if folded in told.organisations or folded in told.places or _ENDINGS_OF_WORDS.fullmatch(folded):
        return False
    return not any(term in stems for language in LANGUAGES for term in terms_of_word(folded, language))
