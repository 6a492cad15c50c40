"""The external ids that a mirror remembers, as long as it remembers them."""

import asyncio
import json
import os
from pathlib import Path

import pytest

from fidedigno.model import AccessList, Principal
from fidedigno.sources.connector import Coverage
from fidedigno.sources.mirror import STATE_FILE, file_name, mirror, read_state
from fidedigno.sources.mirror_ids import MirrorIds
from tests.fakes.connector import FakeConnector, Held

STAFF = AccessList.any_of(Principal.group("fake:corp:staff"))
DECLARATION = {"name": "corp", "owner": "ann"}
STRANGE = ["1", "A/b:c?d", "ñ / 日本", "x" * 500, "a\nb", "\ud800"]


@pytest.fixture
def connector() -> FakeConnector:
    fake = FakeConnector()
    for identifier in STRANGE:
        fake.put(identifier, Held("a.md", f"text {STRANGE.index(identifier)}", STAFF))
    return fake


def run(connector: FakeConnector, folder: Path, *, contents: bool = True) -> Coverage:
    return asyncio.run(mirror(connector, folder, DECLARATION, contents=contents)).coverage


def name_of(connector: FakeConnector, identifier: str) -> str:
    return file_name(connector._item(identifier))


@pytest.mark.parametrize("identifier", STRANGE)
def test_every_id_comes_back_as_the_system_wrote_it(
    connector: FakeConnector, tmp_path: Path, identifier: str
) -> None:
    run(connector, tmp_path)
    assert MirrorIds(tmp_path).of(name_of(connector, identifier)) == identifier


def test_a_new_synchronisation_is_seen_and_what_is_gone_is_forgotten(
    connector: FakeConnector, tmp_path: Path
) -> None:
    run(connector, tmp_path)
    ids, gone = MirrorIds(tmp_path), name_of(connector, "1")
    assert ids.of(gone) == "1"
    connector.put("new", Held("n.md", "text", STAFF))
    connector.drop("1")
    assert run(connector, tmp_path) is Coverage.SINCE
    assert ids.of(gone) == ""
    assert ids.of(name_of(connector, "new")) == "new"
    assert len(read_state(tmp_path).external_ids) == len(STRANGE)


def test_a_document_without_content_has_no_file_and_no_id(connector: FakeConnector, tmp_path: Path) -> None:
    connector.unreadable = {"1"}
    run(connector, tmp_path)
    assert MirrorIds(tmp_path).of(name_of(connector, "1")) == ""
    connector.unreadable = set()
    run(connector, tmp_path)
    assert MirrorIds(tmp_path).of(name_of(connector, "1")) == "1"


def test_rights_read_alone_keep_the_ids(connector: FakeConnector, tmp_path: Path) -> None:
    run(connector, tmp_path)
    run(connector, tmp_path, contents=False)
    assert MirrorIds(tmp_path).of(name_of(connector, "1")) == "1"


def test_a_mirror_of_before_reads_everything_once_and_no_content_again(
    connector: FakeConnector, tmp_path: Path
) -> None:
    run(connector, tmp_path)
    state = json.loads((tmp_path / STATE_FILE).read_text())
    del state["external_ids"]
    (tmp_path / STATE_FILE).write_text(json.dumps(state))
    ids = MirrorIds(tmp_path)
    assert ids.of(name_of(connector, "1")) == ""
    connector.unreadable = set(STRANGE)  # would be told as failed if a content were read
    assert run(connector, tmp_path) is Coverage.FULL
    assert ids.of(name_of(connector, "1")) == "1"
    assert run(connector, tmp_path) is Coverage.SINCE


@pytest.mark.parametrize("text", ["", "[]", "{", '{"external_ids": {"a": 1}}', "\0" * 99, "[" * 100_000])
def test_a_damaged_memory_and_none_at_all_know_nothing(tmp_path: Path, text: str) -> None:
    ids = MirrorIds(tmp_path / "m")
    assert ids.of("doc-1.md") == ""
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / STATE_FILE).write_text(text)
    assert ids.of("doc-1.md") == ""
    assert ids.of("a") == ""


def test_the_memory_is_read_once_while_it_is_the_same(connector: FakeConnector, tmp_path: Path) -> None:
    run(connector, tmp_path)
    ids, name = MirrorIds(tmp_path), name_of(connector, "1")
    assert ids.of(name) == "1"
    file = tmp_path / STATE_FILE
    status, size = file.stat(), len(file.read_bytes())
    file.write_bytes(b" " * size)
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert ids.of(name) == "1", "as it was read before"
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns + 1))
    assert ids.of(name) == ""
