from hypothesis import given
from hypothesis import strategies as st

from fidedigno.model import normalise_name
from fidedigno.sources.names import plain_id


def test_a_harmless_id_stays_readable() -> None:
    assert plain_id("10042") == "10042"
    assert plain_id("5b10a2844c20165700ede21g") == "5b10a2844c20165700ede21g"


@given(st.text(), st.text())
def test_two_ids_never_share_a_name_however_a_directory_compares_them(one: str, other: str) -> None:
    assert (normalise_name(plain_id(one)) == normalise_name(plain_id(other))) == (one == other)
