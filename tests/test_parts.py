"""A part of a workspace is made once, by whichever thread comes first."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

from fidedigno.parts import part


class Place:
    def __init__(self) -> None:
        self.made = 0

    @part
    def thing(self) -> object:
        self.made += 1
        time.sleep(0.02)
        return object()


def test_threads_that_come_at_once_get_one_and_the_same() -> None:
    place, together = Place(), threading.Barrier(8)

    def get(_: int) -> object:
        together.wait()
        return place.thing

    with ThreadPoolExecutor(8) as pool:
        got = list(pool.map(get, range(8)))
    assert place.made == 1
    assert all(each is got[0] for each in got)


def test_one_that_was_let_go_is_made_anew() -> None:
    place = Place()
    first = place.thing
    del place.__dict__["thing"]
    assert place.thing is not first
    assert place.made == 2
