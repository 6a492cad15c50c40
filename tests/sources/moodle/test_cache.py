"""Readings are kept for one person for some seconds, and asked for once."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from fidedigno.sources.moodle.cache import Reading, ReadingCache, ReadingKey
from fidedigno.sources.moodle.errors import MoodleUnknownError, UnknownCause
from fidedigno.sources.moodle.facts import TokenKind

KEY = ReadingKey(4, TokenKind.OWN, b"mark", 2, "function")


class Source:
    """Counts how often it is read; waits until it is let go."""

    def __init__(self) -> None:
        self.times = 0
        self.go = asyncio.Event()
        self.go.set()

    async def read(self) -> int:
        self.times += 1
        await self.go.wait()
        return self.times


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def test_a_reading_is_kept_as_long_as_declared_and_not_longer() -> None:
    clock, source = Clock(), Source()
    cache = ReadingCache(30, 10, clock=clock)
    first = await cache.get(KEY, source.read)
    clock.now = 29.9
    assert await cache.get(KEY, source.read) is first
    clock.now = 30.0
    assert (await cache.get(KEY, source.read)).value == 2


async def test_the_age_counts_from_when_the_question_was_asked() -> None:
    clock = Clock()
    cache = ReadingCache(30, 10, clock=clock)

    async def slow() -> int:
        clock.now += 20
        return 1

    await cache.get(KEY, slow)
    clock.now = 31
    source = Source()
    assert (await cache.get(KEY, source.read)).value == 1
    assert source.times == 1


@pytest.mark.parametrize(
    "other",
    [
        {"person": 5},
        {"token": TokenKind.SERVICE},
        {"token_mark": b"new"},
        {"course": 3},
        {"what": "x"},
        {"about": 1},
    ],
)
async def test_a_reading_is_never_handed_to_another_key(other: dict[str, object]) -> None:
    cache, source = ReadingCache(30, 10), Source()
    await cache.get(KEY, source.read)
    assert (await cache.get(replace(KEY, **other), source.read)).value == 2  # type: ignore[arg-type]


async def test_askers_at_the_same_time_share_one_request() -> None:
    cache, source = ReadingCache(30, 10), Source()
    source.go.clear()
    waiting = [asyncio.create_task(cache.get(KEY, source.read)) for _ in range(20)]
    await asyncio.sleep(0)
    source.go.set()
    assert {each.value for each in await asyncio.gather(*waiting)} == {1}
    assert source.times == 1


async def test_an_asker_that_gives_up_leaves_the_others_their_reading() -> None:
    cache, source = ReadingCache(30, 10), Source()
    source.go.clear()
    first, second = (asyncio.create_task(cache.get(KEY, source.read)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.sleep(0)
    source.go.set()
    assert (await second).value == 1
    assert first.cancelled()


async def test_a_failure_is_not_kept() -> None:
    cache, source = ReadingCache(30, 10), Source()

    async def fails() -> int:
        raise MoodleUnknownError(UnknownCause.SERVER)

    with pytest.raises(MoodleUnknownError):
        await cache.get(KEY, fails)
    assert (await cache.get(KEY, source.read)).value == 1


async def test_nothing_is_kept_where_no_age_is_allowed() -> None:
    cache, source = ReadingCache(0, 10), Source()
    await cache.get(KEY, source.read)
    assert (await cache.get(KEY, source.read)).value == 2


async def test_the_oldest_goes_when_it_is_full() -> None:
    cache, source = ReadingCache(30, 2), Source()
    keys = [replace(KEY, course=each) for each in range(3)]
    for key in keys:
        await cache.get(key, source.read)
    await cache.get(keys[2], source.read)
    assert source.times == 3
    await cache.get(keys[0], source.read)
    assert source.times == 4


async def test_what_is_forgotten_while_it_is_read_is_not_kept() -> None:
    cache, source = ReadingCache(30, 10), Source()
    source.go.clear()
    waiting = asyncio.create_task(cache.get(KEY, source.read))
    await asyncio.sleep(0)
    cache.forget(KEY.person)
    source.go.set()
    await waiting
    await cache.get(KEY, source.read)
    assert source.times == 2


def test_another_event_loop_does_not_wait_for_the_first_ones_reading() -> None:
    cache, loop = ReadingCache(30, 10), asyncio.new_event_loop()

    async def for_ever() -> int:
        await asyncio.Event().wait()
        return 1

    abandoned = loop.create_task(cache.get(KEY, for_ever))
    loop.run_until_complete(asyncio.sleep(0.01))
    assert asyncio.run(cache.get(KEY, Source().read)).value == 1
    for task in asyncio.all_tasks(loop):
        task.cancel()
    loop.run_until_complete(asyncio.gather(abandoned, return_exceptions=True))
    loop.close()


def test_what_is_kept_does_not_show_itself() -> None:
    shown = repr(Reading("a mark", datetime(2026, 1, 1, tzinfo=UTC))) + repr(KEY)
    assert "a mark" not in shown
    assert "mark" not in repr(KEY)
