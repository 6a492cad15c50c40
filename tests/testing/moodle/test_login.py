"""A password for a token."""

import pytest

from fidedigno.testing.moodle import MoodleServer
from fidedigno.testing.moodle.login import MOBILE_SERVICE
from tests.testing.moodle.client import request

RIGHT = {"username": "alice", "password": "correct", "service": MOBILE_SERVICE}


def test_the_right_password_gives_the_token(moodle: MoodleServer) -> None:
    assert request(moodle.url, "/login/token.php", RIGHT).body == {
        "token": moodle.token("alice"),
        "privatetoken": None,
    }


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"password": "wrong"}, "invalidlogin"),
        ({"username": "nobody"}, "invalidlogin"),
        ({"username": "bob"}, "invalidlogin"),
        ({"username": "mallory"}, "invalidlogin"),
        ({"service": "nope"}, "servicenotavailable"),
        ({"service": "rag_connector"}, "usernotallowed"),
    ],
)
def test_everything_else_is_refused_with_its_code(
    moodle: MoodleServer, change: dict[str, str], code: str
) -> None:
    reply = request(moodle.url, "/login/token.php", RIGHT | change)
    assert (reply.status, reply.body["errorcode"]) == (200, code)


@pytest.mark.parametrize("name", RIGHT)
def test_a_missing_parameter_is_named(moodle: MoodleServer, name: str) -> None:
    fields = {key: value for key, value in RIGHT.items() if key != name}
    body = request(moodle.url, "/login/token.php", fields).body
    assert body["errorcode"] == "missingparam"
    assert name in body["error"]
