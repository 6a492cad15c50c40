import asyncio
from typing import Any

import pytest

from fidedigno.sources.connector import LiveVerdict
from fidedigno.sources.declared.declaration import Check
from fidedigno.sources.declared.live import check_document
from tests.fakes.declared import FORCE, HUB, CustomerSystem
from tests.sources.declared.conftest import Connect


@pytest.mark.parametrize("declaration", [HUB, FORCE])
async def test_only_true_allows(system: CustomerSystem, connect: Connect, declaration: str) -> None:
    connector = connect(declaration)
    system.allowed.add(("11", "a/1&x"))
    assert await connector.check("11", "a/1&x") is LiveVerdict.ALLOWED
    assert await connector.check("12", "a/1&x") is LiveVerdict.DENIED
    assert await connector.check("11", "invented") is LiveVerdict.DENIED


@pytest.mark.parametrize("value", ["true", 1, None, {}, []])
async def test_whatever_is_not_a_plain_word_is_unknown(
    system: CustomerSystem, connect: Connect, value: object
) -> None:
    system.fail("check", 200, body={"access": {"read": value}})
    assert await connect(HUB).check("11", "1") is LiveVerdict.UNKNOWN


@pytest.mark.parametrize("status", [400, 401, 403, 404, 429, 500])
async def test_no_answer_is_unknown(system: CustomerSystem, connect: Connect, status: int) -> None:
    system.fail("check", status)
    assert await connect(HUB).check("11", "1") is LiveVerdict.UNKNOWN


@pytest.mark.parametrize("name", ["", "a\nb", "x" * 10_000])
async def test_hostile_names_are_not_asked_about(system: CustomerSystem, connect: Connect, name: str) -> None:
    assert await connect(HUB).check(name, "1") is LiveVerdict.UNKNOWN
    assert await connect(HUB).check("11", name) is LiveVerdict.UNKNOWN
    assert not system.asked


async def test_without_a_declared_check_nothing_is_known(system: CustomerSystem, connect: Connect) -> None:
    assert await connect(HUB.partition("check:")[0]).check("11", "1") is LiveVerdict.UNKNOWN


async def test_a_check_that_takes_too_long_is_unknown() -> None:
    class Slow:
        rest: Any

        async def ask(self, *said: Any, **more: Any) -> Any:
            await asyncio.sleep(30)

    slow: Any = Slow()
    slow.rest = slow
    said = {"method": "POST", "address": "/x", "person": "p", "document": "d", "allowed": "a"}
    check = Check.model_validate(said)
    assert await check_document(slow, check, "11", "1", 0.05) is LiveVerdict.UNKNOWN
