"""The replayed Moodle itself: it says what was recorded, and says so when nothing was."""

import httpx
import pytest

from tests.fakes.moodle_replay import REST, MoodleReplay


def post(replay: MoodleReplay, path: str, **form: str) -> httpx.Response:
    return httpx.post(replay.url + path, data=form, trust_env=False)


@pytest.mark.parametrize(
    ("name", "username", "password", "service"),
    [
        ("token-ok.json", "alice", "<password>", "moodle_mobile_app"),
        ("token-bad-password.json", "alice", "<wrong password>", "moodle_mobile_app"),
    ],
)
def test_it_gives_tokens_as_recorded(
    name: str, username: str, password: str, service: str, replay: MoodleReplay
) -> None:
    answer = post(replay, "/login/token.php", username=username, password=password, service=service)
    assert answer.json() == replay.body(name)


def test_it_answers_xml_to_whom_does_not_ask_for_json(replay: MoodleReplay) -> None:
    token = replay.token("wsbot").get_secret_value()
    answer = post(replay, REST, wstoken=token, wsfunction="core_course_get_contents")
    assert answer.text.startswith("<?xml")


def test_it_says_what_was_not_recorded(replay: MoodleReplay) -> None:
    token = replay.token("alice").get_secret_value()
    answer = post(replay, REST, wstoken=token, wsfunction="core_nothing", moodlewsrestformat="json")
    assert answer.json()["errorcode"] == "norecording"
    assert [each.function for each in replay.unmatched] == ["core_nothing"]


def test_a_layer_changes_an_answer_and_the_last_one_wins(replay: MoodleReplay) -> None:
    token = replay.token("carol").get_secret_value()
    form = {
        "wstoken": token,
        "wsfunction": "core_course_get_contents",
        "moodlewsrestformat": "json",
        "courseid": "2",
    }
    before = post(replay, REST, **form).json()
    replay.switch_on("hidemod")
    hidden = post(replay, REST, **form).json()
    replay.switch_on("delmod")
    deleted = post(replay, REST, **form).json()
    names = [{m["name"] for s in each for m in s["modules"]} for each in (before, hidden, deleted)]
    assert "Late work policy" in names[0]
    assert "Late work policy" not in names[1]
    assert "Syllabus" in names[1]
    assert "Syllabus" not in names[2]


def test_a_layer_that_was_not_recorded_is_refused(replay: MoodleReplay) -> None:
    with pytest.raises(AssertionError):
        replay.switch_on("earthquake")
