from fidedigno.sources.ldap.entry import Entry
from tests.fakes.ldap import entry


def test_values_are_found_whatever_the_case_of_their_name() -> None:
    assert entry("uid=a", gidNumber="7").one("GIDNUMBER") == "7"


def test_one_value_is_exactly_one() -> None:
    assert entry("uid=a", mail=["a@x", "b@x"]).one("mail") is None
    assert entry("uid=a").one("mail") is None


def test_what_is_no_text_is_none() -> None:
    assert Entry("uid=a", {"cn": (b"\xff",)}).texts("cn") is None
    assert Entry("uid=a", {"cn": (b"\xff",)}).one("cn") is None


def test_values_do_not_show() -> None:
    assert "Ruiz" not in repr(entry("uid=a", cn="Ana Ruiz"))
