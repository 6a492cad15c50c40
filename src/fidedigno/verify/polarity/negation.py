"""What one statement denies, forbids or requires and the other does not, of the same thing.

The same thing is a word of the same family in clauses that share their subject. Only what a denial or a modal is
about is compared (its focus), not all in its reach. It refuses to tell where only a part is denied (``not until``,
``not all``), in conditions and exceptions, and in somebody's view.
"""

from __future__ import annotations

from collections.abc import Iterator

from fidedigno.verify.polarity.clauses import MODAL, Token
from fidedigno.verify.polarity.concepts import may_be_verb
from fidedigno.verify.polarity.modality import Clash, agree, clash_of
from fidedigno.verify.polarity.modes import (
    GOVERNED,
    NEGATIVE,
    OBLIGED,
    POSITIVE,
    TURNING,
    Mode,
    inverted,
    sign_of,
)
from fidedigno.verify.polarity.operators import Role
from fidedigno.verify.polarity.overlap import Pair, alike, counterparts
from fidedigno.verify.polarity.reading import Reading
from fidedigno.verify.polarity.weighed import Weighed
from fidedigno.verify.statement import Difference

_REFUSING = frozenset({Role.DISABLE, Role.REVERSE})
_NAMED_ONLY = 0.4
"""The other only names the thing (``the cancellation period``), it does not say that it is so."""
_NARROWED = 0.7
"""For each word that narrows the denial and that the other lacks (``no cancellation on Sundays``)."""
_NARROWED_AT_LEAST = 0.35
_LIMITED = 0.45
_CONCEPT = 0.9
_DENIES_ELSE = 0.5
"""The other denies too, if something else: ``the Dutch did not come``, ``came, but not for the Dutch``."""
_OF_SOME = 0.4
_NOT_CALLED = 0.6
_IN_A_MANNER = 0.5
_WANTED = 0.45
"""The other is an aim only (``to help identify them``), or under the contrary condition (``without it, with it``)."""


def differing_modes(pair: Pair) -> list[Weighed]:
    """The places where claim and evidence say the same thing in ways that exclude each other."""
    found: list[Weighed] = []
    settled = _agreeing_clauses(pair)
    for said in pair.claim.tokens:
        if not said.content or said.excepted or (said.hypothetical and not said.without):
            continue
        best: tuple[float, Clash, Token] | None = None
        agreed = 0.0
        for source, said_mode in _counterparts(pair, said):
            if (
                source.excepted
                or (source.hypothetical and not source.without)
                or _is_open(pair, said, source)
            ):
                continue
            mode, other = _up_to_one_limit(pair, said, said_mode, source)
            clash = clash_of(mode, other)
            if clash is None:
                if agree(mode, other):
                    agreed = max(agreed, _sure(pair, said, source))
                continue
            if (said.clause, source.clause) in settled or not _comparable(pair, said, source, mode, other):
                continue
            sure = _sure(pair, said, source)
            if best is None or sure > best[0]:
                best = (sure, clash, source)
        if best is None:
            found.append(Weighed(said.place, 0.0, agreed))
        else:
            found.append(Weighed(said.place, best[0], agreed, _difference(pair, said, *best), best[2].place))
    return found


def _is_open(pair: Pair, said: Token, source: Token) -> bool:
    """Whether what is behind ``without`` tells nothing here: what is done, or not, without it tells more."""
    if said.without and source.without:
        return True
    return _has_both(pair.claim, said) or _has_both(pair.evidence, source)


def _has_both(reading: Reading, token: Token) -> bool:
    """Whether a text tells of some without a thing, and of some with it: ``no tratados``, ``tratados``."""
    if not token.without:
        return False
    return any(not each.without and each.mode in POSITIVE for each in reading.by_root[token.root])


def _up_to_one_limit(pair: Pair, said: Token, mode: Mode, source: Token) -> tuple[Mode, Mode]:
    """The modes to compare: ``not until May`` and ``until May`` exclude each other, alone the first is open."""
    for one, reading, against, other in (
        (said, pair.claim, pair.evidence, source),
        (source, pair.evidence, pair.claim, said),
    ):
        if one.until is not None and _names_limit(against, other) and _names_limit(reading, one):
            return (one.until, source.mode) if one is said else (mode, one.until)
    return _together(pair.claim, said, mode, pair.evidence), _together(
        pair.evidence, source, source.mode, pair.claim
    )


def _together(reading: Reading, token: Token, mode: Mode, against: Reading) -> Mode:
    """``Not done without X`` denies that it is done, where the other speaks of doing it without X too."""
    if token.held is None or mode is not token.mode:
        return mode
    lacking = [t for t in reading.clause_of(token) if t.without]
    both = any(each.without or each.mode in NEGATIVE for t in lacking for each in counterparts(t, against))
    return token.held if both else mode


def _names_limit(reading: Reading, token: Token) -> bool:
    return any(reading.has("up_to", t.place) for t in reading.clause_of(token))


def _sure(pair: Pair, said: Token, source: Token) -> float:
    sure = _sure_of(pair, said, source)
    for one, reading in ((said, pair.claim), (source, pair.evidence)):
        if one.hypothetical:
            # `Without X, ...`: what comes behind tells of what it is needed for.
            main = next((t for t in reading.tokens if t.clause == one.clause + 1 and t.content), one)
            here, there = (main, source) if one is said else (said, main)
            sure *= pair.certainty(here, there, apart=False)
    return sure


def _sure_of(pair: Pair, said: Token, source: Token) -> float:
    if said.root == source.root:
        return pair.certainty(said, source, apart=False)
    if alike(said, source):
        return _CONCEPT * pair.certainty(said, source, apart=False)
    return pair.certainty(said, source, apart=True)


def _agreeing_clauses(pair: Pair) -> set[tuple[int, int]]:
    """The clauses of both that deny, or leave free, one and the same thing."""
    return {
        (said.clause, source.clause)
        for said in pair.claim.tokens
        if said.content and said.focus and sign_of(said.mode) <= 0
        for source in pair.in_evidence(said)
        if source.focus and sign_of(source.mode) == sign_of(said.mode) and agree(said.mode, source.mode)
    }


def _counterparts(pair: Pair, said: Token) -> Iterator[tuple[Token, Mode]]:
    """Words of the same family in the evidence, each with the claim's mode as compared with it."""
    for source in pair.in_evidence(said):
        yield source, said.mode
    for root in said.bare:
        for source in pair.evidence.by_root.get(root, ()):
            if source.content:
                yield source, inverted(said.mode)
    for source in pair.evidence.prefixed:
        if said.root in source.bare:
            yield source, inverted(said.mode)


def _comparable(pair: Pair, said: Token, source: Token, mode: Mode, source_mode: Mode) -> bool:
    """Whether what turns one of them is about it, and the other says that it is so."""
    if _refused_in_other_words(pair, said, source):
        return False
    for one, one_mode, other, other_mode, reading, against in (
        (said, mode, source, source_mode, pair.claim, pair.evidence),
        (source, source_mode, said, mode, pair.evidence, pair.claim),
    ):
        focus = one.focus or (other.focus and _is_object(reading, one, against))
        if focus and _turned(one_mode, other_mode):
            if one.inherited and _said_of(reading, one, against, other):
                return True
            if not one.inherited or other.mode in GOVERNED or other.inherited:
                return True
            if not other.nominal and one.text != other.text:
                return True
    # Without a focus on either side the denial is in the word itself (`unusual`).
    return not alike(said, source)


def _refused_in_other_words(pair: Pair, said: Token, source: Token) -> bool:
    """Whether both refuse, one in a word that denies nothing by itself: ``rejected``, ``dismissed``."""
    return any(
        t.role in _REFUSING and each.role is None and each.mode in POSITIVE and alike(t, each)
        for one, reading, other, against in (
            (said, pair.claim, source, pair.evidence),
            (source, pair.evidence, said, pair.claim),
        )
        if one.mode in NEGATIVE
        for t in reading.clause_of(one)
        for each in against.clause_of(other)
        if each.content
    )


def _is_object(reading: Reading, token: Token, against: Reading) -> bool:
    """Whether it is what a denied verb is about that the other text does without: ``no need to bring the original``."""
    before = [t for t in reading.clause_of(token) if t.content and t.place < token.place]
    if not before or not before[-1].focus or before[-1].nominal:
        return False
    return may_be_verb(before[-1].root, reading.language) and not counterparts(before[-1], against)


def _turned(mode: Mode, other: Mode) -> bool:
    return mode in NEGATIVE or mode is Mode.FREE or (mode in OBLIGED and other is Mode.ALLOWED)


def _difference(pair: Pair, said: Token, sure: float, clash: Clash, source: Token) -> Difference:
    certainty = sure * clash.strength
    for one, other, reading, against in (
        (said, source, pair.claim, pair.evidence),
        (source, said, pair.evidence, pair.claim),
    ):
        if one.mode not in NEGATIVE:
            continue
        extra = sum(not counterparts(each, against) for each in _behind(reading, one))
        certainty *= max(_NARROWED_AT_LEAST, _NARROWED**extra)
        if _is_put_right(reading, one, against):
            certainty *= _DENIES_ELSE
        if one.limited and not _has_limit(against, other) and extra + _extra_before(one, reading, against):
            certainty *= _LIMITED
        if _is_contrasted(reading, one):
            certainty *= _DENIES_ELSE
        if _is_aim(against, other):
            certainty *= _WANTED
        if _with_what_it_lacks(reading, against):
            certainty *= _WANTED
        named = (
            not other.focus
            and other.mode in POSITIVE
            and (other.nominal or one.name or other.name or _is_subject(against, other))
        )
        if (
            named
            and (not one.nominal or _through(reading, one))
            and not _said_of(reading, one, against, other)
        ):
            certainty *= _NAMED_ONLY
        if _is_called(reading, one) and other.mode is Mode.PLAIN and not _is_called(against, other):
            certainty *= _NOT_CALLED
        if any(
            t.text.endswith(reading.operators.endings("manner"))
            for t in _between(reading, one)
            if not counterparts(t, against)
        ):
            certainty *= _IN_A_MANNER
        if other.mode in POSITIVE and not other.focus and _denies(against, other):
            certainty *= _DENIES_ELSE
        if _of_some(reading, one) or _of_some(against, other):
            certainty *= _OF_SOME
    start, end = _stretch(pair.claim, said)
    evidence_start, evidence_end = _stretch(pair.evidence, source)
    return Difference(clash.code, start, end, evidence_start, evidence_end, "", round(certainty, 3))


def _behind(reading: Reading, token: Token) -> Iterator[Token]:
    """The content behind a word, up to what is only listed with it (``nor training``)."""
    for each in reading.clause_of(token):
        if each.place > token.place:
            if reading.has("listing", each.place):
                return
            if each.content and not each.weak:
                yield each


def _extra_before(token: Token, reading: Reading, against: Reading) -> int:
    return sum(
        t.content and t.place < token.place and not counterparts(t, against) for t in reading.clause_of(token)
    )


def _through(reading: Reading, token: Token) -> bool:
    """Whether a verb of having or allowing stands between the denial and what it is about."""
    turning = [t for t in reading.clause_of(token) if t.role in TURNING and t.place < token.place]
    return bool(turning) and turning[-1].role in {Role.HAVE, Role.ENABLE}


def _said_of(reading: Reading, one: Token, against: Reading, other: Token) -> bool:
    """Whether both clauses have one verb for the thing: ``not admitted``, ``was accepted``."""
    verbs = [t for t in reading.clause_of(one) if t.place != one.place and _tells(reading, t)]
    there = [t for t in against.clause_of(other) if t.place != other.place]
    return any(alike(verb, t) for verb in verbs for t in there)


def _tells(reading: Reading, token: Token) -> bool:
    """Whether a word is a verb, modal or not."""
    if token.role in MODAL:
        return True
    return token.content and not token.nominal and may_be_verb(token.root, reading.language)


def _has_limit(reading: Reading, token: Token) -> bool:
    return any(reading.has("limits", t.place) for t in reading.clause_of(token))


def _is_put_right(reading: Reading, token: Token, against: Reading) -> bool:
    """Whether what is so follows, and the other tells just that: ``is not billed monthly but annually``."""
    if token.clause + 1 >= len(reading.clauses):
        return False
    start, end = reading.clauses[token.clause + 1]
    if not reading.has("rather", start):
        return False
    return any(t.content and counterparts(t, against) for t in reading.tokens[start:end])


def _is_contrasted(reading: Reading, token: Token) -> bool:
    """Whether the denial is of a part of the sentence only: ``by the Spanish and not by the Dutch``, ``not as art``."""
    negators = [t for t in reading.clause_of(token) if t.role is Role.NEGATOR and t.place < token.place]
    if not negators:
        return False
    behind = negators[-1].place + 1
    if negators[-1].place == reading.clauses[token.clause][0] and reading.has("determiner", behind):
        # `..., not the large ones`, without a verb of its own
        return not any(t.copula or t.role in MODAL for t in reading.clause_of(token))
    return bool(reading.has("contrastive", behind))


def _is_aim(reading: Reading, token: Token) -> bool:
    """Whether a word tells what something is for, not that it is so."""
    if token.focus or (token.nominal and reading.language == "en"):
        return False
    near = reading.tokens[max(0, token.place - 2) : token.place]
    return any(
        t.role is None
        and reading.has("aim", t.place)
        and not (t.place and reading.tokens[t.place - 1].copula)
        and (reading.language == "en" or token.text.endswith(reading.operators.endings("infinitive")))
        for t in near
    )


def _with_what_it_lacks(reading: Reading, against: Reading) -> bool:
    """Whether one is told of doing without what the other has: ``without a code, it is not accepted``."""
    return any(
        t.without
        and t.hypothetical
        and any(not s.without and s.mode not in NEGATIVE for s in counterparts(t, against))
        for t in reading.tokens
    )


def _denies(reading: Reading, token: Token) -> bool:
    """Whether the clause of a word denies something else that is said of it."""
    return any(t.content and t.focus and t.mode in NEGATIVE for t in reading.clause_of(token))


def _is_called(reading: Reading, token: Token) -> bool:
    """Whether it is a name behind *is*: ``is not the largest``."""
    return token.nominal and any(t.copula and t.place < token.place for t in reading.clause_of(token))


def _is_subject(reading: Reading, token: Token) -> bool:
    """Whether something is said to be of a word that opens its clause: ``admission is free``."""
    start, _ = reading.clauses[token.clause]
    if token.place != start or not any(t.copula for t in reading.clause_of(token)):
        return False
    return not any(t.role in MODAL for t in reading.clause_of(token))


def _between(reading: Reading, token: Token) -> Iterator[Token]:
    """The content between a denial and what it is about."""
    turning = next((t.place for t in reading.clause_of(token) if t.role in TURNING), token.place)
    return (t for t in reading.clause_of(token) if t.content and turning < t.place < token.place)


def _of_some(reading: Reading, token: Token) -> bool:
    """Whether it is said of some only: of others the contrary may be true."""
    start, _ = reading.clauses[token.clause]
    if token.clause and reading.has("breaks", start) and not reading.has("sets_beside", start):
        # `There are games that ...`
        opens, _ = reading.clauses[token.clause - 1]
        if any(t.role is Role.HAVE for t in reading.tokens[opens:start]):
            return True
    return any(reading.has("partial", t.place) for t in reading.clause_of(token) if t.place < token.place)


def _stretch(reading: Reading, token: Token) -> tuple[int, int]:
    """A word with what turns it: ``no admite cancelación``."""
    turning = [t for t in reading.clause_of(token) if t.role in TURNING]
    if token.inherited and turning:
        return token.start, max(token.end, turning[-1].end)
    before = [t for t in turning if t.place < token.place]
    return (before[0].start if before else token.start), token.end
