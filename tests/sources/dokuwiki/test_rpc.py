import xmlrpc.client

import pytest

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.dokuwiki.rpc import parsed


def test_a_value_is_read() -> None:
    body = xmlrpc.client.dumps(({"a": [1, "x"]},), methodresponse=True).encode()
    assert parsed(body) == {"a": [1, "x"]}


def test_a_moment_with_an_offset_is_let_pass() -> None:
    moment = "<dateTime.iso8601>2026-11-30T13:36:06+00:00</dateTime.iso8601>"
    body = f"<methodResponse><params><param><value>{moment}</value></param></params></methodResponse>"
    assert isinstance(parsed(body.encode()), xmlrpc.client.DateTime)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"plain",
        b"\xff\xfe",
        b"<methodResponse><params></params></methodResponse>",
        b"<methodResponse><params><param><value><int>x</int></value></param></params></methodResponse>",
        b"<methodResponse><params><param><value><odd>1</odd></value></param></params></methodResponse>",
        b'<!DOCTYPE x [<!ENTITY a "b">]><methodResponse><params><param><value>&a;</value></param></params>'
        b"</methodResponse>",
    ],
)
def test_what_is_no_answer_is_refused_without_its_words(body: bytes) -> None:
    with pytest.raises(SourceError) as odd:
        parsed(body)
    assert odd.value.kind is SourceErrorKind.SHAPE
    assert odd.value.__context__ is None


def test_a_text_may_hold_any_marks() -> None:
    body = xmlrpc.client.dumps(("<!-- a --> & ]]>",), methodresponse=True).encode()
    assert parsed(body) == "<!-- a --> & ]]>"
