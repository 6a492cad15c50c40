"""From Moodle to answers: who finds what, what disappears, and what a failure leaves as old as it was."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from fidedigno import Fidedigno
from fidedigno.access import UserEntry
from fidedigno.access.corpora import Closure
from fidedigno.errors import BusyError, ConfigurationError, UsageError, WorkspaceError
from fidedigno.ingest.lock import ingestion_lock
from fidedigno.moodle_sync import MoodleSync
from fidedigno.sources.files import RIGHTS_FILE
from fidedigno.testing.moodle import MoodleServer
from tests.fakes.campus import PLACES_TEXT, campus
from tests.fakes.connected import bring, connect, finds, write_places
from tests.fakes.mirrored import stored

VIOLETA = "aula magna Violeta"
TURQUESA = "tarjeta Turquesa"
SEMANA = "Cada semana de retraso"
MAGENTA = "router del laboratorio se llama Magenta"
BD_GROUP = "moodle:campus:course:41"


@pytest.fixture
def moodle() -> Iterator[MoodleServer]:
    with campus() as server:
        yield server


@pytest.fixture
def connected(workspace: Fidedigno, tmp_path: Path, moodle: MoodleServer) -> Fidedigno:
    connect(workspace, tmp_path, moodle)
    return workspace


def state_of(workspace: Fidedigno, course: int) -> Closure | None:
    name = f"campus-course-{course}"
    return next(each.reason for each in workspace.declared.status() if each.name == name)


def folder_of(workspace: Fidedigno, course: int) -> Path:
    return workspace.folder / "mirrors" / "campus" / f"course-{course}"


def age(workspace: Fidedigno, by: timedelta) -> None:
    """Make every mirror older than it is."""
    for note in workspace.folder.glob(f"mirrors/*/*/{RIGHTS_FILE}"):
        said = datetime.fromisoformat(note.read_text("ascii"))
        note.write_text((said - by).isoformat(), encoding="ascii")


def groups_of(workspace: Fidedigno, name: str) -> set[str]:
    return {each.removeprefix("group:") for each in workspace.user(name)["principals"] if "group:" in each}


def test_each_person_finds_what_moodle_shows_that_person(connected: Fidedigno) -> None:
    bring(connected)
    found = {
        name: [words for words in (SEMANA, TURQUESA, VIOLETA, MAGENTA) if finds(connected, name, words)]
        for name in ("ana", "bruno", "carla", "elena", "dani", "nadie", None)
    }
    assert found["ana"] == [SEMANA, TURQUESA, VIOLETA]
    assert found["bruno"] == [SEMANA, TURQUESA]
    assert found["carla"] == [MAGENTA]
    assert found["elena"] == [SEMANA, TURQUESA, VIOLETA, MAGENTA]
    assert found["dani"] == found["nadie"] == found[None] == []
    answer = connected.ask("¿Qué resta cada semana de retraso?", as_user="bruno")
    assert any("25 %" in claim.text for claim in answer.claims)


@pytest.mark.parametrize(
    ("change", "name", "lost"),
    [
        (lambda moodle: moodle.hide("politica"), "bruno", SEMANA),
        (lambda moodle: moodle.hide("inicio"), "bruno", SEMANA),
        (lambda moodle: moodle.delete("guia"), "ana", TURQUESA),
        (lambda moodle: moodle.unenrol("bruno", "BD"), "bruno", SEMANA),
        (lambda moodle: moodle.leave_group("ana", "A"), "ana", VIOLETA),
        (lambda moodle: moodle.suspend("ana"), "ana", SEMANA),
    ],
    ids=["hidden", "section hidden", "deleted", "unenrolled", "left the group", "suspended"],
)
def test_what_is_withdrawn_in_moodle_is_gone_after_the_next_synchronisation(
    connected: Fidedigno, moodle: MoodleServer, change: Callable[[MoodleServer], None], name: str, lost: str
) -> None:
    bring(connected)
    assert finds(connected, name, lost)
    change(moodle)
    bring(connected)
    assert not finds(connected, name, lost)
    assert finds(connected, "carla", MAGENTA)


def test_a_course_that_is_gone_takes_its_documents_and_its_groups_and_hinders_no_other(
    connected: Fidedigno, moodle: MoodleServer
) -> None:
    bring(connected)
    assert BD_GROUP in groups_of(connected, "ana")
    site = moodle.scenario
    left = {key: each for key, each in site.modules.items() if each.course != "BD"}
    moodle._change(
        lambda scenario: replace(
            scenario,
            courses={"RED": site.courses["RED"]},
            groups={},
            sections={key: each for key, each in site.sections.items() if each.course != "BD"},
            modules=left,
        )
    )
    synced = connected.sync_moodle("owner")
    assert synced.failed == {}
    assert len(synced.folders) == 2
    connected.ingest(*synced.folders)
    assert not finds(connected, "ana", SEMANA)
    assert BD_GROUP not in groups_of(connected, "ana")
    assert finds(connected, "carla", MAGENTA)


def test_a_course_that_fails_keeps_its_mirror_and_its_rights_stay_as_old_as_they_were(
    connected: Fidedigno, moodle: MoodleServer, tmp_path: Path
) -> None:
    bring(connected)
    connected.load_places(write_places(tmp_path, PLACES_TEXT.replace("moodle: 42", "moodle: 4242")))
    before = {each.name: each.read_bytes() for each in folder_of(connected, 42).iterdir()}
    age(connected, timedelta(minutes=61))
    synced = connected.sync_moodle("owner")
    assert [each.name for each in synced.folders] == ["course-41", "course-4242"]
    connected.load_places(write_places(tmp_path))
    moodle.fail("maintenance", function="mod_page_get_pages_by_courses")
    synced = connected.sync_moodle("owner")
    assert synced.folders == ()
    assert set(synced.failed) == {41, 42}
    assert "maintenance" in synced.reasons[42]
    assert set(folder_of(connected, 42).iterdir()) == {folder_of(connected, 42) / name for name in before}
    moodle.heal()
    connected.ingest()
    assert state_of(connected, 41) is None
    assert state_of(connected, 42) is Closure.STALE
    assert not finds(connected, "carla", MAGENTA)
    bring(connected)
    assert state_of(connected, 42) is None
    assert finds(connected, "carla", MAGENTA)


def test_people_who_cannot_be_read_leave_every_right_as_old_as_it_was(
    connected: Fidedigno, moodle: MoodleServer
) -> None:
    bring(connected)
    age(connected, timedelta(minutes=61))
    moodle.unenrol("bruno", "BD")
    moodle.fail("half_json", function="core_enrol_get_enrolled_users")
    synced = connected.sync_moodle("owner")
    assert (synced.folders, set(synced.failed), synced.people) == ((), {41, 42}, 0)
    moodle.heal()
    for again in (connected.ingest, connected.reindex):
        again()
        assert state_of(connected, 41) is Closure.STALE
        assert not finds(connected, "bruno", SEMANA), "who is in the course was not learnt"


def test_a_first_mirror_without_its_people_is_never_open(connected: Fidedigno, moodle: MoodleServer) -> None:
    moodle.fail("html", function="core_group_get_course_groups")
    assert connected.sync_moodle("owner").folders == ()
    assert (folder_of(connected, 41) / stored("page-4001.html")).is_file()
    moodle.heal()
    connected.ingest(folder_of(connected, 41))
    assert state_of(connected, 41) is Closure.NEVER_SYNCED


def test_everybody_of_a_mirror_has_the_attributes_that_the_directory_gave(
    connected: Fidedigno, tmp_path: Path
) -> None:
    (tmp_path / "directory.yaml").write_text(
        "users:\n"
        "  - {name: ana, display: Ana del Centro, email: ana@centro.example, attributes: {role: tutor}}\n"
        "  - {name: bruno, enabled: false}\n"
        "  - {name: jefa, email: carla@campus.example}\n"
        "groups: [{name: tutoras, members: [user:ana]}]\n",
        encoding="utf-8",
    )
    connected.load_directory(tmp_path / "directory.yaml")
    for _ in range(2):
        bring(connected)
        users = {each["name"]: each for each in connected.users()}
        ana = users["Ana del Centro"]
        assert ana["email"] == "ana@centro.example"
        assert ana["attributes"] == {"role": "tutor", "moodle.campus.id": "4"}
        assert "tutoras" in groups_of(connected, "ana")
        assert users["bruno"]["enabled"] is False
        assert connected.identity("carla@campus.example").user == "jefa", "an address is not taken away"
        assert connected.identity("carla").attributes["moodle.campus.id"] == "8"
        assert connected.identity("lucia@campus.example").user == "lucia"
        assert not connected.identity("dani").enabled
    assert not finds(connected, "bruno", SEMANA)


def test_a_person_switched_on_again_in_moodle_stays_off_until_somebody_says_so(
    connected: Fidedigno, moodle: MoodleServer
) -> None:
    connected.directory.put_user(UserEntry("ana", "Ana"))
    moodle.suspend("ana")
    bring(connected)
    assert not connected.identity("ana").enabled
    users = {**moodle.scenario.users, "ana": replace(moodle.scenario.users["ana"], suspended=False)}
    moodle._change(lambda scenario: replace(scenario, users=users))
    bring(connected)
    assert not connected.identity("ana").enabled
    connected.set_enabled("ana", True)
    assert finds(connected, "ana", SEMANA)


def test_a_course_at_fault_does_not_hinder_the_people_of_another(
    connected: Fidedigno, moodle: MoodleServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fidedigno.sources.moodle as connector
    from fidedigno.sources.moodle import MoodleClient, MoodleNotAvailableError, PeopleRead

    read = connector.read_people

    async def without_41(
        client: MoodleClient, courses: list[int], *, extra_groups: frozenset[int]
    ) -> PeopleRead:
        if 41 in courses:
            raise MoodleNotAvailableError
        return await read(client, courses, extra_groups=extra_groups)

    monkeypatch.setattr(connector, "read_people", without_41)
    synced = connected.sync_moodle("owner")
    assert synced.failed == {41: "FID511"}
    assert [each.name for each in synced.folders] == ["course-42"]
    connected.ingest(*synced.folders)
    assert finds(connected, "carla", MAGENTA)
    assert not finds(connected, "ana", SEMANA)


def test_a_synchronisation_may_be_asked_for_where_a_loop_runs_and_leaves_no_thread(
    connected: Fidedigno,
) -> None:
    async def ask() -> MoodleSync:
        return connected.sync_moodle("owner")

    synced = asyncio.run(ask())
    assert len(synced.folders) == 2
    assert not [each for each in threading.enumerate() if each.name.startswith("fidedigno-sync")]


def test_a_second_synchronisation_at_the_same_time_is_refused(connected: Fidedigno) -> None:
    with ingestion_lock(connected.folder / "sync.lock"), pytest.raises(BusyError):
        connected.sync_moodle("owner")


@pytest.mark.parametrize("owner", ["", "  ", "\x07", "a" * 400])
def test_an_owner_that_is_no_name_is_refused_before_anything_is_asked(
    connected: Fidedigno, moodle: MoodleServer, owner: str
) -> None:
    with pytest.raises(UsageError, match="owner"):
        connected.sync_moodle(owner)
    assert not moodle.calls


def test_without_a_moodle_or_a_course_in_it_the_error_says_what_to_do(
    workspace: Fidedigno, connected: Fidedigno, tmp_path: Path
) -> None:
    connected.load_places(write_places(tmp_path, "courses: {x: {name: X, visible_to: [anyone]}}\n"))
    with pytest.raises(ConfigurationError) as caught:
        connected.sync_moodle("owner")
    assert "places.yaml" in caught.value.hint
    (workspace.folder / "moodle.yaml").unlink()
    with pytest.raises(WorkspaceError) as missing:
        workspace.sync_moodle("owner")
    assert "moodle connect" in missing.value.hint


def test_the_mirrors_of_a_workspace_are_for_its_owner_alone(connected: Fidedigno) -> None:
    bring(connected)
    for path in (connected.folder / "mirrors" / "campus").rglob("*"):
        assert path.stat().st_mode & 0o077 == 0, path


def test_a_synchronisation_is_told_as_plain_data() -> None:
    told = MoodleSync((Path("m/course-1"),), 3, ("g",), {2: "FID513"}, {2: "later"}, 4, 1).as_dict()
    assert told == {
        "folders": ["m/course-1"],
        "people": 3,
        "unknown_groups": ["g"],
        "failed": {"2": "FID513"},
        "reasons": {"2": "later"},
        "written": 4,
        "removed": 1,
    }
