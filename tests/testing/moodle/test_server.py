"""The server as a block, and many threads at once."""

import http.client
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from fidedigno.errors import UsageError
from fidedigno.testing.moodle import MoodleServer, Scenario
from fidedigno.testing.moodle.server import MoodleServer as Server
from tests.testing.moodle.client import REST, ask, essay_of, request

STATUS = "mod_assign_get_submission_status"


def test_it_listens_on_this_machine_while_the_block_lasts(site: Scenario) -> None:
    with Server(site) as moodle:
        url = moodle.url
        assert url.startswith("http://127.0.0.1:")
        assert essay_of(moodle, "alice")["id"] == 1
        with pytest.raises(UsageError):
            moodle.__enter__()
    with pytest.raises((ConnectionError, http.client.HTTPException)):
        request(url, REST, {})
    with pytest.raises(UsageError):
        assert moodle.url


def test_a_port_that_is_taken_is_said(site: Scenario, moodle: MoodleServer) -> None:
    port = int(moodle.url.rpartition(":")[2])
    with pytest.raises(UsageError, match=str(port)), MoodleServer(site, port=port):
        pass
    with pytest.raises(UsageError), MoodleServer(site, port=70_000):
        pass


def test_readers_see_one_state_or_the_next_and_no_mixture(moodle: MoodleServer) -> None:
    early = ("2027-01-10 10:00", "2027-01-11 10:00")
    late = ("2027-03-10 10:00", "2027-03-11 10:00")
    stop = threading.Event()

    def change() -> None:
        while not stop.is_set():
            for due, cutoff in (early, late):
                moodle.set_override("a1", user="alice", due=due, cutoff=cutoff)

    moodle.set_override("a1", user="alice", due=early[0], cutoff=early[1])
    changer = threading.Thread(target=change)
    changer.start()
    try:
        with ThreadPoolExecutor(8) as pool:
            essays = list(pool.map(lambda _: essay_of(moodle, "alice"), range(80)))
    finally:
        stop.set()
        changer.join()
    assert {each["cutoffdate"] - each["duedate"] for each in essays} == {86_400}


def test_many_graders_who_look_at_once_make_one_row(moodle: MoodleServer) -> None:
    with ThreadPoolExecutor(8) as pool:
        looks = [
            pool.submit(ask, moodle, "wsbot", STATUS, {"assignid": 1, "userid": user}) for user in (7, 8) * 10
        ]
        rows = [each.result()["lastattempt"]["submission"] for each in looks]
    assert len({row["id"] for row in rows}) == 2
    assert {row["id"] for row in rows if row["userid"] == 7}.isdisjoint(
        row["id"] for row in rows if row["userid"] == 8
    )


def test_every_call_is_counted_once(moodle: MoodleServer) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda user: essay_of(moodle, user), ["alice", "bob"] * 20))
    assert moodle.calls == {
        ("mod_assign_get_assignments", "alice"): 20,
        ("mod_assign_get_assignments", "bob"): 20,
    }
