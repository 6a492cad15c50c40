import pytest

from fidedigno.sources.dokuwiki.accounts import Account
from fidedigno.sources.dokuwiki.rules import parse_rules, places_of

ANA = Account("ana", "", "", ("user", "staff"))


def level(text: str, page: str, account: Account = ANA) -> int:
    return parse_rules(text).level(account, page)


def test_places_go_from_the_page_up_to_the_root() -> None:
    assert places_of("a:b:c") == ["a:b:c", "a:b:*", "a:*", "*"]
    assert places_of("a:*") == ["a:*", "*"]
    assert places_of("*") == ["*"]
    assert places_of("start") == ["start", "*"]


@pytest.mark.parametrize(
    ("text", "page", "expected"),
    [
        ("", "start", 0),
        ("* @ALL 1", "a:b", 1),
        ("* @ALL 1\na:* @staff 0", "a:b", 0),
        ("* @ALL 0\na:* ana 8\na:* @staff 1", "a:b", 8),
        ("* @ALL 8\na:* @other 0", "a:b", 8),
        ("a:* @ALL 1\na:b @staff 0", "a:b", 0),
        ("a:* @ALL 1", "ab:c", 0),
        ("a:* @ALL 1", "a", 0),
        ("a.b @ALL 1", "axb", 0),
        ("* @ALL 255", "x", 16),
        ("# * @ALL 1", "x", 0),
        ("* @ALL 0 # * @ALL 1", "x", 0),
        ("* @Staff 1", "x", 0),
        ("\t*\t \t@ALL \t 1  \r\n", "x", 1),
    ],
)
def test_what_rules_come_to(text: str, page: str, expected: int) -> None:
    assert level(text, page) == expected


@pytest.mark.parametrize("odd", ["x", "-1", "1e3", "", "٣", "99999", "+1"])
def test_a_level_that_is_no_number_closes_its_place(odd: str) -> None:
    assert level(f"* @ALL 16\na:* @ALL {odd} ", "a:b") in {0, 16} - ({16} if odd else set())


@pytest.mark.parametrize("line", ["*", "* @ALL", "@ALL", "*@ALL 1", "*\u00a0@ALL 1"])
def test_a_line_that_is_no_rule_gives_nothing(line: str) -> None:
    assert level(line, "x") == 0


def test_a_wildcard_means_whoever_asks() -> None:
    text = "* @ALL 0\nusers:%USER%:* %USER% 16\ng:%GROUP%:* %GROUP% 2"
    assert level(text, "users:ana:x") == 16
    assert level(text, "users:bo:x") == 0
    assert level(text, "g:staff:x") == 2
    assert level(text, "g:other:x") == 0


def test_a_wildcard_of_groups_says_nothing_of_an_account_without_any() -> None:
    assert level("* @ALL 1\n* %GROUP% 16", "x", Account("eve", "", "", ())) == 1
