"""Signed requests, read back by their parts."""

import base64
import json

from hypothesis import given
from hypothesis import strategies as st

from fidedigno.sources.signed_jwt import base64url, to_be_signed, with_signature

values = st.dictionaries(st.text(max_size=8), st.text(max_size=20) | st.integers(), max_size=4)


def part(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@given(values, values, st.binary(max_size=40))
def test_header_claims_and_signature_come_back_as_they_were(header, claims, signature) -> None:
    token = with_signature(to_be_signed(header, claims), signature)
    read = token.split(".")
    assert [json.loads(part(each)) for each in read[:2]] == [header, claims]
    assert part(read[2]) == signature
    assert "=" not in token


@given(st.binary(max_size=50))
def test_the_encoding_needs_no_escaping_in_an_address(data: bytes) -> None:
    assert base64url(data).decode().replace("-", "").replace("_", "").isalnum() or not data
