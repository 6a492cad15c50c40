import asyncio

import pytest

from fidedigno.sources.gdrive.together import AT_ONCE, together


async def test_answers_come_in_order_and_few_are_asked_for_at_a_time() -> None:
    running = most = 0

    async def ask(n: int) -> int:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.001 * (n % 3))
        running -= 1
        return n

    assert await together(ask, range(100)) == list(range(100))
    assert 1 < most <= AT_ONCE


async def test_an_error_is_raised_when_nothing_is_running_any_more() -> None:
    ended = []

    async def ask(n: int) -> None:
        await asyncio.sleep(0.001 * n)
        ended.append(n)
        if n == 1:
            raise ValueError

    with pytest.raises(ValueError, match=r"^$"):
        await together(ask, [1, 2, 3])
    assert ended == [1, 2, 3]
