import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.consolidate.identifiers import holds_identifier, names_sibling


@pytest.mark.parametrize(
    ("text", "identifier", "held"),
    [
        ("HikariPool-1 - timeout", "hikaripool-1", True),
        ("(HikariPool-1)", "hikaripool-1", True),
        ("HikariPool-1.", "hikaripool-1", True),
        ("HikariPool-10", "hikaripool-1", False),
        ("HikariPool-1-a", "hikaripool-1", False),
        ("MyHikariPool-1", "hikaripool-1", False),
        ("from /10.251.73.220:50010 to", "10.251.73.220", True),
        ("110.251.73.220", "10.251.73.220", False),
        ("10.251.73.220.4", "10.251.73.220", False),
        ("1.10.251.73.220", "10.251.73.220", False),
        ("block blk_-1608999687919862906 lost", "blk_-1608999687919862906", True),
        ("ORD-104825", "ord-10482", False),
        ("anything", "", False),
        ("a.*b", ".*", True),
    ],
)
def test_an_identifier_is_held_only_whole(text: str, identifier: str, held: bool) -> None:
    assert holds_identifier(text, identifier) is held


def test_siblings_differ_in_digits_only() -> None:
    assert names_sibling("see HikariPool-2", "hikaripool-1")
    assert not names_sibling("see HikariPool-1", "hikaripool-1")
    assert not names_sibling("see TomcatPool-2", "hikaripool-1")
    assert names_sibling("HikariPool-1 and HikariPool-22", "hikaripool-1")
    assert not names_sibling("KubePodCrashLooping", "kubepodcrashlooping")


@given(
    st.from_regex(r"[a-z]{2,6}-[0-9]{1,4}", fullmatch=True), st.from_regex(r"[0-9a-z]{1,3}", fullmatch=True)
)
def test_more_letters_or_digits_make_another_identifier(identifier: str, more: str) -> None:
    assert holds_identifier(f"x {identifier.upper()}, y", identifier)
    assert not holds_identifier(f"x {identifier}{more} y", identifier)
    assert not holds_identifier(f"x {more}{identifier} y", identifier)
