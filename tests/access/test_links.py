"""The map of tokens to people says one thing of each subject, and goes with the person."""

import pytest

from fidedigno.access import UserEntry
from fidedigno.access.links import Link, Links, has_other_subject, linked_user
from fidedigno.errors import UsageError
from tests.access.house import House

ISSUER = "https://login.example"


@pytest.fixture
def links(house: House) -> Links:
    for name in ("ana", "luis"):
        house.directory.put_user(UserEntry(name, name))
    return Links(house.database)


def test_the_last_word_on_a_subject_or_a_person_holds(links: Links) -> None:
    links.put(Link(ISSUER, "s-1", "Ana"))
    links.put(Link(ISSUER, "s-1", "luis"))
    assert links.all() == [Link(ISSUER, "s-1", "luis")]
    links.put(Link(ISSUER, "s-2", "luis"))
    links.put(Link("https://other.example", "s-1", "luis"))
    assert links.all() == [
        Link("https://login.example", "s-2", "luis"),
        Link("https://other.example", "s-1", "luis"),
    ]


def test_subjects_and_issuers_are_compared_as_they_are_written(house: House, links: Links) -> None:
    links.put(Link(ISSUER, "s-1", "ana"))
    with house.database.snapshot() as connection:
        user = linked_user(connection, ISSUER, "s-1")
        assert user is not None
        assert has_other_subject(connection, ISSUER, user)
        assert not has_other_subject(connection, ISSUER + "/", user)
        for issuer, subject in ((ISSUER, "S-1"), (ISSUER, "s-1 "), (ISSUER + "/", "s-1")):
            assert linked_user(connection, issuer, subject) is None


def test_a_link_goes_with_the_person_and_moves_the_epoch(house: House, links: Links) -> None:
    before = house.directory.identity("ana").epoch
    links.put(Link(ISSUER, "s-1", "ana"))
    assert house.directory.identity("ana").epoch == before + 1
    house.directory.remove_user("ana")
    assert links.all() == []


@pytest.mark.parametrize(
    "link",
    [Link(ISSUER, "s-1", "nobody"), Link("", "s-1", "ana"), Link(ISSUER, "", "ana"), Link(ISSUER, "s" * 256, "ana"),
     Link(ISSUER, "s-1", "a\x00b")],
)  # fmt: skip
def test_a_link_of_nobody_is_refused(links: Links, link: Link) -> None:
    with pytest.raises(UsageError):
        links.put(link)
    assert links.all() == []


def test_what_was_never_linked_cannot_be_unlinked(links: Links) -> None:
    links.put(Link(ISSUER, "s-1", "ana"))
    with pytest.raises(UsageError):
        links.remove(ISSUER, "s-2")
    links.remove(ISSUER, "s-1")
    assert links.all() == []
