from fidedigno.model import Principal
from fidedigno.sources.dokuwiki.accounts import parse_accounts
from fidedigno.sources.dokuwiki.names import WikiNames
from fidedigno.sources.dokuwiki.people import directory_content, links_of
from fidedigno.sources.dokuwiki.readers import Readers
from fidedigno.sources.dokuwiki.rules import parse_rules

TEXT = "ana:x:Ana:Ana@C.example:staff\nbo:x:Bo:same@c.example:staff\ncy:x:Cy:SAME@c.example:\ndee:x:D::\n"
ACCOUNTS = parse_accounts(TEXT)


def test_a_verified_address_links_an_account_whatever_its_case() -> None:
    linked = links_of(ACCOUNTS.by_login.values(), {}, True)
    assert linked["ana"] == "ana@c.example"


def test_an_address_of_two_accounts_links_neither() -> None:
    assert links_of(ACCOUNTS.by_login.values(), {}, True).keys() == {"ana"}


def test_an_address_that_nobody_verified_links_nobody() -> None:
    assert links_of(ACCOUNTS.by_login.values(), {}, False) == {}


def test_a_plus_address_is_somebody_else() -> None:
    accounts = parse_accounts("a:x:n:a@c.example:\nb:x:n:a+b@c.example:").by_login.values()
    assert links_of(accounts, {}, True) == {"a": "a@c.example", "b": "a+b@c.example"}


def test_a_link_to_something_like_a_principal_links_nobody() -> None:
    assert links_of(ACCOUNTS.by_login.values(), {"ana": "group:staff", "bo": "", "gone": "x"}, False) == {}


def test_groups_hold_linked_people_only_and_an_account_is_a_group_of_one() -> None:
    readers = Readers(parse_rules("* @staff 1"), ACCOUNTS, WikiNames("w"))
    content = directory_content(readers, {"ana": "ana.ruiz", "dee": "dee"}, by_email=False, where="w")
    members = {each.name: set(each.members or ()) for each in content.groups}
    ana, dee = Principal.user("ana.ruiz"), Principal.user("dee")
    assert members["dokuwiki:w:group:staff"] == {ana}
    assert members["dokuwiki:w:account:ana"] == {ana}
    assert members["dokuwiki:w:account:bo"] == set()
    assert members["dokuwiki:w:everyone"] == {ana, dee}
    assert content.partial
    assert [(each.name, each.email, each.enabled) for each in content.users] == [
        ("ana.ruiz", None, None),
        ("dee", None, None),
    ]


def test_two_accounts_of_one_person_are_one_user() -> None:
    readers = Readers(parse_rules(""), ACCOUNTS, WikiNames("w"))
    content = directory_content(readers, {"ana": "ana", "bo": "ANA"}, by_email=False, where="w")
    assert [(each.name, dict(each.attributes)) for each in content.users] == [
        ("ana", {"dokuwiki.w.login": "ana,bo"})
    ]
