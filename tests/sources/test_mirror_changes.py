"""What a run of the mirror says of changed rights, of the time of changes, and of contents that had to wait."""

from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fidedigno.model import NOBODY, UNKNOWN, AccessList, Principal
from fidedigno.sources.connector import Change, Upserted
from fidedigno.sources.mirror import MirrorReport, mirror, read_state
from tests.fakes.connector import FakeConnector, Held

STAFF = AccessList.any_of(Principal.group("fake:corp:staff"))
HR = AccessList.any_of(Principal.group("fake:corp:hr"))
DECLARATION = {"name": "corp", "owner": "ann"}
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@dataclass
class Telling(FakeConnector):
    """A system that says when something changed."""

    at: dict[str, datetime] = field(default_factory=dict)

    async def _stream(self, identifiers: list[str]) -> AsyncIterator[Change]:
        async for change in super()._stream(identifiers):
            identifier = change.item.external_id if isinstance(change, Upserted) else change.external_id
            yield replace(change, at=self.at.get(identifier))


@pytest.fixture
def connector() -> Telling:
    fake = Telling()
    for number in "123":
        fake.put(number, Held(f"{number}.md", f"text {number}", STAFF))
    return fake


async def run(
    connector: Telling, folder: Path, *, contents: bool = True, most: int | None = None
) -> MirrorReport:
    left = iter(() if most is None else [True] * most)
    go_on = (lambda: True) if most is None else (lambda: next(left, False))
    return await mirror(connector, folder, DECLARATION, contents=contents, go_on=go_on)


def change(connector: Telling, numbers: Iterable[str], acl: AccessList) -> None:
    for number in numbers:
        connector.put(number, replace(connector.documents[number], acl=acl))


async def test_other_rights_are_counted_once_and_only_they(connector: Telling, tmp_path: Path) -> None:
    assert (await run(connector, tmp_path)).rights_changed == 0, "what is new took nothing from anybody"
    change(connector, "12", HR)
    connector.put("3", replace(connector.documents["3"], text="another text", version=2))
    assert (await run(connector, tmp_path, contents=False)).rights_changed == 2
    assert (await run(connector, tmp_path)).rights_changed == 0
    change(connector, "1", STAFF)
    connector.forgets_cursors = True
    assert (await run(connector, tmp_path)).rights_changed == 1
    assert (await run(connector, tmp_path)).rights_changed == 0


async def test_a_list_that_could_not_be_read_is_no_change_until_it_is_read_again(
    connector: Telling, tmp_path: Path
) -> None:
    await run(connector, tmp_path)
    change(connector, "1", UNKNOWN)
    report = await run(connector, tmp_path)
    assert (report.rights_changed, report.unknown) == (0, ("1",))
    change(connector, "1", STAFF)
    assert (await run(connector, tmp_path)).rights_changed == 0, "it says what it said before"
    change(connector, "1", UNKNOWN)
    await run(connector, tmp_path)
    change(connector, "1", NOBODY)
    assert (await run(connector, tmp_path)).rights_changed == 1


async def test_the_moments_of_changed_rights_and_removals_are_told_and_no_others(
    connector: Telling, tmp_path: Path
) -> None:
    await run(connector, tmp_path)
    connector.at = {number: NOON + timedelta(minutes=int(number)) for number in "123"}
    change(connector, "1", HR)
    connector.put("2", replace(connector.documents["2"], text="another text", version=2))
    connector.drop("3")
    report = await run(connector, tmp_path, contents=False)
    assert (report.rights_changed, report.removed) == (1, 1)
    assert sorted(report.changed_at) == [connector.at["1"], connector.at["3"]]


async def test_contents_that_have_to_wait_come_in_later_runs_with_their_present_rights(
    connector: Telling, tmp_path: Path
) -> None:
    first = await run(connector, tmp_path, most=1)
    assert (len(first.written), first.postponed) == (1, 2)
    assert read_state(tmp_path).cursor is None, "the next run asks for all of it again"
    change(connector, "123", HR)
    second = await run(connector, tmp_path, most=1)
    assert (len(second.written), second.postponed) == (1, 1)
    assert second.rights_changed == 3
    third = await run(connector, tmp_path)
    assert (len(third.written), third.postponed) == (1, 0)
    assert read_state(tmp_path).cursor is not None
    assert len(list(tmp_path.glob("doc-*.md"))) == 3


async def test_a_run_that_may_not_go_on_still_renews_every_right(connector: Telling, tmp_path: Path) -> None:
    await run(connector, tmp_path)
    change(connector, "123", NOBODY)
    connector.put("1", replace(connector.documents["1"], text="another text", version=2))
    report = await run(connector, tmp_path, most=0)
    assert (report.relabelled, report.rights_changed, report.postponed, report.written) == (3, 3, 1, ())
