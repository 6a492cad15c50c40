from __future__ import annotations

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.verify.entities.aliases import aliases, key_of, load
from fidedigno.verify.entities.name import NameKind


def test_there_are_many_and_both_languages_lead_to_one() -> None:
    found = aliases().by_form
    assert len({id(each) for each in found.values()}) >= 250
    for one, other in (
        ("London", "Londres"),
        ("WHO", "OMS"),
        ("UN", "ONU"),
        ("EE. UU.", "USA"),
        ("Germany", "Alemania"),
    ):
        assert found[key_of(one)] is found[key_of(other)]


def test_every_form_of_two_entries_is_meant() -> None:
    # One form, two things: the first entry has it, and its kind is then that of the form.
    assert aliases().by_form["london"].kind is NameKind.PLACE
    assert aliases().by_form["nato"].kind is NameKind.ORGANISATION


def test_countries_have_their_cities() -> None:
    assert "lisboa" in aliases().parts["portugal"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "place"),
        ({"place": [{"en": "A"}], "organisation": []}, "place 1"),
        ({"place": [{"en": "A", "es": "B", "of": "C"}], "organisation": []}, "place 1"),
        ({"place": [{"en": "A | ", "es": "B"}], "organisation": []}, "place 1"),
        ({"place": [{"en": "A", "es": "B", "within": "C"}], "organisation": []}, "within"),
    ],
)
def test_an_entry_that_is_none_is_refused(data: object, message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        load(data, "here")
