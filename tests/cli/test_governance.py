"""``pack``, ``places`` and ``moodle`` on the command line: text, JSON, exit codes, and errors that help."""

import json
import shutil
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from fidedigno.cli import governance, run
from fidedigno.testing.moodle import MoodleServer
from tests.fakes.campus import campus
from tests.fakes.connected import write_moodle, write_places


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FIDEDIGNO_EMBEDDER", "none")
    monkeypatch.setenv("FIDEDIGNO_WORKERS", "0")
    monkeypatch.setenv("COLUMNS", "300")
    assert run(["init", "--admin", "owner"]) == 0
    return tmp_path


@pytest.fixture
def moodle() -> Iterator[MoodleServer]:
    with campus() as server:
        yield server


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the pack that comes with us."""
    shutil.copytree(Path(str(files("fidedigno"))) / "packs" / "lms", tmp_path / "pack")
    return tmp_path / "pack"


Capture = pytest.CaptureFixture[str]


def out(capsys: Capture, *arguments: str, code: int = 0) -> str:
    capsys.readouterr()
    assert run(list(arguments)) == code
    printed = capsys.readouterr()
    assert "Traceback" not in printed.out + printed.err
    assert not set(printed.out + printed.err) & set("\x1b\x07\u202e")
    return printed.out if code == 0 or printed.out else printed.err


def data(capsys: Capture, *arguments: str, code: int = 0) -> dict[str, object]:
    found: dict[str, object] = json.loads(out(capsys, *arguments, "--json", code=code))
    return found


def error(capsys: Capture, *arguments: str, code: int) -> dict[str, str]:
    """The error, which text and JSON tell alike."""
    told: dict[str, str] = json.loads(out(capsys, *arguments, "--json", code=code))["error"]
    text = out(capsys, *arguments, code=code)
    assert text.startswith(f"error {told['code']}: ")
    assert told["hint"]
    assert told["hint"].split("\n")[0] in text
    return told


# pack check


def test_a_pack_shows_what_it_asks_of_each_class(place: Path, capsys: Capture, pack: Path) -> None:
    found = data(capsys, "pack", "check", str(pack))
    assert found["name"] == "lms"
    deadline = next(each for each in found["classes"] if each["class"] == "deadline")  # type: ignore[attr-defined]
    assert "individual-extension" in deadline["critical"]
    assert deadline["slots"] == ["course", "activity", "timezone"]
    text = out(capsys, "pack", "check", str(pack))
    assert "live-state > course-official" in text
    assert "individual-extension" in text


def test_checking_a_pack_needs_no_workspace(
    tmp_path: Path, capsys: Capture, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    governance.check_pack(pack, json=True)
    assert json.loads(capsys.readouterr().out)["name"] == "lms"


def test_a_pack_that_is_wrong_is_told_by_file_line_and_hint(place: Path, capsys: Capture, pack: Path) -> None:
    file = pack / "classes" / "grade.yaml"
    file.write_text(file.read_text("utf-8").replace("route: state", "route: estate"), "utf-8")
    told = error(capsys, "pack", "check", str(pack), code=3)
    assert "grade.yaml:" in told["message"]
    assert "did you mean" in told["hint"]
    assert "'state'" in told["hint"]
    file.write_text("route: [\n", "utf-8")
    assert "grade.yaml:2:" in error(capsys, "pack", "check", str(pack), code=3)["message"]


@pytest.mark.parametrize("name", ["missing", "pack/pack.yaml", "."])
def test_a_folder_without_a_pack_is_refused(place: Path, capsys: Capture, pack: Path, name: str) -> None:
    assert (
        name.rsplit("/", maxsplit=1)[-1] in error(capsys, "pack", "check", name, code=3)["message"]
        or name == "."
    )


def test_a_hostile_pack_does_nothing_to_the_terminal(place: Path, capsys: Capture, pack: Path) -> None:
    file = pack / "pack.yaml"
    text = file.read_text("utf-8")
    file.write_text(text.replace('version: "1"', 'version: "1\\e[31m[red]\\a"'), "utf-8")
    capsys.readouterr()
    run(["pack", "check", str(pack)])
    printed = capsys.readouterr()
    assert not set(printed.out + printed.err) & set("\x1b\x07")


# places load


def test_places_are_counted(place: Path, capsys: Capture) -> None:
    path = str(write_places(place))
    assert data(capsys, "places", "load", path) == {"courses": 3, "activities": 3, "groups": 1}
    assert out(capsys, "places", "load", path).strip() == "3 courses, 3 activities, 1 groups"


def test_places_that_cannot_be_taken_over_say_where_and_what_to_do(place: Path, capsys: Capture) -> None:
    assert "missing.yaml" in error(capsys, "places", "load", "missing.yaml", code=3)["message"]
    wrong = write_places(place, "courses:\n  bd: {name: BD, visible_to: [anyone], modle: 4}\n")
    told = error(capsys, "places", "load", str(wrong), code=3)
    assert "places.yaml:2: unknown key 'modle'" in told["message"]
    assert "did you mean 'moodle'?" in told["hint"]
    write_places(place, "courses: [\n")
    assert "places.yaml:2:" in error(capsys, "places", "load", str(wrong), code=3)["message"]


# moodle connect and sync


def test_a_moodle_is_connected_and_its_token_is_not_shown(
    place: Path, capsys: Capture, moodle: MoodleServer
) -> None:
    path = str(write_moodle(place, moodle))
    assert data(capsys, "moodle", "connect", path) == {"name": "campus", "url": moodle.url}
    text = out(capsys, "moodle", "connect", path)
    assert text.strip() == f"connected campus at {moodle.url}"
    assert moodle.token("bot") not in text


def test_a_moodle_that_cannot_be_connected_says_where_and_what_to_do(
    place: Path, capsys: Capture, moodle: MoodleServer
) -> None:
    assert "missing.yaml" in error(capsys, "moodle", "connect", "missing.yaml", code=3)["message"]
    path = write_moodle(place, moodle, urll="x")
    assert "did you mean 'url'?" in error(capsys, "moodle", "connect", str(path), code=3)["hint"]
    path = write_moodle(place, moodle)
    (place / "service.token").chmod(0o644)
    told = error(capsys, "moodle", "connect", str(path), code=3)
    assert told["hint"].startswith("chmod 600")
    assert moodle.token("bot") not in str(told)


def test_an_address_that_would_act_on_the_terminal_only_shows(
    place: Path, capsys: Capture, moodle: MoodleServer
) -> None:
    path = write_moodle(place, moodle, url='"https://campus.example/\\e[31m\\a[red]"')
    capsys.readouterr()
    run(["moodle", "connect", str(path)])
    printed = capsys.readouterr()
    assert not set(printed.out + printed.err) & set("\x1b\x07")


def test_without_a_moodle_or_a_course_a_synchronisation_says_what_to_do(
    place: Path, capsys: Capture, moodle: MoodleServer
) -> None:
    told = error(capsys, "moodle", "sync", "--owner", "owner", code=3)
    assert "moodle connect" in told["hint"]
    run(["moodle", "connect", str(write_moodle(place, moodle))])
    assert "places.yaml" in error(capsys, "moodle", "sync", "--owner", "owner", code=3)["hint"]
    assert error(capsys, "moodle", "sync", code=2)["code"] == "FID100"
    run(["places", "load", str(write_places(place))])
    assert "owner" in error(capsys, "moodle", "sync", "--owner", " ", code=2)["message"]


def test_a_synchronisation_is_ingested_and_reported(
    place: Path, capsys: Capture, moodle: MoodleServer
) -> None:
    run(["moodle", "connect", str(write_moodle(place, moodle))])
    run(["places", "load", str(write_places(place))])
    first = data(capsys, "moodle", "sync", "--owner", "owner")
    assert first["failed"] == first["reasons"] == {}
    assert len(first["folders"]) == 2  # type: ignore[arg-type]
    assert first["ingested"]["indexed"] == first["written"]  # type: ignore[index]
    found = json.loads(out(capsys, "search", "tarjeta Turquesa", "--as", "ana", "--json"))
    assert any("Turquesa" in each["evidence"]["content"] for each in found)
    assert json.loads(out(capsys, "search", "tarjeta Turquesa", "--as", "carla", "--json")) == []
    text = out(capsys, "moodle", "sync", "--owner", "owner")
    assert text.startswith("2 courses, 6 people, 0 files written, 0 removed")
    moodle.delete("guia")
    assert "1 removed" in out(capsys, "moodle", "sync", "--owner", "owner")


@pytest.mark.parametrize("mode", ["down", "maintenance", "html", "half_json"])
def test_a_moodle_that_is_down_is_said_in_words_with_exit_code_1(
    place: Path, capsys: Capture, moodle: MoodleServer, mode: str
) -> None:
    run(["moodle", "connect", str(write_moodle(place, moodle, seconds=1))])
    run(["places", "load", str(write_places(place))])
    moodle.fail(mode)  # type: ignore[arg-type]
    told = data(capsys, "moodle", "sync", "--owner", "owner", code=1)
    assert told["failed"] == {"41": "FID513", "42": "FID513"}
    assert told["ingested"] is None
    text = out(capsys, "moodle", "sync", "--owner", "owner", code=1)
    assert "failed course 41 (FID513); its rights stay as old as they were" in text
    assert "Moodle gave no usable answer" in text
    assert moodle.token("bot") not in text


def test_a_revoked_token_says_to_renew_it(place: Path, capsys: Capture, moodle: MoodleServer) -> None:
    run(["moodle", "connect", str(write_moodle(place, moodle))])
    run(["places", "load", str(write_places(place))])
    moodle.revoke_token("bot")
    assert "Renew the token" in out(capsys, "moodle", "sync", "--owner", "owner", code=1)


# assistants

ASSISTANTS = """\
assistants:
  shop: {title: La tienda, corpora: [prices, help], sensitivity: public, visible_to: [anyone]}
  desk: {corpora: [desk], visible_to: ["group:desk"]}
"""


def test_assistants_are_loaded_and_listed_for_whom_they_are(place: Path, capsys: Capture) -> None:
    (place / "assistants.yaml").write_text(ASSISTANTS, encoding="utf-8")
    loaded = data(capsys, "assistants", "load", "assistants.yaml")
    assert [each["name"] for each in loaded] == ["shop", "desk"]
    assert loaded[0] == {
        "name": "shop",
        "title": "La tienda",
        "corpora": ["help", "prices"],
        "sensitivity": "public",
        "live_state": False,
    }
    assert data(capsys, "assistants", "list") == loaded
    assert data(capsys, "assistants", "list", "--as", "nobody-known") == loaded[:1]
    assert "La tienda" in out(capsys, "assistants", "list")


def test_assistants_that_cannot_be_taken_over_say_where(place: Path, capsys: Capture) -> None:
    (place / "assistants.yaml").write_text("assistants: {x: {corpora: [a]}}\n", encoding="utf-8")
    assert "visible_to" in error(capsys, "assistants", "load", "assistants.yaml", code=3)["message"]
