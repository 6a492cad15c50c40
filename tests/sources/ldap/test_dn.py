import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.sources.ldap.dn import canonical_dn, without_bits


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("cn=Ana,dc=x", "CN = ana , DC=X"),
        ("cn=a\\2cb,dc=x", "cn=a\\,b,dc=x"),
        ("cn=a+sn=b,dc=x", "sn=b+cn=a,dc=x"),
        ("cn=a\\c3\\b1o", "cn=AÑO"),
        ("cn=ana  ruiz", "cn=Ana Ruiz"),
    ],
)
def test_two_spellings_of_a_name_are_one(one: str, other: str) -> None:
    assert canonical_dn(one) == canonical_dn(other) is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("cn=a\\,dc=x", "cn=a,dc=x"),
        ("cn=a,dc=x", "cn=a,dc=y"),
        ("cn=a\\+sn=b", "cn=a+sn=b"),
        ("cn=a\\=b", "cn=ab"),
        ("cn=a", "uid=a"),
    ],
)
def test_a_sign_in_a_value_does_not_make_two_names_one(one: str, other: str) -> None:
    assert canonical_dn(one) != canonical_dn(other)


@pytest.mark.parametrize(
    "text", ["", " ", "ana", "=x", "cn=", "cn=a,,dc=x", "cn=\\ff", "cn=\\00", "," * 9000]
)
def test_what_is_no_name_is_none(text: str) -> None:
    assert canonical_dn(text) is None


@given(st.text(max_size=60))
def test_nothing_makes_it_fail(text: str) -> None:
    assert canonical_dn(text) is None or "=" in text


def test_bits_of_a_unique_member_are_no_part_of_the_name() -> None:
    assert without_bits("cn=a,dc=x#'0101'B") == "cn=a,dc=x"
    assert without_bits("cn=a#1") == "cn=a#1"
