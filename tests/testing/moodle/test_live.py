"""Tokens, clock, faults and counts of a running site."""

from datetime import UTC, datetime

import pytest

from fidedigno.errors import UsageError
from fidedigno.testing.moodle import MoodleServer, Scenario
from fidedigno.testing.moodle.live import LiveSite
from fidedigno.testing.moodle.load import parse_scenario
from tests.testing.moodle.client import REST, ask, code, request

SITE_INFO = "core_webservice_get_site_info"


def test_tokens_are_made_up_anew_at_every_start(site: Scenario) -> None:
    first, second = LiveSite(site), LiveSite(site)
    assert first.token("alice") != second.token("alice")
    assert len({first.token(key) for key in ("alice", "bob", "wsbot")}) == 3
    with pytest.raises(UsageError):
        first.token("henry")


def test_a_token_of_the_scenario_is_kept() -> None:
    text = "site: S\ntimezone: UTC\nusers:\n  ana: {fullname: Ana, email: a@example.test, token: mine}\n"
    assert LiveSite(parse_scenario(text)).token("ana") == "mine"
    twice = text + "  eva: {fullname: Eva, email: e@example.test, token: mine}\n"
    with pytest.raises(UsageError, match="one token"):
        LiveSite(parse_scenario(twice))


def test_a_revoked_token_is_unknown_at_once(moodle: MoodleServer) -> None:
    token = moodle.token("carol")
    moodle.revoke_token("carol")
    form = {"wstoken": token, "wsfunction": SITE_INFO, "moodlewsrestformat": "json"}
    assert request(moodle.url, REST, form).body["errorcode"] == "invalidtoken"
    with pytest.raises(UsageError):
        moodle.token("carol")
    assert moodle.new_token("carol") != token
    assert ask(moodle, "carol", SITE_INFO)["username"] == "carol"


def test_a_suspended_account_is_refused_by_name(moodle: MoodleServer) -> None:
    moodle.suspend("carol")
    answer = ask(moodle, "carol", SITE_INFO)
    assert answer["errorcode"] == "wsaccessusersuspended"
    assert "carol" in answer["message"]


def test_calls_are_counted_by_function_and_person_without_tokens(moodle: MoodleServer) -> None:
    ask(moodle, "alice", SITE_INFO)
    request(moodle.url, REST, {"wsfunction": SITE_INFO, "wstoken": "guess"})
    assert moodle.calls == {(SITE_INFO, "alice"): 1, (SITE_INFO, "nobody"): 1}
    assert moodle.token("alice") not in repr(moodle.calls)
    assert moodle.token("alice") not in repr(moodle.scenario)


def test_the_clock_starts_where_the_scenario_says(site: Scenario) -> None:
    live = LiveSite(site)
    assert site.now is not None
    assert 0 <= live.now() - site.now < 30


def test_stamps_of_changes_never_repeat(site: Scenario) -> None:
    live = LiveSite(site)
    stamps = [live.stamp() for _ in range(5)]
    assert stamps == sorted(set(stamps))


def test_a_moment_needs_a_timezone_or_the_form_of_the_site(site: Scenario) -> None:
    live = LiveSite(site)
    live.grant_extension("erin", "a1", datetime(2027, 2, 1, 12, tzinfo=UTC))
    live.grant_extension("carol", "a1", "2027-02-01 12:00")
    flags = live.scenario.modules["a1"].body.flags  # type: ignore[union-attr]
    assert flags["erin"].extension == flags["carol"].extension == 1801483200
    for wrong in (datetime(2027, 2, 1), "tomorrow", "2027-02-01"):  # noqa: DTZ001 - the mistake to be refused
        with pytest.raises(UsageError):
            live.grant_extension("erin", "a1", wrong)


def test_what_does_not_exist_cannot_change(site: Scenario) -> None:
    live = LiveSite(site)
    for change in (
        lambda: live.grant_extension("erin", "nothing", "2027-02-01 12:00"),
        lambda: live.grant_extension("gina", "a1", "2027-02-01 12:00"),
        lambda: live.move_due("syllabus", "2027-02-01 12:00"),
        lambda: live.set_override("a1", due="2027-02-01 12:00"),
        lambda: live.set_override("a1", user="alice", group="A"),
        lambda: live.revoke_token("nobody"),
        lambda: live.new_token("nobody"),
        lambda: live.fail("gremlins"),  # type: ignore[arg-type]
    ):
        with pytest.raises(UsageError):
            change()
    assert live.scenario == site


def test_hidden_marks_of_a_locked_person_stay_as_they_were(moodle: MoodleServer) -> None:
    moodle.lock("carol", "a1")
    status = ask(moodle, "carol", "mod_assign_get_submission_status", {"assignid": 1})
    assert status["lastattempt"]["locked"] is True
    assert "feedback" not in status
    moodle.unlock("carol", "a1")
    status = ask(moodle, "carol", "mod_assign_get_submission_status", {"assignid": 1})
    assert status["lastattempt"]["locked"] is False
    assert code(status) is None
