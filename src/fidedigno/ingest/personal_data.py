"""Personal data in a text: which kinds, and how many; the values are never kept.

Identity numbers, accounts and cards count only with a right check digit, phones only when their
numbering plan knows them. A cheap pattern finds candidates; the libraries judge those.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from itertools import islice
from typing import NamedTuple

import phonenumbers
from stdnum import iban, luhn
from stdnum.es import dni, nie

from fidedigno.ingest.phone_regions import region_of

MAX_CANDIDATES = 2_000
"""Candidates of one kind that are judged in one text; logs hold endless digits. Counts stop there."""


class PersonalDataKind(StrEnum):
    """The kinds that are recognised."""

    DNI = "dni"
    NIE = "nie"
    IBAN = "iban"
    CARD = "card"
    PHONE = "phone"
    EMAIL = "email"


SENSITIVE_KINDS = frozenset(
    {PersonalDataKind.DNI, PersonalDataKind.NIE, PersonalDataKind.IBAN, PersonalDataKind.CARD}
)
"""The kinds that have no place in a public document unless its owner says so."""


class _Detector(NamedTuple):
    candidates: re.Pattern[str]
    is_real: Callable[[str], bool]


def _is_card(candidate: str) -> bool:
    digits = re.sub(r"\D", "", candidate)
    return len(set(digits)) > 1 and bool(luhn.is_valid(digits))


def _is_iban(candidate: str) -> bool:
    return bool(iban.is_valid(candidate))


_DETECTORS: Mapping[PersonalDataKind, _Detector] = {
    PersonalDataKind.DNI: _Detector(
        re.compile(r"(?<![\w.-])\d{2}\.?\d{3}\.?\d{3}[ -]?[A-HJ-NP-TV-Z](?![\w])", re.IGNORECASE),
        lambda candidate: bool(dni.is_valid(candidate.replace(".", ""))),
    ),
    PersonalDataKind.NIE: _Detector(
        re.compile(r"(?<![\w.-])[XYZ][ -]?\d{7}[ -]?[A-HJ-NP-TV-Z](?![\w])", re.IGNORECASE),
        lambda candidate: bool(nie.is_valid(candidate)),
    ),
    PersonalDataKind.IBAN: _Detector(
        re.compile(r"(?<!\w)[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?(?!\w)"), _is_iban
    ),
    # 15 or 16 digits of a known issuer, unbroken or in the groups in which cards show them.
    PersonalDataKind.CARD: _Detector(
        re.compile(
            r"(?<![\w.+/-])(?:"
            r"(?:4\d{3}|5[1-5]\d\d|2[2-7]\d\d|6(?:011|5\d\d))([ -]?)\d{4}\1\d{4}\1\d{4}"
            r"|3[47]\d\d([ -]?)\d{6}\2\d{5})(?![\w]|[.-]\d)"
        ),
        _is_card,
    ),
    PersonalDataKind.EMAIL: _Detector(
        re.compile(
            r"(?<![\w.+-])[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,5}\.[A-Za-z]{2,24}(?!\w)"
        ),
        lambda _: True,
    ),
}

_PHONE = re.compile(
    r"""(?<![\w.,:/+-])(?:
        (?:\+|00)[1-9]\d{0,2}(?:[ .-]?\(?\d{1,4}\)?){2,6}      # international
      | \(?\d{2,4}\)?(?:[ .-]\d{2,4}){2,4}                     # national, in groups
      | [6789]\d{8}                                            # Spanish, unbroken
    )(?![\w]|[.:/-]\d)""",
    re.VERBOSE,
)
_NOT_A_PHONE = re.compile(r"\d{4}-\d\d-\d\d.*|(?:\d{1,3}\.){3}\d{1,3}|\d{1,3}(?:\.\d{3})+|\d{2}-\d\d-\d{4}")


def personal_data_in(
    text: str, *, language: str | None = None, timezone: str | None = None
) -> dict[PersonalDataKind, int]:
    """How many of each kind the text holds; kinds that it does not hold are absent.

    Args:
        text: what to look through.
        language: of the corpus; with ``timezone`` it tells the country of phone numbers that do not.
        timezone: of the corpus, as an IANA name.
    """
    counts = {kind: _count(text, detector) for kind, detector in _DETECTORS.items() if _may_hold(text, kind)}
    counts[PersonalDataKind.PHONE] = _phones(text, region_of(language, timezone))
    return {kind: count for kind, count in counts.items() if count}


def _may_hold(text: str, kind: PersonalDataKind) -> bool:
    return kind is not PersonalDataKind.EMAIL or "@" in text


def _count(text: str, detector: _Detector) -> int:
    candidates: Iterator[re.Match[str]] = islice(detector.candidates.finditer(text), MAX_CANDIDATES)
    return sum(detector.is_real(match.group()) for match in candidates)


def _phones(text: str, region: str) -> int:
    count = 0
    for match in islice(_PHONE.finditer(text), MAX_CANDIDATES):
        candidate = match.group()
        if _NOT_A_PHONE.fullmatch(candidate) or not 9 <= sum(c.isdigit() for c in candidate) <= 15:
            continue
        if candidate.startswith("00"):
            candidate = "+" + candidate[2:]
        try:
            number = phonenumbers.parse(candidate, region)
        except phonenumbers.NumberParseException:
            continue
        count += bool(phonenumbers.is_valid_number(number))
    return count
