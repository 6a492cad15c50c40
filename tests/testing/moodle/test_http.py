"""The wire: faults, formats, and requests that no honest client makes."""

import http.client
import json
import socket
import threading
import time
from urllib.parse import urlsplit

import pytest

from fidedigno.testing.moodle import MoodleServer, Scenario
from fidedigno.testing.moodle.http import MAX_BODY
from tests.testing.moodle.client import REST, ask, code, request

SITE_INFO = "core_webservice_get_site_info"


def fields(moodle: MoodleServer, function: str = SITE_INFO) -> dict[str, str]:
    return {"wstoken": moodle.token("alice"), "wsfunction": function, "moodlewsrestformat": "json"}


def test_a_site_that_is_down_closes_the_connection_until_it_is_healed(moodle: MoodleServer) -> None:
    moodle.fail("down")
    with pytest.raises(http.client.RemoteDisconnected):
        ask(moodle, "alice", SITE_INFO)
    moodle.heal()
    assert ask(moodle, "alice", SITE_INFO)["username"] == "alice"


def test_a_slow_site_outlasts_the_patience_of_a_client(moodle: MoodleServer) -> None:
    moodle.fail("slow", seconds=60)
    with pytest.raises(TimeoutError):
        request(moodle.url, REST, fields(moodle), timeout=0.1)


def test_healing_answers_who_still_waits(moodle: MoodleServer) -> None:
    moodle.fail("slow", seconds=60)
    answers = []
    waiting = threading.Thread(target=lambda: answers.append(ask(moodle, "alice", SITE_INFO)))
    started = time.monotonic()
    waiting.start()
    while not moodle.calls:
        time.sleep(0.005)
    moodle.heal()
    waiting.join(timeout=20)
    assert answers[0]["username"] == "alice"
    assert time.monotonic() - started < 20


def test_a_page_instead_of_json_comes_with_status_200(moodle: MoodleServer) -> None:
    moodle.fail("html")
    reply = request(moodle.url, REST, fields(moodle))
    assert reply.status == 200
    assert reply.headers["Content-Type"].startswith("text/html")
    assert "<html>" in reply.body


def test_half_an_answer_is_not_json(moodle: MoodleServer) -> None:
    moodle.fail("half_json")
    reply = request(moodle.url, REST, fields(moodle))
    assert reply.raw.startswith(b'{"sitename"')
    with pytest.raises(ValueError, match=r"Unterminated|Expecting"):
        json.loads(reply.raw)


@pytest.mark.parametrize(("path", "key"), [(REST, "exception"), ("/login/token.php", "error")])
def test_maintenance_is_a_refusal_with_status_200_in_each_scripts_own_form(
    moodle: MoodleServer, path: str, key: str
) -> None:
    moodle.fail("maintenance")
    reply = request(moodle.url, path, fields(moodle))
    assert reply.status == 200
    assert reply.body["errorcode"] == "sitemaintenance"
    assert key in reply.body


def test_an_overloaded_site_says_when_to_come_back(moodle: MoodleServer) -> None:
    moodle.fail("service_unavailable", seconds=7)
    reply = request(moodle.url, REST, fields(moodle))
    assert (reply.status, reply.headers["Retry-After"]) == (503, "7")


def test_a_fault_may_be_of_one_function_only(moodle: MoodleServer) -> None:
    moodle.fail("html", function="mod_assign_get_submission_status")
    assert ask(moodle, "alice", SITE_INFO)["username"] == "alice"
    assert "<html>" in ask(moodle, "alice", "mod_assign_get_submission_status", {"assignid": 1})


def test_without_asking_for_json_the_answer_is_xml(moodle: MoodleServer) -> None:
    form = fields(moodle) | {"moodlewsrestformat": ""}
    reply = request(moodle.url, REST, form)
    assert reply.body.startswith("<?xml")
    assert '<KEY name="username"><VALUE>alice</VALUE>' in reply.body
    assert "<ERRORCODE>invalidtoken</ERRORCODE>" in request(moodle.url, REST, {}).body


def test_a_get_is_answered_as_a_post_is(moodle: MoodleServer) -> None:
    assert request(moodle.url, REST, fields(moodle), method="GET").body["username"] == "alice"


def test_other_addresses_are_not_found(moodle: MoodleServer) -> None:
    assert request(moodle.url, "/admin/index.php", {}).status == 404


def test_a_body_that_is_too_large_or_of_unknown_length_is_not_read(moodle: MoodleServer) -> None:
    for length in (str(MAX_BODY + 1), "-1", "many", "9" * 40):
        with socket.create_connection(("127.0.0.1", urlsplit(moodle.url).port or 0), timeout=20) as wire:
            wire.sendall(f"POST {REST} HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n".encode())
            assert wire.recv(64).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize(
    "line",
    [
        b"GET //[ HTTP/1.1",
        b"GET /\xff\xfe HTTP/1.1",
        b"nonsense",
        b"BREW /pot HTTP/1.1",
        b"GET /?" + b"a&" * 5000,
    ],
)
def test_a_broken_request_does_not_stop_the_site(
    moodle: MoodleServer, line: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    with socket.create_connection(("127.0.0.1", urlsplit(moodle.url).port or 0), timeout=20) as wire:
        wire.sendall(line + b"\r\n\r\n")
        wire.shutdown(socket.SHUT_WR)
        while wire.recv(4096):
            pass
    assert ask(moodle, "alice", SITE_INFO)["username"] == "alice"
    assert not any(capfd.readouterr())


def test_a_stopped_site_ends_the_connections_that_clients_keep(site: Scenario) -> None:
    with MoodleServer(site) as moodle:
        connection = http.client.HTTPConnection(urlsplit(moodle.url).netloc, timeout=20)
        connection.request("GET", "/")
        connection.getresponse().read()

    def again() -> None:
        connection.request("GET", "/")
        connection.getresponse()

    with pytest.raises((ConnectionError, http.client.RemoteDisconnected)):
        again()
    connection.close()


def test_no_request_is_written_anywhere(moodle: MoodleServer, capfd: pytest.CaptureFixture[str]) -> None:
    request(moodle.url, REST, fields(moodle), method="GET")
    assert code(ask(moodle, "alice", "core_nope_nope")) == "invalidrecord"
    assert not any(capfd.readouterr())
