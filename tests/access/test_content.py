import pytest

from fidedigno.access.content import (
    DirectoryContent,
    EntryError,
    GroupEntry,
    UserEntry,
    checked_email,
    checked_member,
    checked_name,
    refuse_unknown,
)
from fidedigno.errors import ConfigurationError
from fidedigno.model import Principal


def test_names_are_normalised_and_kept_as_written() -> None:
    assert checked_name(" Ana ") == ("ana", "Ana")
    for value in (None, 7, "", "\u200b", "user:ana", "GROUP : x", "anyone", "a" * 400):
        with pytest.raises(EntryError):
            checked_name(value)


@pytest.mark.parametrize("value", ["ANA@Campus.Example", "a.b+c@x-y.es", "ñandú@correo.es", "a@localhost"])
def test_an_address_is_accepted_in_its_normal_form(value: str) -> None:
    assert checked_email(value) == value.casefold()


@pytest.mark.parametrize(
    "value",
    [
        "ana",
        "@b.org",
        "a@",
        "a@b@c.org",
        "a b@c.org",
        "a@-b.org",
        "a@b..org",
        "<a@b.org>",
        "a@b.org,c@d.org",
        5,
    ],
)
def test_what_is_not_one_address_is_refused(value: object) -> None:
    with pytest.raises(EntryError):
        checked_email(value)


def test_no_address_is_none() -> None:
    assert checked_email(None) is checked_email("") is None


def test_a_member_is_a_user_or_a_group() -> None:
    assert checked_member("Group:Heads") == Principal.group("heads")
    for value in ("ana", "anyone", "domain:a.org", "user:", None, ["user:ana"], "x" * 500):
        with pytest.raises(EntryError) as caught:
            checked_member(value)
        assert len(str(caught.value)) < 120


def test_a_misspelt_key_is_refused_with_those_that_exist() -> None:
    refuse_unknown(["name"], ["name", "enabled"])
    with pytest.raises(EntryError, match="enabeld") as caught:
        refuse_unknown(["name", "enabeld"], ["name", "enabled"])
    assert "enabled" in caught.value.hint


def test_two_entries_of_one_name_are_refused_with_both_places() -> None:
    twins = (UserEntry("ana", "Ana", where="line 2"), UserEntry("ana", "ANA", where="line 7"))
    with pytest.raises(ConfigurationError, match=r"line 7: the user 'ANA' is named like 'Ana' at line 2"):
        DirectoryContent(twins, ())


def test_a_member_must_exist_as_what_it_is_said_to_be() -> None:
    members = frozenset({Principal.user("ana"), Principal.group("ana"), Principal.user("eva")})
    content = DirectoryContent((UserEntry("ana", "Ana"),), (GroupEntry("g", "G", members, "line 3"),))
    unknown = content.unknown_members((), ())
    assert [each.split("'")[3] for each in unknown] == ["group:ana", "user:eva"]
    assert content.unknown_members(["eva"], ["ana"]) == []
