"""A bearer token is in one header of one form, or there is none."""

import pytest

from fidedigno.serve.bearer import MAX_TOKEN_BYTES, bearer_of


@pytest.mark.parametrize(
    ("values", "token"),
    [
        ([b"Bearer abc.DEF-_~+/=="], "abc.DEF-_~+/=="),
        ([b"BEARER  abc "], "abc"),
        ([], None),
        ([b"Bearer abc", b"Bearer abc"], None),
        ([b"Bearer "], None),
        ([b"Bearerabc"], None),
        ([b"Bearer a b"], None),
        ([b"Bearer abc, Bearer def"], None),
        ([b"Bearer \xc3\xb1"], None),
        ([b"Basic abc"], None),
        ([b"Bearer " + b"a" * MAX_TOKEN_BYTES], None),
    ],
)
def test_the_token_is_read_or_there_is_none(values: list[bytes], token: str | None) -> None:
    others = [(b"x-authorization", b"Bearer other"), (b"cookie", b"authorization=Bearer other")]
    assert bearer_of([*others, *((b"authorization", value) for value in values)]) == token
