"""The mirror of a connected system, against the system itself."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import yaml
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from fidedigno.ingest.access_grammar import parse_access_list
from fidedigno.model import ANYONE, NOBODY, UNKNOWN, AccessList, Identity, Principal
from fidedigno.sources.connector import Connector, Coverage, SourceError, SourceItem
from fidedigno.sources.files import CORPUS_FILE, SIDECAR_SUFFIX
from fidedigno.sources.mirror import file_name, mirror, read_state
from tests.fakes.connector import UPDATED, FakeConnector, Held

STAFF, HR, ANN = Principal.group("fake:corp:staff"), Principal.group("fake:corp:hr"), Principal.user("ann")
LISTS = [
    AccessList.any_of(STAFF),
    AccessList.any_of(STAFF, ANN),
    AccessList.all_of(AccessList.any_of(STAFF), AccessList.any_of(HR)),
    AccessList.any_of(STAFF, denied=[ANN]),
    AccessList.any_of(ANYONE),
    NOBODY,
    UNKNOWN,
]
DECLARATION = {"name": "corp", "owner": "ann"}
BEGAN = datetime(2026, 11, 30, 9, tzinfo=UTC)


def documents_in(folder: Path) -> dict[str, tuple[str, AccessList]]:
    """What the folder says: text and rights of each document by its title."""
    found = {}
    for path in folder.glob("doc-*.md"):
        said = yaml.safe_load((path.parent / (path.name + SIDECAR_SUFFIX)).read_text())
        found[said["title"]] = (path.read_text(), parse_access_list(said["acl"]))
    return found


def as_the_system_has_it(connector: FakeConnector) -> dict[str, tuple[str, AccessList]]:
    closed = {NOBODY, UNKNOWN}
    return {
        held.name: (held.text, NOBODY if held.acl in closed else held.acl.normalised())
        for held in connector.documents.values()
        if held.name.endswith(".md")
    }


def is_markdown(name: str) -> bool:
    return name.endswith(".md")


@pytest.fixture
def connector() -> FakeConnector:
    fake = FakeConnector()
    fake.put("1", Held("a.md", "one", LISTS[0]))
    fake.put("2", Held("b.md", "two", LISTS[2]))
    fake.put("3", Held("c.exe", "no text", LISTS[0]))
    return fake


async def test_the_first_run_takes_everything_in(connector: FakeConnector, tmp_path: Path) -> None:
    protocol: Connector = connector
    report = await mirror(protocol, tmp_path / "m", DECLARATION, supports=is_markdown, now=lambda: BEGAN)
    assert documents_in(tmp_path / "m") == as_the_system_has_it(connector)
    assert (report.coverage, set(report.written), report.left_out) == (Coverage.FULL, {"1", "2"}, 1)
    assert yaml.safe_load((tmp_path / "m" / CORPUS_FILE).read_text()) == DECLARATION
    assert report.rights_read_at == read_state(tmp_path / "m").rights_read_at == BEGAN


async def test_a_change_of_rights_alone_reads_no_content(connector: FakeConnector, tmp_path: Path) -> None:
    await mirror(connector, tmp_path, DECLARATION)
    connector.documents["1"].acl = NOBODY
    connector.put("1", connector.documents["1"])
    connector.unreadable = {"1", "2", "3"}
    report = await mirror(connector, tmp_path, DECLARATION)
    assert (report.coverage, report.relabelled, report.written, report.failed) == (Coverage.SINCE, 1, (), ())
    assert documents_in(tmp_path)["a.md"] == ("one", NOBODY)


async def test_a_stream_that_breaks_changes_nothing(connector: FakeConnector, tmp_path: Path) -> None:
    await mirror(connector, tmp_path, DECLARATION, now=lambda: BEGAN)
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    connector.put("1", Held("a.md", "changed", AccessList.any_of(ANYONE), 2))
    connector.drop("2")
    connector.breaks_after = 1
    with pytest.raises(SourceError):
        await mirror(connector, tmp_path, {"name": "other"}, now=lambda: BEGAN + timedelta(hours=1))
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before
    connector.breaks_after = None
    await mirror(connector, tmp_path, DECLARATION, supports=is_markdown)
    assert documents_in(tmp_path) == as_the_system_has_it(connector)


async def test_a_content_that_cannot_be_read_stays_under_its_new_rights(
    connector: FakeConnector, tmp_path: Path
) -> None:
    await mirror(connector, tmp_path, DECLARATION)
    connector.put("1", Held("a.md", "changed", NOBODY, 2))
    connector.unreadable = {"1"}
    report = await mirror(connector, tmp_path, DECLARATION)
    assert report.failed == ("1",)
    assert documents_in(tmp_path)["a.md"] == ("one", NOBODY)
    connector.unreadable = set()
    await mirror(connector, tmp_path, DECLARATION)
    assert documents_in(tmp_path)["a.md"] == ("changed", NOBODY)
    assert connector.asked_with[-1] == connector.asked_with[-2]


async def test_an_older_content_is_not_opened_by_the_rights_that_were_given_to_a_newer_one(
    connector: FakeConnector, tmp_path: Path
) -> None:
    await mirror(connector, tmp_path, DECLARATION)
    connector.put("1", Held("a.md", "the salary was taken out", LISTS[1], 2))
    await mirror(connector, tmp_path, DECLARATION, contents=False)
    text, acl = documents_in(tmp_path)["a.md"]
    assert (text, acl.normalised()) == ("one", AccessList.all_of(LISTS[0], LISTS[1]).normalised())
    connector.put("1", Held("a.md", "the salary was taken out", AccessList.any_of(ANYONE), 2))
    await mirror(connector, tmp_path, DECLARATION, contents=False)
    assert not documents_in(tmp_path)["a.md"][1].allows(Identity("t", "eve", frozenset({ANYONE})))
    await mirror(connector, tmp_path, DECLARATION)
    assert documents_in(tmp_path)["a.md"] == ("the salary was taken out", AccessList.any_of(ANYONE))


async def test_an_older_content_whose_sidecar_cannot_be_understood_is_closed(
    connector: FakeConnector, tmp_path: Path
) -> None:
    await mirror(connector, tmp_path, DECLARATION, supports=is_markdown)
    for sidecar in tmp_path.glob("*" + SIDECAR_SUFFIX):
        sidecar.write_bytes(b"acl: [")
    connector.put("1", Held("a.md", "two", LISTS[0], 2))
    await mirror(connector, tmp_path, DECLARATION, supports=is_markdown, contents=False)
    said = [
        yaml.safe_load(each.read_bytes())
        for each in tmp_path.glob("*" + SIDECAR_SUFFIX)
        if each.stat().st_size > 10
    ]
    assert [each["acl"] for each in said if each["title"] == "a.md"] == ["nobody"]


async def test_a_content_that_the_system_refuses_leaves_the_mirror_until_it_may_be_read(
    connector: FakeConnector, tmp_path: Path
) -> None:
    await mirror(connector, tmp_path, DECLARATION, supports=is_markdown)
    connector.put("1", Held("a.md", "changed", LISTS[0], 2))
    connector.refused = {"1"}
    report = await mirror(connector, tmp_path, DECLARATION, supports=is_markdown)
    assert (report.failed, report.removed) == (("1",), 1)
    assert documents_in(tmp_path).keys() == {"b.md"}
    connector.refused = set()
    await mirror(connector, tmp_path, DECLARATION, supports=is_markdown)
    assert documents_in(tmp_path) == as_the_system_has_it(connector)


async def test_an_unknown_access_list_closes_is_counted_and_is_asked_for_again(
    connector: FakeConnector, tmp_path: Path
) -> None:
    connector.put("1", Held("a.md", "one", UNKNOWN))
    report = await mirror(connector, tmp_path, DECLARATION)
    assert report.unknown == ("1",)
    assert documents_in(tmp_path)["a.md"][1] == NOBODY
    connector.documents["1"].acl = LISTS[0]
    assert (await mirror(connector, tmp_path, DECLARATION)).unknown == ()
    assert documents_in(tmp_path)["a.md"][1] == LISTS[0]


async def test_a_document_of_another_format_now_leaves_no_old_file(
    connector: FakeConnector, tmp_path: Path
) -> None:
    await mirror(connector, tmp_path, DECLARATION)
    connector.put("1", Held("a.txt", "text", LISTS[0], 2))
    await mirror(connector, tmp_path, DECLARATION)
    assert "a.md" not in documents_in(tmp_path)
    assert sum(each.suffix == ".txt" for each in tmp_path.iterdir()) == 1


async def test_a_document_that_became_unreadable_by_kind_is_removed(
    connector: FakeConnector, tmp_path: Path
) -> None:
    await mirror(connector, tmp_path, DECLARATION, supports=is_markdown)
    connector.put("1", Held("a.exe", "code", LISTS[0], 2))
    await mirror(connector, tmp_path, DECLARATION, supports=is_markdown)
    assert set(documents_in(tmp_path)) == {"b.md"}


async def test_a_system_that_forgot_the_cursor_is_read_whole(
    connector: FakeConnector, tmp_path: Path
) -> None:
    await mirror(connector, tmp_path, DECLARATION)
    connector.drop("2")
    connector.forgets_cursors = True
    report = await mirror(connector, tmp_path, DECLARATION)
    assert report.coverage is Coverage.FULL
    assert set(documents_in(tmp_path)) == {"a.md"}


@pytest.mark.parametrize(
    "memory",
    [b"", b"{", b"[]", b'{"rights_read_at": "x"}', b'{"rights_read_at": "2026-11-30T09:00:00", "cursor": 1}'],
)
async def test_a_memory_that_cannot_be_read_means_reading_everything(
    connector: FakeConnector, tmp_path: Path, memory: bytes
) -> None:
    await mirror(connector, tmp_path, DECLARATION)
    (tmp_path / ".mirror.json").write_bytes(memory)
    assert (await mirror(connector, tmp_path, DECLARATION)).coverage is Coverage.FULL


@pytest.mark.parametrize(
    "identifier", ["../../etc/passwd", "a" * 10_000, "\ud800", "", "a/b\x00c", ".corpus"]
)
@pytest.mark.parametrize("name", ["x.md", "x.md/../y", "x." + "y" * 300, ".", "x.\u202emd", ""])
def test_no_name_leads_out_of_the_folder(identifier: str, name: str) -> None:
    async def read() -> bytes:
        return b""

    item = SourceItem(identifier, name, name, NOBODY, "1", UPDATED, read)
    assert file_name(item).removesuffix(".md").removeprefix("doc-").isalnum()


identifiers = st.sampled_from(["1", "2", "3", "4"])


class MirrorMachine(RuleBasedStateMachine):
    """Documents come, go, and change rights; runs fail half-way; the mirror never says more than was true.

    The reference is the system itself, as it was at the last run that ended.
    """

    @initialize()
    def begin(self) -> None:
        self.connector = FakeConnector()
        self.place = TemporaryDirectory()
        self.folder = Path(self.place.name) / "m"
        self.held: dict[str, tuple[str, AccessList]] = {}
        """The text that lies there, and whom it may be open to: whoever every list since it was read let in."""
        self.serial = 0

    def teardown(self) -> None:
        if hasattr(self, "place"):
            self.place.cleanup()

    @rule(identifier=identifiers, acl=st.sampled_from(LISTS), text=st.booleans())
    def put(self, identifier: str, acl: AccessList, text: bool) -> None:
        self.serial += text
        old = self.connector.documents.get(identifier)
        version = self.serial if text or old is None else old.version
        said = f"text {version}" if text or old is None else old.text
        self.connector.put(identifier, Held(f"{identifier}.md", said, acl, version))

    @precondition(lambda self: self.connector.documents)
    @rule(data=st.data())
    def drop(self, data: st.DataObject) -> None:
        self.connector.drop(data.draw(st.sampled_from(sorted(self.connector.documents))))

    @rule(breaks=st.none() | st.integers(0, 3), unreadable=st.sets(identifiers), forgets=st.booleans())
    def run(self, breaks: int | None, unreadable: set[str], forgets: bool) -> None:
        self.connector.breaks_after = breaks
        self.connector.unreadable = unreadable
        self.connector.forgets_cursors = forgets
        before = documents_in(self.folder)
        try:
            report = asyncio.run(mirror(self.connector, self.folder, DECLARATION))
        except SourceError:
            assert documents_in(self.folder) == before
            return
        now = as_the_system_has_it(self.connector)
        found = documents_in(self.folder)
        assert set(found) <= set(now)
        for name, (text, acl) in now.items():
            before_text, before_acl = self.held.get(name, (text, acl))
            joined = acl if before_text == text else AccessList.all_of(before_acl, acl)
            self.held[name] = (text, acl) if found.get(name, ("",))[0] == text else (before_text, joined)
        self.held = {name: self.held[name] for name in found}
        assert {name: (text, acl.normalised()) for name, (text, acl) in found.items()} == {
            name: (text, acl.normalised()) for name, (text, acl) in self.held.items()
        }
        missed = {f"{each}.md" for each in report.failed}
        assert {name: found.get(name) for name in now if name not in missed} == {
            name: now[name] for name in now if name not in missed
        }

    @invariant()
    def nothing_lies_open(self) -> None:
        for path in self.folder.glob("doc-*.md") if hasattr(self, "folder") else ():
            assert (path.parent / (path.name + SIDECAR_SUFFIX)).is_file()


TestMirror = MirrorMachine.TestCase
TestMirror.settings = settings(max_examples=60, stateful_step_count=20, deadline=None)


async def test_labels_are_kept_and_a_change_of_them_alone_reads_no_content(
    connector: FakeConnector, tmp_path: Path
) -> None:
    def labels() -> dict[str, str]:
        sidecar = next(path for path in (tmp_path / "m").glob("*.meta.yaml") if "a.md" in path.read_text())
        return dict(yaml.safe_load(sidecar.read_text())["labels"])

    connector.put("1", Held("a.md", "one", LISTS[0], labels={"mip": "general", "odd\n\x07name": ""}))
    await mirror(connector, tmp_path / "m", DECLARATION, supports=is_markdown, now=lambda: BEGAN)
    assert labels() == {"mip": "general", "odd name": ""}
    connector.unreadable = {"1", "2"}
    connector.put("1", Held("a.md", "one", LISTS[0], labels={"mip": "secret"}))
    report = await mirror(connector, tmp_path / "m", DECLARATION, supports=is_markdown, now=lambda: BEGAN)
    assert (labels(), report.relabelled, report.written) == ({"mip": "secret"}, 1, ())
    assert report.failed == ()
