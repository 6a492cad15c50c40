import pytest

from fidedigno.sources.dokuwiki.accounts import Account, encoded, is_clean, parse_accounts


def test_an_account_is_read_with_its_groups() -> None:
    read = parse_accounts("# note\nana:$1$x:Ana+Ruiz%C3%AD:a@c.example:user,staff # late\n\n")
    assert read.by_login == {"ana": Account("ana", "Ana Ruizí", "a@c.example", ("user", "staff"))}
    assert read.left_out == 0


def test_an_escaped_colon_is_part_of_a_field() -> None:
    account = parse_accounts("ana:x:A\\:B:m:user").by_login["ana"]
    assert (account.display, account.groups) == ("A:B", ("user",))


def test_a_later_line_replaces_an_earlier_one() -> None:
    assert parse_accounts("ana:x:n:m:staff\nana:x:n:m:user").by_login["ana"].groups == ("user",)


@pytest.mark.parametrize(
    "line",
    ["ana", "ana:x", "ana:x:n:m", "Ana:x:n:m:g", ":x:n:m:g", "user\\:ana:x:n:m:g", "ana:x:n:m:Staff,user"],
)
def test_an_account_that_is_not_understood_is_left_out_whole_and_counted(line: str) -> None:
    read = parse_accounts(line)
    assert read.by_login == {}
    assert read.left_out == 1


def test_a_later_line_that_is_not_understood_takes_the_earlier_one_away() -> None:
    read = parse_accounts("ana:x:n:m:user\nana:x:n:m:Odd Group")
    assert (read.by_login, read.left_out) == ({}, 1)


def test_names_are_written_in_rules_with_their_signs_encoded() -> None:
    assert encoded("sales_eu.x-1") == "sales%5feu%2ex%2d1"
    assert Account("a.b", "", "", ("c_d",)).subjects == {"@ALL", "a%2eb", "@c%5fd"}


@pytest.mark.parametrize("name", ["ana", "a.b", "a_b-c", "7"])
def test_names_that_the_wiki_compares_as_they_stand(name: str) -> None:
    assert is_clean(name)


@pytest.mark.parametrize(
    "name", ["", "Ana", "año", "a__b", "_a", "a.", "a b", "a:b", "@a", "%USER%", "a\n", "a..b"]
)
def test_names_that_the_wiki_would_change(name: str) -> None:
    assert not is_clean(name)


def test_a_person_and_an_address_do_not_show() -> None:
    assert "Ruiz" not in repr(Account("ana", "Ana Ruiz", "a@c.example", ()))
