import pytest

from fidedigno.sources.graph.names import Names, document_id, document_place, guid, is_key
from tests.fakes.graph import SITE, group_id

NAMES = Names("corp")


def test_ids_are_written_in_small_letters() -> None:
    assert guid(SITE.upper()) == SITE


@pytest.mark.parametrize(
    "value", [None, 5, "", "user:ana", SITE + "x", SITE[:-1] + "ı", "{" + SITE[1:], "0" * 36]
)
def test_what_is_no_id_of_the_directory_is_none(value: object) -> None:
    assert guid(value) is None


@pytest.mark.parametrize("value", ["..", ".", "", "a/b", "a?b", "a b", "a%2e", "x" * 201, None, 7, "a\n"])
def test_what_would_change_an_address_is_no_id_of_an_item(value: object) -> None:
    assert not is_key(value)
    assert document_place(f"b!d/{value}") is None or not isinstance(value, str)


def test_an_external_id_leads_back_to_its_place() -> None:
    assert document_place(document_id("b!d", "01A")) == ("b!d", "01A")
    assert document_place(None) is None


def test_groups_with_one_number_in_two_sites_are_two_groups() -> None:
    assert NAMES.site_group(group_id(1), 5) != NAMES.site_group(group_id(2), 5)


def test_groups_of_two_connectors_are_apart() -> None:
    assert Names("a").group(group_id(1)) != Names("b").group(group_id(1))
    assert Names("b").entra(Names("a").group(group_id(1))) is None


def test_names_are_read_as_they_were_written() -> None:
    assert NAMES.entra(NAMES.group(group_id(1))) == (group_id(1), False)
    assert NAMES.entra(NAMES.owners(group_id(1))) == (group_id(1), True)
    assert NAMES.site(NAMES.site_group(SITE, 5)) == (SITE, 5)
    for other in (NAMES.members, NAMES.everyone, NAMES.account(group_id(1)), "group:x"):
        assert NAMES.entra(other) is None
        assert NAMES.site(other) is None
