"""That an outage is said once, and the next one again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from fidedigno.verify.outage import Outage


def test_an_outage_begins_once() -> None:
    outage = Outage()
    assert [outage.begins() for _ in range(3)] == [True, False, False]


def test_another_one_begins_after_it_ended() -> None:
    outage = Outage()
    outage.begins()
    outage.ends()
    assert outage.begins()


def test_among_threads_one_alone_sees_it_begin() -> None:
    outage = Outage()
    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(lambda _: outage.begins(), range(200))) == 1
