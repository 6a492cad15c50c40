"""Whether a run of capitals is a name, which of its words are, and of what.

Precision first: words that are common in either language make no name by their capitals, at the start of a
sentence a lone word needs more than its capital, and titled phrases (``Scaling Named Entity Recognition``) give
nothing but the acronyms in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from fidedigno.verify.entities.aliases import aliases, key_of
from fidedigno.verify.entities.capitals import Capital, Run
from fidedigno.verify.entities.name import Name, NameKind
from fidedigno.verify.entities.vocabulary import (
    is_common,
    is_function,
    only_ends_like_a_word,
    vocabulary,
)

_TITLED, _GIVEN, _HEADED, _SEVERAL, _SINGLE, _FIRST, _SHORT, _PLAIN_HEAD = (
    0.95,
    0.9,
    0.85,
    0.75,
    0.65,
    0.6,
    0.5,
    0.6,
)
_SHORTEST_ACRONYM = 3
_LONGEST_ACRONYM = 10
_ROMAN = re.compile(r"M{0,3}(?:C[MD]|D?C{0,3})(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3})")
_DOTTED = re.compile(r"(?:[^\W\d_]\.){2,3}")
_YEAR = re.compile(r"(?:,? et al\.,?)? ?(?:\((?:19|20)\d\d[a-z]?\)|, (?:19|20)\d\d[a-z]?[);])")
"""Behind the surname of an author."""
_OF = frozenset({"of", "de", "del", "for", "para"})
_BEFORE_NAMES = frozenset(
    {"in", "at", "near", "from", "to", "by", "of", "with", "en", "a", "de", "desde", "hasta", "por", "con"}
)
"""With no article behind them."""


def names_of(text: str, runs: Iterable[Run]) -> Iterator[Name]:
    """The names among the runs of ``text``, in order."""
    found = list(runs)
    amid = frozenset(word.folded for run in found for word in run.words if word.capital and not word.initial)
    for run in found:
        yield from _of_run(text, run, amid)


def _of_run(text: str, run: Run, amid: frozenset[str]) -> Iterator[Name]:
    told = vocabulary()
    titled = run.before in told.titles or run.before in told.roles
    words = list(run.words)
    while words and _opens_only(words, told.titles):
        titled = titled or words[0].folded in told.roles
        words = words[1:]
    while words and not words[-1].capital:
        words = words[:-1]
    if not words:
        return
    start = next((at for at, word in enumerate(words) if word.folded not in told.titles), len(words))
    if start == len(words):
        return
    titled = titled or start > 0
    whole = _known_form(text, words)
    if whole is not None and not (words[0].initial and len(words) == 1 and is_common(words[0].text)):
        yield _name(text, words, whole, _HEADED)
        return
    body = words[start:]
    if titled and _can_be_person(body[0]):
        first = words[0] if words[0].folded in told.titles else body[0]
        yield _name(text, [first, *_with_surname(body)], NameKind.PERSON, _TITLED)
        return
    yield from _untitled(text, run, body, amid)


def _opens_only(words: list[Capital], titles: frozenset[str]) -> bool:
    """Whether the first word is no part of the name: an article, a role, a common word that opens a sentence."""
    word = words[0]
    told = vocabulary()
    if word.folded in titles or word.acronym:
        return False
    if is_function(word.folded):
        return True
    if len(words) == 1:
        return False
    if word.folded in told.roles:
        return True
    heads = word.folded in told.organisations or word.folded in told.places
    return word.initial and not heads and is_common(word.text)


def _known_form(text: str, words: list[Capital]) -> NameKind | None:
    alias = aliases().by_form.get(key_of(text[words[0].start : words[-1].end]))
    return alias.kind if alias is not None else None


def _untitled(text: str, run: Run, words: list[Capital], amid: frozenset[str]) -> Iterator[Name]:
    told = vocabulary()
    if len(words) == 1 and words[0].capital and _YEAR.match(text, words[0].end):
        yield _name(text, words, NameKind.PERSON, _GIVEN)
        return
    if len(words) == 1 and _is_named_after(run, words[0]):
        yield _name(text, words, NameKind.NAME, _FIRST)
        return
    distinctive = [at for at, word in enumerate(words) if is_distinctive(word)]
    heads = [at for at, word in enumerate(words) if word.folded in told.organisations]
    if len(words) > 1 and words[-1].folded in told.corporate and words[0].capital:
        yield _name(text, words, NameKind.ORGANISATION, _HEADED)
        return
    if heads and _is_organisation(words, heads, bool(distinctive)):
        yield _name(text, words, NameKind.ORGANISATION, _HEADED if distinctive else _PLAIN_HEAD)
        return
    if not distinctive:
        yield from _acronyms(text, words)
        return
    body = words[distinctive[0] :]
    if distinctive[0] and all(_is_initial(word) for word in words[: distinctive[0]]):
        yield _name(text, [words[0], *_to_last_distinctive(body)], NameKind.PERSON, _GIVEN)
        return
    if body[0].folded in told.given_names:
        yield _given(text, body, amid)
        return
    core = _to_last_distinctive(body)
    if any(word.folded in told.places for word in words):
        yield _name(text, words, NameKind.PLACE, _HEADED)
    elif len(core) == 1 and not core[0].mixed:
        yield from _single(text, core[0], run, amid)
    else:
        kind = _known_form(text, core) or (NameKind.PRODUCT if any(w.mixed for w in core) else NameKind.NAME)
        yield _name(text, core, kind, _SEVERAL)
    yield from _acronyms(
        text, [word for word in words if word.end <= core[0].start or word.start >= core[-1].end]
    )


def _given(text: str, body: list[Capital], amid: frozenset[str]) -> Name:
    """A person by a given name; alone at the start of a sentence it is less sure."""
    core = _with_surname(body)
    alone = len(core) == 1 and core[0].initial and core[0].folded not in amid
    return _name(text, core, NameKind.PERSON, _FIRST if alone else _GIVEN)


def _single(text: str, word: Capital, run: Run, amid: frozenset[str]) -> Iterator[Name]:
    """A lone word: at the start of a sentence only where it is capitalised elsewhere too, or a verb follows."""
    kind = _known_form(text, [word]) or NameKind.NAME
    if run.after == "et" and text[word.end : word.end + 7].rstrip(".") in {" et al", " et al."}:
        yield _name(text, [word], NameKind.PERSON, _GIVEN)
    elif kind is not NameKind.NAME:
        yield _name(text, [word], kind, _HEADED)
    elif not word.initial or word.folded in amid:
        yield _name(text, [word], kind, _SINGLE)
    elif run.after in vocabulary().auxiliaries and len(word.folded) > 3:
        yield _name(text, [word], kind, _FIRST)


def _is_named_after(run: Run, word: Capital) -> bool:
    """``near Inverness``, ``en Palencia``: a word of no list whose ending alone is that of a common word."""
    return (
        run.before in _BEFORE_NAMES
        and word.capital
        and not word.initial
        and not word.acronym
        and only_ends_like_a_word(word.text)
    )


def _acronyms(text: str, words: list[Capital]) -> Iterator[Name]:
    for word in words:
        kind = _known_form(text, [word])
        if not word.acronym or _is_everyday(word):
            continue
        if kind is not None:
            yield _name(text, [word], kind, _HEADED)
        elif sum(map(str.isalpha, word.text)) >= _SHORTEST_ACRONYM and len(word.text) <= _LONGEST_ACRONYM:
            yield _name(text, [word], NameKind.NAME, _SHORT)


def _is_everyday(word: Capital) -> bool:
    """An acronym of everyday language, a Roman numeral, or a word that is only shouted."""
    bare = word.text.replace(".", "")
    everyday = vocabulary().acronyms
    written = bare in everyday or bare.partition("-")[0] in everyday or word.folded in vocabulary().codes
    return written or is_common(word.text) or _ROMAN.fullmatch(bare) is not None


def _is_organisation(words: list[Capital], heads: list[int], distinctive: bool) -> bool:
    """A head with something of its own: ``Zephyr Labs``, ``Ministry of Digital Health``."""
    if len(words) < 2:
        return False
    if distinctive:
        return True
    content = [word for word in words if not is_function(word.folded)]
    of = any(word.folded in _OF for word in words)
    return len(content) >= 3 and ((of and heads[0] == 0) or (not of and heads[-1] == len(words) - 1))


def is_distinctive(word: Capital) -> bool:
    """Whether the word by itself tells a name: no common word, title, acronym, month, origin or numeral."""
    told = vocabulary()
    folded = word.folded
    if (
        not word.capital
        or len(folded) < 2
        or word.acronym
        or folded in told.titles
        or folded in told.numerals
    ):
        return False
    if folded in told.codes or (len(folded) <= 3 and any(map(str.isdigit, folded))):
        return False
    if "-" in folded:
        return any(len(part) > 1 and not _is_plain(part) for part in folded.split("-"))
    return not _is_plain(word.text)


def _is_initial(word: Capital) -> bool:
    """``J`` of ``J. Harrison``, ``J.K.``"""
    return word.capital and (len(word.folded) == 1 or _DOTTED.fullmatch(word.text) is not None)


def _is_plain(word: str) -> bool:
    """A common word, or one of origin or creed, in the plural too."""
    key = key_of(word)
    singular = (key, key.removesuffix("s"), key.removesuffix("es"))
    peoples, origins = vocabulary().peoples, aliases().people
    return is_common(word) or any(each in peoples or each in origins for each in singular)


def _can_be_person(word: Capital) -> bool:
    return word.capital and (len(word.folded) == 1 or not is_common(word.text) or "." in word.text)


def _with_surname(body: list[Capital]) -> list[Capital]:
    """A person's name; behind a given name a surname may be a common word: ``Gordon Brown``, ``María de la Torre``."""
    core = _to_last_distinctive(body)
    if core[-1].folded in vocabulary().given_names:
        behind = next((at for at in range(len(core), len(body)) if body[at].capital), None)
        if behind is not None and not body[behind].acronym:
            return body[: behind + 1]
    return core


def _to_last_distinctive(words: list[Capital]) -> list[Capital]:
    """Up to the last word that tells a name, with acronyms that stand in between."""
    last = max((at for at, word in enumerate(words) if is_distinctive(word)), default=0)
    return words[: last + 1]


def _name(text: str, words: list[Capital], kind: NameKind, certainty: float) -> Name:
    start, end = words[0].start, words[-1].end
    return Name(start, end, text[start:end], kind, certainty)
