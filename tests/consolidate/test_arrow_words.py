"""Verbs of arrows and names of nodes."""

import pytest

from fidedigno.consolidate.arrow_words import VerbFamily, arrow_words, name_forms, tokens


@pytest.mark.parametrize(
    ("word", "family"),
    [
        ("consumen", VerbFamily.CONSUME), ("subscribes", VerbFamily.CONSUME), ("suscrito", VerbFamily.CONSUME),
        ("publica", VerbFamily.PUBLISH), ("emits", VerbFamily.PUBLISH), ("llama", VerbFamily.CALL),
        ("uses", VerbFamily.CALL), ("users", None), ("depende", VerbFamily.DEPEND), ("requires", VerbFamily.DEPEND),
        ("processes", VerbFamily.CONSUME), ("processor", None), ("plazo", None),
    ],
)  # fmt: skip
def test_verbs_of_both_languages(word: str, family: VerbFamily | None) -> None:
    assert arrow_words().family(word) is family


def test_the_label_of_an_arrow_has_the_family_of_its_first_verb() -> None:
    assert arrow_words().family_of("«consume»") is VerbFamily.CONSUME
    assert arrow_words().family_of("publica y consume") is VerbFamily.PUBLISH
    assert arrow_words().family_of("GET /stock") is None


def test_names_are_compared_without_case_blanks_and_what_is_generic() -> None:
    assert tokens("OrderCreated-v2 Facturación") == ("order", "created", "v2", "facturacion")
    assert name_forms("InventoryService") == ("inventoryservice", "inventory")
    assert name_forms("Order Created") == name_forms("OrderCreated") == ("ordercreated",)
    assert name_forms("Servicio de datos") == ("serviciodedatos",)
