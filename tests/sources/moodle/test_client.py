"""Speaking to Moodle: what fails, what is tried again, and that a token shows itself nowhere."""

import asyncio
import gc
import logging
import time
import traceback
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from pydantic import SecretStr

from fidedigno.sources.moodle import exchange
from fidedigno.sources.moodle.client import MoodleClient
from fidedigno.sources.moodle.errors import (
    MoodleError,
    MoodleNotAvailableError,
    MoodleRevokedError,
    MoodleUnknownError,
    UnknownCause,
)
from fidedigno.sources.moodle.exchange import Reply
from fidedigno.sources.moodle.site import MoodleSite
from tests.fakes.moodle_replay import MoodleReplay
from tests.sources.moodle.conftest import MakeClient

SYLLABUS = "/webservice/pluginfile.php/37/mod_resource/content/0/syllabus.txt"


async def cause_of(client: MoodleClient, function: str = "core_course_get_contents") -> UnknownCause:
    with pytest.raises(MoodleUnknownError) as raised:
        await client.call(function, {"courseid": 2})
    return raised.value.cause


async def test_an_answer_is_what_moodle_sent(client: MoodleClient, replay: MoodleReplay) -> None:
    answer = await client.call("core_group_get_course_groups", {"courseid": 2})
    assert answer == replay.body("groups--wsbot.json")


@pytest.mark.parametrize(
    ("kind", "more", "cause"),
    [
        ("html", {}, UnknownCause.NOT_JSON),
        ("half_json", {}, UnknownCause.NOT_JSON),
        ("body", {"value": ""}, UnknownCause.NOT_JSON),
        ("body", {"value": "NaN"}, UnknownCause.NOT_JSON),
        ("body", {"value": "[" * 100_000}, UnknownCause.NOT_JSON),
        ("body", {"value": '{"exception":"x","errorcode":5}'}, UnknownCause.SHAPE),
        ("body", {"value": '{"exception":"x"}'}, UnknownCause.SHAPE),
        ("exception", {"value": "sitemaintenance"}, UnknownCause.MAINTENANCE),
        ("exception", {"value": "a code of a plugin"}, UnknownCause.SERVER),
        ("status", {"value": "500"}, UnknownCause.SERVER),
        ("status", {"value": "403"}, UnknownCause.SERVICES_OFF),
        ("status", {"value": "404"}, UnknownCause.SERVER),
        (
            "status",
            {"value": "302", "headers": {"Location": "https://evil.example/"}},
            UnknownCause.REDIRECTED,
        ),
    ],
)
async def test_what_will_not_pass_by_itself_is_tried_once(
    kind: str, more: dict[str, str], cause: UnknownCause, client: MoodleClient, replay: MoodleReplay
) -> None:
    replay.fail(kind, **more)
    assert await cause_of(client) is cause
    assert len(replay.asked) == 1


@pytest.mark.parametrize(("kind", "value"), [("status", "503"), ("status", "429"), ("closed", "")])
async def test_what_may_pass_is_tried_again(
    kind: str, value: str, client: MoodleClient, replay: MoodleReplay
) -> None:
    replay.fail(kind, times=2, value=value)
    assert await client.call("core_course_get_contents", {"courseid": 2})
    assert len(replay.asked) == 3


async def test_trying_again_ends(client: MoodleClient, replay: MoodleReplay) -> None:
    replay.fail("status", value="503")
    assert await cause_of(client) is UnknownCause.BUSY
    assert len(replay.asked) == client.site.limits.attempts


async def test_a_wait_that_moodle_asks_for_is_kept(make_client: MakeClient, replay: MoodleReplay) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    client = MoodleClient(make_client(total=9.0).site, sleep=sleep)
    replay.fail("status", times=1, value="429", headers={"Retry-After": "3"})
    await client.call("core_course_get_contents", {"courseid": 2})
    await client.close()
    assert waits == [3.0]


async def test_a_wait_longer_than_the_call_may_take_is_not_begun(
    make_client: MakeClient, replay: MoodleReplay
) -> None:
    replay.fail("status", value="503", headers={"Retry-After": "3600"})
    assert await cause_of(make_client()) is UnknownCause.BUSY
    assert len(replay.asked) == 1


async def test_a_wait_beyond_the_end_of_the_call_is_not_begun(
    make_client: MakeClient, replay: MoodleReplay
) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        await asyncio.sleep(0.3)

    replay.fail("status", value="503", headers={"Retry-After": "1"})
    limited = MoodleClient(make_client(total=1.2, attempts=9).site, sleep=sleep)
    assert await cause_of(limited) is UnknownCause.BUSY
    assert waits == [1.0]
    await limited.close()


@pytest.mark.parametrize("secret", ["", " ", "a b", "ñandú", "\udcff", "x\n", "a&wsfunction=b"])
async def test_what_cannot_be_a_token_is_not_sent(
    secret: str, client: MoodleClient, replay: MoodleReplay
) -> None:
    with pytest.raises(MoodleRevokedError) as raised:
        await client.call("core_webservice_get_site_info", token=SecretStr(secret))
    assert raised.value.__context__ is None
    assert not replay.asked


async def test_a_slow_answer_ends_within_the_whole_limit(
    make_client: MakeClient, replay: MoodleReplay
) -> None:
    replay.fail("slow", value="5")
    began = time.monotonic()
    assert await cause_of(make_client(attempt=0.2, total=0.5, attempts=10)) is UnknownCause.TIMED_OUT
    assert time.monotonic() - began < 1.5


async def test_an_answer_over_the_limit_is_not_read(make_client: MakeClient, replay: MoodleReplay) -> None:
    replay.fail("huge")
    assert await cause_of(make_client(response_bytes=50_000)) is UnknownCause.TOO_LARGE


async def test_no_site_is_no_traceback(make_client: MakeClient) -> None:
    client = make_client(url="http://127.0.0.1:9", attempts=1)
    assert await cause_of(client) is UnknownCause.CONNECTION


async def test_no_more_requests_run_than_allowed(make_client: MakeClient, replay: MoodleReplay) -> None:
    client = make_client(parallel=2, attempt=9.0, total=9.0)
    running, most = 0, 0
    post = client._exchange.post

    async def counted(url: str, form: dict[str, str], max_bytes: int) -> Reply:
        nonlocal running, most
        running += 1
        most = max(most, running)
        try:
            return await post(url, form, max_bytes)
        finally:
            running -= 1

    client._exchange.post = counted  # type: ignore[method-assign, assignment]
    calls = (client.call("core_group_get_course_groups", {"courseid": 2}) for _ in range(8))
    await asyncio.gather(*calls)
    assert most == 2


def test_a_client_serves_one_event_loop_after_another(replay: MoodleReplay) -> None:
    client = MoodleClient(MoodleSite(replay.url, replay.token("wsbot")))

    async def ask() -> object:
        answer = await client.call("core_group_get_course_groups", {"courseid": 2})
        await client.close()
        return answer

    assert asyncio.run(ask()) == asyncio.run(ask())


@pytest.mark.parametrize("actor", ["expired", "iprestricted", "mallory", "henry", "nobody"])
async def test_a_token_that_does_not_count_is_revoked(
    actor: str, client: MoodleClient, replay: MoodleReplay
) -> None:
    token = replay.token(actor)
    with pytest.raises(MoodleRevokedError):
        await client.call("core_webservice_get_site_info", token=token)


async def test_a_call_without_any_token_is_not_made(make_client: MakeClient, replay: MoodleReplay) -> None:
    with pytest.raises(MoodleRevokedError):
        await make_client(service=None).call("core_webservice_get_site_info")
    assert not replay.asked


@pytest.mark.parametrize("layer", ["maintenance", "ws-disabled"])
async def test_a_site_that_is_closed_for_a_while_is_unknown(
    layer: str, client: MoodleClient, replay: MoodleReplay
) -> None:
    replay.switch_on(layer)
    assert await cause_of(client) in {UnknownCause.MAINTENANCE, UnknownCause.SERVICES_OFF}


async def test_debugging_words_of_the_site_are_dropped(
    client: MoodleClient, replay: MoodleReplay, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    replay.switch_on("debug")
    assert replay.body("debug-error-hidden.json")["debuginfo"] == "Activity is hidden"
    with pytest.raises(MoodleNotAvailableError) as raised:
        await client.call("core_course_get_course_module", {"cmid": 2}, token=replay.token("alice"))
    assert "hidden" not in caplog.text + repr(raised.value) + str(raised.value.as_dict())


@pytest.fixture
def elsewhere() -> Iterator[tuple[str, list[bytes]]]:
    """Another host, which keeps whatever it is sent."""
    received: list[bytes] = []

    class Keeper(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append(self.rfile.read(int(self.headers.get("content-length", "0"))))
            self.send_response(200)
            self.end_headers()

        def do_GET(self) -> None:
            self.do_POST()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Keeper)
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/", received
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.parametrize("status", ["301", "302", "307", "308"])
async def test_a_redirect_is_not_followed(
    status: str, elsewhere: tuple[str, list[bytes]], client: MoodleClient, replay: MoodleReplay
) -> None:
    replay.fail("status", value=status, headers={"Location": elsewhere[0]})
    assert await cause_of(client) is UnknownCause.REDIRECTED
    assert elsewhere[1] == []


async def test_a_token_is_in_the_body_of_a_post_and_nowhere_else(
    client: MoodleClient, replay: MoodleReplay
) -> None:
    alice = replay.token("alice")
    await client.call("core_webservice_get_site_info", token=alice)
    await client.download(replay.url + SYLLABUS, token=alice)
    for asked in replay.asked:
        assert (asked.method, asked.actor) == ("POST", "alice")
        assert not any(secret in asked.target + str(asked.headers) for secret in replay.secrets)


@pytest.mark.parametrize("kind", ["html", "half_json", "exception", "closed", "status", "slow", "huge"])
async def test_no_log_error_or_traceback_holds_a_token(
    kind: str, make_client: MakeClient, replay: MoodleReplay, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    client = make_client(attempt=0.2, total=0.5, response_bytes=50_000)
    value = {"exception": "invalidparameter", "status": "503", "slow": "1"}.get(kind, "")
    replay.fail(kind, value=value)
    question = " ".join(("may", "I", "submit"))
    try:
        await client.call("core_course_get_contents", {"courseid": 2, "note": question})
    except MoodleError as error:
        shown = "".join(traceback.TracebackException.from_exception(error, capture_locals=False).format())
        shown += repr(error) + str(error.__dict__)
        chain = [error.__context__, error.__cause__]
    shown += repr(client) + repr(client.site) + repr(client.__dict__) + caplog.text
    assert not any(secret in shown for secret in replay.secrets)
    assert question not in shown
    assert "Bob Brook" not in shown
    # No error of the HTTP library, which holds the request, hangs on ours.
    assert all(each is None or isinstance(each, MoodleError | TimeoutError) for each in chain)
    gc.collect()


def test_without_httpx_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "httpx", None)
    with pytest.raises(Exception, match="need httpx") as raised:
        exchange.Exchange(MoodleSite("https://campus.example", SecretStr("x")))
    assert "fidedigno[connectors]" in raised.value.hint  # type: ignore[attr-defined]
