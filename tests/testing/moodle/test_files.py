"""Downloads: a refusal looks like a success until its type is looked at."""

import pytest

from fidedigno.testing.moodle import MoodleServer
from fidedigno.testing.moodle.files import PREFIX
from tests.testing.moodle.client import Reply, request

SYLLABUS = "37/mod_resource/content/0/syllabus.txt"
PAGE = "32/mod_page/content/index.html"


def fetch(moodle: MoodleServer, user: str, path: str) -> Reply:
    return request(moodle.url, PREFIX + path, {"token": moodle.token(user)}, method="GET")


def test_a_file_comes_with_its_bytes_and_its_type(moodle: MoodleServer) -> None:
    reply = fetch(moodle, "alice", SYLLABUS)
    assert reply.raw == b"Essay 1 is due one day."
    assert reply.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert reply.headers["Content-Disposition"] == 'inline; filename="syllabus.txt"'


def test_a_page_comes_as_its_html(moodle: MoodleServer) -> None:
    reply = fetch(moodle, "wsbot", PAGE)
    assert b"<p>Late work loses a tenth a day.</p>" in reply.raw
    assert reply.headers["Content-Type"].startswith("text/html")


@pytest.mark.parametrize(
    ("user", "path", "status", "code"),
    [
        ("gina", SYLLABUS, 200, "requireloginerror"),
        ("alice", "33/mod_page/content/index.html", 200, "requireloginerror"),
        ("alice", "37/mod_resource/content/0/nothere.txt", 404, "filenotfound"),
        ("alice", "37/mod_resource/content/0/..%2Fsyllabus.txt", 404, "filenotfound"),
        ("alice", "9999/mod_resource/content/0/syllabus.txt", 200, "invalidrecord"),
        ("alice", "", 200, "invalidrecord"),
        ("alice", "26/mod_assign/content/0/x", 404, "filenotfound"),
    ],
)
def test_a_refusal_is_json_and_mostly_status_200(
    moodle: MoodleServer, user: str, path: str, status: int, code: str
) -> None:
    reply = fetch(moodle, user, path)
    assert (reply.status, reply.body["errorcode"]) == (status, code)


def test_an_address_that_was_kept_is_refused_once_the_module_is_hidden_or_gone(moodle: MoodleServer) -> None:
    moodle.hide("late-work")
    moodle.delete("syllabus")
    assert fetch(moodle, "alice", PAGE).body["errorcode"] == "requireloginerror"
    assert fetch(moodle, "alice", SYLLABUS).body["errorcode"] == "invalidrecord"


def test_a_download_needs_a_token(moodle: MoodleServer) -> None:
    for fields, code in (({}, "missingparam"), ({"token": "guess"}, "invalidtoken")):
        assert request(moodle.url, PREFIX + SYLLABUS, fields, method="GET").body["errorcode"] == code
    assert moodle.calls == {("pluginfile.php", "nobody"): 2}
