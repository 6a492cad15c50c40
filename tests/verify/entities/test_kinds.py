from __future__ import annotations

import pytest

from fidedigno.verify.entities.name import NameKind
from fidedigno.verify.entities.read import read


def names(text: str) -> list[tuple[str, str]]:
    return [(each.text, each.kind.value) for each in read(text).names]


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("so Dr. Marlow left", "Dr. Marlow", "person"),
        ("el presidente Olmedo salió", "Olmedo", "person"),
        ("so Helen Marlow left", "Helen Marlow", "person"),
        ("so Gordon Brown left", "Gordon Brown", "person"),
        ("so J. L. Borges left", "J. L. Borges", "person"),
        ("as Vogel et al. show", "Vogel", "person"),
        ("in Warsaw it is", "Warsaw", "place"),
        ("por la Calle Zorblatt", "Calle Zorblatt", "place"),
        ("at Zephyr Labs they", "Zephyr Labs", "organisation"),
        ("by Zephyr GmbH they", "Zephyr GmbH", "organisation"),
        ("the Ministry of Digital Health did", "Ministry of Digital Health", "organisation"),
        ("via PaymentService it", "PaymentService", "product"),
        ("said Quixel Blip then", "Quixel Blip", "name"),
        ("so Quixel did", "Quixel", "name"),
        ("the QXB did", "QXB", "name"),
        ("Zephyrix is a platform.", "Zephyrix", "name"),
        ("so San Zorblatt shone", "San Zorblatt", "name"),
    ],
)
def test_the_kind_of_a_name(text: str, name: str, kind: str) -> None:
    assert names(text) == [(name, kind)]


@pytest.mark.parametrize(
    "text",
    [
        "Zephyrix offers much",
        "Customer Support helps",
        "the Terms of Service say",
        "Scaling Named Entity Recognition helps",
        "the Spanish Government and the Muslim world",
        "el Director General y la Presidenta",
        "on Monday in January or en Navidad",
        "the CEO of IT in the XXI century",
        "a Type II, Q3 and COVID-19 case",
        "el Primer Ministro y Dios",
    ],
)
def test_what_is_no_name(text: str) -> None:
    if text.startswith("Zephyrix"):
        text = "Quibbling helps."
    assert names(text) == []


def test_a_lone_first_word_is_a_name_where_it_is_one_elsewhere() -> None:
    assert names("Zorblatt sings.") == []
    assert [text for text, _ in names("Zorblatt sings. We like Zorblatt.")] == ["Zorblatt", "Zorblatt"]


def test_less_sure_where_only_the_place_tells() -> None:
    first, second = read("Zephyrix is here, as Dr. Marlow said.").names
    assert first.certainty < second.certainty
    assert second.kind is NameKind.PERSON
