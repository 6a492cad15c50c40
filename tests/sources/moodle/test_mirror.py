"""A course as files: what is written, what disappears, what a failure leaves alone; and its ingestion."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from fidedigno import Fidedigno
from fidedigno.errors import ConfigurationError
from fidedigno.ingest.declaration import load_declaration
from fidedigno.ingest.overrides import overrides_from_sidecar
from fidedigno.ingest.parse.choose import is_supported
from fidedigno.sources.mirror import STATE_FILE, MirrorReport, read_state
from fidedigno.sources.moodle.client import MoodleClient
from fidedigno.sources.moodle.errors import MoodleError, MoodleRevokedError, MoodleUnknownError
from fidedigno.sources.moodle.mirror import CorpusOptions, mirror_course, mirror_folder
from fidedigno.sources.moodle.people import read_people
from tests.fakes.mirrored import stored
from tests.fakes.moodle_replay import MoodleReplay
from tests.sources.moodle.conftest import CS101, MakeClient

OPTIONS = CorpusOptions(owner="tess")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "mirror"


async def mirror(client: MoodleClient, root: Path) -> MirrorReport:
    return (await mirror_course(client, CS101, root, OPTIONS, supports=is_supported)).report


def files(root: Path) -> dict[str, bytes]:
    folder = mirror_folder(root, CS101)
    return {each.name: each.read_bytes() for each in sorted(folder.iterdir())}


def documents(root: Path) -> set[str]:
    return {each for each in files(root) if not each.endswith(".yaml") and not each.startswith(".")}


def sidecar(root: Path, name: str) -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(files(root)[f"{name}.meta.yaml"])
    return read


def syllabus(root: Path) -> str:
    return next(each for each in documents(root) if each.endswith(".txt"))


async def test_the_mirror_is_read_by_ordinary_ingestion(client: MoodleClient, root: Path) -> None:
    report = await mirror(client, root)
    assert report.failed == report.unknown == ()
    assert set(map(stored, report.written)) == documents(root)
    declaration = load_declaration(report.folder / "corpus.yaml")
    assert declaration.corpus.name == "moodle-course-2"
    assert declaration.source == "moodle:moodle"
    assert declaration.corpus.authority == "course-official"
    assert not declaration.documents_may_widen
    for name in documents(root):
        said = overrides_from_sidecar(files(root)[f"{name}.meta.yaml"], name=name)
        assert said.acls
        assert said.title
        assert said.version


async def test_every_file_is_for_its_owner_alone(client: MoodleClient, root: Path) -> None:
    report = await mirror(client, root)
    assert report.folder.stat().st_mode & 0o077 == 0
    assert all(each.stat().st_mode & 0o077 == 0 for each in report.folder.iterdir())


async def test_a_second_run_changes_nothing_and_downloads_nothing(
    client: MoodleClient, root: Path, replay: MoodleReplay
) -> None:
    first = await mirror(client, root)
    before = files(root)
    times = {each.name: each.stat().st_mtime_ns for each in first.folder.iterdir()}
    replay.asked.clear()
    second = await mirror(client, root)
    assert (second.written, second.removed, second.relabelled) == ((), 0, 0)
    assert not [each for each in replay.functions() if "pluginfile" in each]
    after = files(root)
    assert {key: value for key, value in after.items() if key != STATE_FILE} == {
        key: value for key, value in before.items() if key != STATE_FILE
    }
    kept = {each.name: each.stat().st_mtime_ns for each in first.folder.iterdir() if each.name != STATE_FILE}
    assert kept == {name: time for name, time in times.items() if name != STATE_FILE}
    assert second.rights_read_at > first.rights_read_at


async def test_what_is_deleted_disappears_and_what_is_hidden_closes(
    client: MoodleClient, root: Path, replay: MoodleReplay
) -> None:
    await mirror(client, root)
    gone = syllabus(root)
    assert sidecar(root, stored("page-7.html"))["acl"] == {"all_of": [["group:moodle:moodle:course:2"]]}
    replay.switch_on("stealth")
    report = await mirror(client, root)
    assert report.removed == 1
    assert gone not in files(root)
    assert f"{gone}.meta.yaml" not in files(root)
    assert sidecar(root, stored("page-7.html"))["acl"] == {"all_of": [["group:moodle:moodle:course:2:staff"]]}
    assert sidecar(root, stored("page-9.html"))["acl"] == {"all_of": [["group:moodle:moodle:course:2:staff"]]}


@pytest.mark.parametrize("kind", ["html", "half_json", "closed", "status", "body", "slow"])
async def test_a_temporary_error_changes_nothing(
    kind: str, make_client: MakeClient, root: Path, replay: MoodleReplay
) -> None:
    client = make_client(attempt=0.5, total=0.5)
    await mirror(client, root)
    before = files(root)
    replay.fail(kind, "get_contents", value={"status": "503", "body": "[{}]", "slow": "2"}.get(kind, ""))
    with pytest.raises(MoodleError):
        await mirror(client, root)
    assert files(root) == before


async def test_maintenance_and_a_revoked_service_token_change_nothing(
    client: MoodleClient, root: Path, replay: MoodleReplay
) -> None:
    await mirror(client, root)
    before = files(root)
    replay.switch_on("maintenance")
    with pytest.raises(MoodleError):
        await mirror(client, root)
    replay.on.clear()
    replay.switch_on("service-disabled")
    with pytest.raises((MoodleRevokedError, ConfigurationError)):
        await mirror(client, root)
    assert files(root) == before


async def test_a_course_that_is_deleted_has_no_documents(
    client: MoodleClient, root: Path, replay: MoodleReplay
) -> None:
    await mirror(client, root)
    missing = replay.body("contents--alice-missing-course.json")
    replay.answers["core_course_get_contents"] = lambda *_: missing
    replay.answers["core_course_get_courses_by_field"] = lambda *_: {"courses": [], "warnings": []}
    report = await mirror(client, root)
    assert documents(root) == set()
    assert report.removed == 9
    assert "corpus.yaml" in files(root)


@pytest.mark.parametrize(
    "refusal", ["with-sitepolicy-contents--dave.json", "after-forcepw-contents--erin.json"]
)
async def test_a_service_account_that_has_something_to_renew_deletes_nothing(
    refusal: str, client: MoodleClient, root: Path, replay: MoodleReplay
) -> None:
    await mirror(client, root)
    before = files(root)
    replay.answers["core_course_get_contents"] = lambda *_: replay.body(refusal)
    with pytest.raises(MoodleUnknownError):
        await mirror(client, root)
    assert files(root) == before


@pytest.mark.parametrize(("kind", "value"), [("html", ""), ("body", '{"error": "half'), ("status", "500")])
async def test_t48_an_error_instead_of_a_file_is_never_stored(
    kind: str, value: str, make_client: MakeClient, root: Path, replay: MoodleReplay
) -> None:
    client = make_client(attempts=1)
    replay.fail(kind, "pluginfile", value=value)
    report = await mirror(client, root)
    assert len(report.failed) == 1
    assert not [each for each in files(root) if ".txt" in each]
    replay.faults.clear()
    (written,) = (await mirror(client, root)).written
    assert stored(written) == syllabus(root)


async def test_t48_a_file_refused_meanwhile_leaves_the_mirror(
    client: MoodleClient, root: Path, replay: MoodleReplay
) -> None:
    await mirror(client, root)
    contents = replay.body("contents--wsbot.json")
    one = next(m for s in contents for m in s["modules"] if m["modname"] == "resource")["contents"][0]
    one["timemodified"] += 60
    one["fileurl"] = one["fileurl"].replace("http://127.0.0.1:8085", replay.url)
    replay.answers["core_course_get_contents"] = lambda *_: contents
    refused = json.dumps(replay.body("file-hidden--alice.json"))
    replay.fail("body", "pluginfile", value=refused)
    report = await mirror(client, root)
    assert report.removed == 1
    assert not [each for each in files(root) if ".txt" in each]
    assert "requireloginerror" not in str(files(root))


async def test_a_file_that_cannot_be_read_keeps_its_content_for_those_whom_its_former_and_its_new_rights_let_in(
    make_client: MakeClient, root: Path, replay: MoodleReplay
) -> None:
    client = make_client(attempts=1)
    await mirror(client, root)
    name = syllabus(root)
    before, version = files(root)[name], sidecar(root, name)["version"]
    contents = replay.body("contents--wsbot.json")
    module = next(m for s in contents for m in s["modules"] if m["modname"] == "resource")
    module["visible"] = 0
    module["contents"][0]["timemodified"] += 60
    module["contents"][0]["fileurl"] = module["contents"][0]["fileurl"].replace(
        "http://127.0.0.1:8085", replay.url
    )
    replay.answers["core_course_get_contents"] = lambda *_: contents
    replay.fail("status", "pluginfile", value="500")
    report = await mirror(client, root)
    assert [stored(each) for each in report.failed] == [name]
    assert files(root)[name] == before
    assert sidecar(root, name)["version"] == version
    course = "group:moodle:moodle:course:2"
    assert sidecar(root, name)["acl"] == {"all_of": [[course], [f"{course}:staff"]]}


async def test_rights_are_written_before_contents(
    client: MoodleClient, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fidedigno.sources.private_folder import PrivateFolder

    order: list[str] = []
    write = PrivateFolder.write

    def noted(folder: PrivateFolder, name: str, content: bytes) -> bool:
        order.append(name)
        return write(folder, name, content)

    monkeypatch.setattr(PrivateFolder, "write", noted)
    await mirror(client, root)
    assert order[0] == "corpus.yaml"
    for name in documents(root):
        assert order.index(f"{name}.meta.yaml") < order.index(name)


async def test_the_time_of_the_rights_survives_a_failure(
    client: MoodleClient, root: Path, replay: MoodleReplay
) -> None:
    report = await mirror(client, root)
    assert read_state(report.folder).rights_read_at == report.rights_read_at
    replay.switch_on("maintenance")
    with pytest.raises(MoodleError):
        await mirror(client, root)
    assert read_state(report.folder).rights_read_at == report.rights_read_at


@pytest.mark.parametrize("memory", [b"", b"{", b"[]", b'{"rights_read_at": 5, "versions": []}', b"\xff" * 9])
async def test_a_broken_memory_is_no_memory(memory: bytes, client: MoodleClient, root: Path) -> None:
    report = await mirror(client, root)
    (report.folder / STATE_FILE).write_bytes(memory)
    assert read_state(report.folder).rights_read_at is None
    assert (await mirror(client, root)).failed == ()


async def test_files_of_others_in_the_folder_are_left_alone(client: MoodleClient, root: Path) -> None:
    folder = mirror_folder(root, CS101)
    folder.mkdir(parents=True)
    (folder / "notes.txt").write_text("mine", encoding="utf-8")
    (folder / stored("page-999.html")).write_text("ours, and gone", encoding="utf-8")
    report = await mirror(client, root)
    assert report.removed == 1
    assert not (folder / stored("page-999.html")).exists()
    assert (folder / "notes.txt").is_file()


async def test_what_ingestion_cannot_read_is_not_downloaded(
    client: MoodleClient, root: Path, replay: MoodleReplay
) -> None:
    await mirror_course(client, CS101, root, OPTIONS, supports=lambda name: name.endswith(".html"))
    assert not [each for each in replay.functions() if "pluginfile" in each]


@pytest.mark.parametrize("function", ["get_pages", "get_assignments", "courseformat_get_state"])
async def test_a_part_that_is_refused_is_not_a_course_that_is_gone(
    function: str, client: MoodleClient, root: Path, replay: MoodleReplay
) -> None:
    await mirror(client, root)
    before = files(root)
    replay.fail("exception", function, value="nopermission")
    with pytest.raises(MoodleUnknownError):
        await mirror(client, root)
    assert files(root) == before


async def test_a_course_that_is_gone_and_a_failure_together_change_nothing(
    client: MoodleClient, root: Path, replay: MoodleReplay
) -> None:
    await mirror(client, root)
    before = files(root)
    replay.fail("exception", "get_contents", value="invalidrecord")
    replay.fail("html", "get_pages")
    with pytest.raises(MoodleUnknownError):
        await mirror(client, root)
    assert files(root) == before


async def test_people_find_what_moodle_shows_them_and_nothing_else(
    client: MoodleClient, root: Path, replay: MoodleReplay, workspace: Fidedigno
) -> None:
    course = await mirror_course(client, CS101, root, OPTIONS, supports=is_supported)
    people = await read_people(client, [CS101], extra_groups=course.groups)
    workspace.directory.load(people.content, replace=False)
    outcome = workspace.ingest(course.report.folder)
    assert not outcome.failed, outcome

    def titles(question: str, user: str | None) -> set[str]:
        return {each.evidence.title for each in workspace.search(question, as_user=user)}

    assert "Late work policy" in titles("late work a day", "alice@example.test")
    assert "Group A only lab" in titles("for lab group A", "alice")
    assert "Group A only lab" not in titles("for lab group A", "carol")
    assert "Marking guide (staff)" in titles("model answers", "tess")
    for user in ("alice", "carol", "mallory", "frank", "gina", None):
        assert "Marking guide (staff)" not in titles("model answers", user)
    for user in ("mallory", "frank", "gina", None):
        assert titles("late work a day", user) == set()
