from __future__ import annotations

import pytest

from fidedigno.verify.entities.evidence import Evidence
from fidedigno.verify.entities.quotations import MOST, Quotation, quotations_in
from fidedigno.verify.passage import as_passages


def read(answer: str, *passages: str) -> list[Quotation]:
    return list(quotations_in(answer, Evidence.of("", as_passages(passages)), bytearray(len(answer))))


@pytest.mark.parametrize(
    ("answer", "evidence"),
    [
        ('It says "parcels leave on Tuesday".', "Parcels leave on Tuesday, mostly."),
        ("It says “parcels  leave on Tuesday.”", "parcels leave\non Tuesday"),
        ("Dice «los paquetes salen el martes».", "LOS PAQUETES SALEN EL MARTES"),
        ("Dice 'los envíos salen el martes'.", "Los envios salen el martes"),
        ('"Parcels […] on Tuesday morning"', "Parcels leave the depot on Tuesday morning."),
        ('"Parcels ... on Tuesday morning"', "Parcels leave the depot on Tuesday morning."),
        ('"[The] parcels leave on [a] Tuesday"', "Its parcels leave on every Tuesday"),
        ("It says ‘the shop’s parcels leave’ then.", "The shop's parcels leave."),
    ],
)
def test_a_fair_quotation_is_verbatim(answer: str, evidence: str) -> None:
    (found,) = read(answer, "other", evidence)
    assert found.verbatim


@pytest.mark.parametrize(
    ("answer", "evidence", "near"),
    [
        ('It says "parcels leave on Friday".', "All parcels leave on Tuesday.", "parcels leave on"),
        (
            "Dice «los paquetes no salen el martes».",
            "Los paquetes salen el martes.",
            "Los paquetes salen el martes",
        ),
        (
            '"on Tuesday […] parcels leave early"',
            "parcels leave early on Tuesday",
            "parcels leave early on Tuesday",
        ),
    ],
)
def test_another_wording_is_none_and_the_nearest_stretch_is_given(
    answer: str, evidence: str, near: str
) -> None:
    (found,) = read(answer, evidence)
    assert not found.verbatim
    assert found.near is not None
    assert found.near.text == near
    assert evidence[found.near.start : found.near.end] == near


def test_pieces_of_two_passages_are_no_quotation() -> None:
    (found,) = read(
        '"parcels leave early […] and letters arrive late"', "parcels leave early", "and letters arrive late"
    )
    assert not found.verbatim


def test_what_is_far_from_all_has_no_nearest() -> None:
    (found,) = read('"one two three four"', "something else entirely")
    assert not found.verbatim
    assert found.near is None


@pytest.mark.parametrize(
    "answer",
    [
        'the "quick fix" here',
        "don't tell the boys' club's members",
        '5" by 7" and more',
        "rock 'n' roll of the '90s",
        '""',
    ],
)
def test_terms_apostrophes_and_inches_are_no_quotations(answer: str) -> None:
    assert read(answer, "x") == []


def test_a_quotation_in_code_is_skipped() -> None:
    answer = '`"a b c d"`'
    assert list(quotations_in(answer, Evidence.of("", ()), bytearray(b"\x01") * len(answer))) == []


def test_no_more_than_so_many_are_read() -> None:
    assert len(read('"a b c" ' * (MOST + 50), "x")) == MOST
