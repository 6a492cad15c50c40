"""Reading stored files: an error is never taken for one, and a token goes nowhere else."""

import pytest

from fidedigno.sources.moodle.client import MoodleClient
from fidedigno.sources.moodle.errors import MoodleError, MoodleNotAvailableError, MoodleUnknownError
from tests.fakes.moodle_replay import MoodleReplay
from tests.sources.moodle.conftest import MakeClient

SYLLABUS = "/webservice/pluginfile.php/37/mod_resource/content/0/syllabus.txt"
PAGE = "/webservice/pluginfile.php/32/mod_page/content/index.html"
HIDDEN_PAGE = "/webservice/pluginfile.php/33/mod_page/content/index.html"


async def test_t48_a_file_is_given_only_if_it_is_one(client: MoodleClient, replay: MoodleReplay) -> None:
    alice = replay.token("alice")
    file = await client.download(replay.url + SYLLABUS + "?forcedownload=1", token=alice)
    assert file.content.decode() == replay.body("file-ok--alice.json")
    assert file.media_type == "text/plain"
    assert b"Late work" in (await client.download(replay.url + PAGE, token=alice)).content


@pytest.mark.parametrize(
    ("actor", "path", "error"),
    [
        ("alice", HIDDEN_PAGE, MoodleNotAvailableError),
        ("gina", SYLLABUS, MoodleNotAvailableError),
        ("alice", SYLLABUS.replace("syllabus", "nothere"), MoodleNotAvailableError),
    ],
)
async def test_t48_a_refused_file_is_an_error_although_it_is_http_200(
    actor: str, path: str, error: type[MoodleError], client: MoodleClient, replay: MoodleReplay
) -> None:
    with pytest.raises(error):
        await client.download(replay.url + path, token=replay.token(actor))


async def test_t48_an_address_kept_by_an_index_ends_with_the_page(
    client: MoodleClient, replay: MoodleReplay
) -> None:
    carol = replay.token("carol")
    replay.switch_on("hidemod", "delmod")
    for path in (PAGE, SYLLABUS):
        with pytest.raises(MoodleNotAvailableError):
            await client.download(replay.url + path, token=carol)


@pytest.mark.parametrize(
    ("kind", "value", "size", "declared"),
    [
        ("html", "", 0, "text/plain"),
        ("half_json", "", 85, "text/plain"),
        ("body", '{"error": "half', 0, ""),
        ("body", '{"a": 1}', 0, "text/plain"),
        ("status", "500", 0, ""),
    ],
)
async def test_t48_what_is_not_the_declared_file_is_refused(
    kind: str, value: str, size: int, declared: str, make_client: MakeClient, replay: MoodleReplay
) -> None:
    replay.fail(kind, value=value)
    with pytest.raises(MoodleUnknownError):
        await make_client().download(replay.url + SYLLABUS, size=size, media_type=declared)


async def test_t48_a_file_that_is_cut_is_refused(client: MoodleClient, replay: MoodleReplay) -> None:
    with pytest.raises(MoodleUnknownError):
        await client.download(replay.url + SYLLABUS, size=86)


async def test_a_stored_json_file_passes(client: MoodleClient, replay: MoodleReplay) -> None:
    replay.fail("body", value='{"a": 1}')
    file = await client.download(replay.url + SYLLABUS, size=8, media_type="application/json")
    assert file.content == b'{"a": 1}'


@pytest.mark.parametrize(
    "url",
    [
        "http://evil.example/webservice/pluginfile.php/1/a.txt",
        "{site}/course/view.php?id=2",
        "{site}/webservice/pluginfile.php/../../admin/index.php",
        "file:///etc/passwd",
        "{site}.evil.example/webservice/pluginfile.php/1/a.txt",
        "",
    ],
)
async def test_a_token_is_not_sent_to_another_address(
    url: str, client: MoodleClient, replay: MoodleReplay
) -> None:
    with pytest.raises(MoodleNotAvailableError):
        await client.download(url.format(site=replay.url))
    assert not replay.asked
