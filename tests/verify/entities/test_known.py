from __future__ import annotations

import pytest

from fidedigno.verify.entities.evidence import Evidence
from fidedigno.verify.entities.known import standing_of
from fidedigno.verify.entities.name import Name, NameKind
from fidedigno.verify.passage import as_passages

PERSON, BODY, PLACE, THING, NAME = (
    NameKind.PERSON,
    NameKind.ORGANISATION,
    NameKind.PLACE,
    NameKind.PRODUCT,
    NameKind.NAME,
)


def known(text: str, kind: NameKind, *passages: str, translated: bool = False) -> bool:
    evidence = Evidence.of("", as_passages(passages))
    return standing_of(Name(0, len(text), text, kind), evidence, translated).known


@pytest.mark.parametrize(
    ("text", "kind", "evidence"),
    [
        ("Marlow", PERSON, "Helen Marlow wrote it."),
        ("Dr. Marlow", PERSON, "Prof. Helen Marlow wrote it."),
        ("Sra. Marlow", PERSON, "la señora marlow"),
        ("H. Marlow", PERSON, "Helen Marlow wrote it."),
        ("Helen Marlow", PERSON, "Marlow, Helen (author)"),
        ("Helen Marlow", PERSON, "Helen Ruth Ann Marlow wrote it."),
        ("Helen Marlow", PERSON, "Helen and Peter Marlow wrote it."),
        ("José Núñez", PERSON, "jose nunez"),
        ("Juan Pérez", PERSON, "Juan Pérez García"),
        ("World Health Organization", BODY, "The WHO said so."),
        ("OMS", BODY, "The World Health Organization said so."),
        ("ONU", BODY, "The UN said so."),
        ("Corvid Research Institute", BODY, "The CRI said so."),
        ("CRI", NAME, "the corvid research institute"),
        ("Zephyr, Inc", BODY, "Zephyr S.A. said so."),
        ("Zephyr Corporation", BODY, "zephyr said so."),
        ("University of Deusto", BODY, "la Universidad de Deusto"),
        ("Londres", PLACE, "in London"),
        ("Germany", PLACE, "the German firm"),
        ("United States", PLACE, "in the U.S. and abroad"),
        ("Estados Unidos", PLACE, "en EE. UU."),
        ("Spain", PLACE, "an office in Madrid"),
        ("La Haya", PLACE, "in The Hague"),
        ("PaymentService", THING, "the payment service"),
        ("Payment Service", THING, "payment-service"),
        ("Quixels", THING, "a Quixel"),
        ("Zephyr Labs", BODY, "ZEPHYR LABS"),
    ],
)
def test_other_ways_to_write_a_name_are_known(text: str, kind: NameKind, evidence: str) -> None:
    assert known(text, kind, evidence)


@pytest.mark.parametrize(
    ("text", "kind", "evidence"),
    [
        ("Helen Marlow", PERSON, "Helen Morrow wrote it."),
        ("Helen Marlow", PERSON, "Marlow wrote it."),
        ("J. Marlow", PERSON, "Helen Marlow wrote it."),
        ("Wei Marlow", PERSON, "Wei Tan met Helen Marlow."),
        ("Helen Tan", PERSON, "Wei Tan met Helen Marlow."),
        ("WHO", BODY, "But who said so? Nobody."),
        ("US", PLACE, "Tell us about it. Thanks."),
        ("Bank of Spain", BODY, "an office in Spain"),
        ("Lisboa", PLACE, "in Madrid, Spain"),
        ("Quixel", THING, "the Quixote"),
        ("Zephyr Harbour Labs Quixel", BODY, "zephyr labs"),
    ],
)
def test_other_names_are_not_known(text: str, kind: NameKind, evidence: str) -> None:
    assert not known(text, kind, evidence)


def test_two_people_in_two_passages_are_not_one() -> None:
    assert not known("Helen Tan", PERSON, "Helen Marlow came.", "Wei Tan went.")


def test_in_a_translation_common_words_prove_nothing() -> None:
    assert known("Ministerio de Justicia", BODY, "the ministry", translated=True)
    assert not known("Ministerio de Quixel", BODY, "the ministry", translated=True)


def test_a_recombined_name_is_less_sure_and_says_what_is_shared() -> None:
    evidence = Evidence.of("", as_passages(["Wei Tan met Helen Marlow."]))
    standing = standing_of(Name(0, 9, "Helen Tan", PERSON), evidence, False)
    assert standing.certainty < 1
    assert standing.shared == ("helen", "tan")
