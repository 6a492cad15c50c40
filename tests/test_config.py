"""Settings: the file, the environment over it, and nothing that is not known."""

from pathlib import Path

import pytest
import yaml
from pydantic import ValidationError

from fidedigno import Fidedigno
from fidedigno.config import (
    SETTINGS_FILE,
    Settings,
    read_settings,
    workspace_from_environment,
    write_settings,
)
from fidedigno.errors import ConfigurationError, WorkspaceError


def read(folder: Path, text: str) -> Settings:
    (folder / SETTINGS_FILE).write_text(text, "utf-8")
    return read_settings(folder)[0]


def test_without_a_file_everything_has_its_default(tmp_path: Path) -> None:
    settings, origins = read_settings(tmp_path)
    assert settings == Settings()
    assert set(origins) == set(Settings.model_fields)
    assert set(origins.values()) == {"default"}


def test_the_environment_wins_over_the_file_and_origins_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIDEDIGNO_DEPTH", "7")
    (tmp_path / SETTINGS_FILE).write_text("depth: 9\nworkers: 0\n", "utf-8")
    settings, origins = read_settings(tmp_path)
    assert (settings.depth, settings.workers) == (7, 0)
    assert origins["depth"] == "FIDEDIGNO_DEPTH"
    assert origins["workers"] == str(tmp_path / SETTINGS_FILE)
    assert origins["probes"] == "default"


@pytest.mark.parametrize(
    ("written", "kept"), [("on", True), ("off", False), ("true", True), ("false", False)]
)
def test_drift_is_switched_by_the_file_or_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str, kept: bool
) -> None:
    assert read(tmp_path, f"drift: {written}\n").drift is kept
    monkeypatch.setenv("FIDEDIGNO_DRIFT", written)
    assert read(tmp_path, "").drift is kept


def test_what_is_written_is_read_again_and_holds_only_what_was_chosen(tmp_path: Path) -> None:
    chosen = Settings(owner="María", embedder="none", parse_seconds=1.5)
    write_settings(tmp_path, chosen)
    assert read_settings(tmp_path)[0] == chosen
    assert set(yaml.safe_load((tmp_path / SETTINGS_FILE).read_text("utf-8"))) == {
        "owner",
        "embedder",
        "parse_seconds",
    }
    write_settings(tmp_path, Settings())
    assert read_settings(tmp_path)[0] == Settings()


@pytest.mark.parametrize(
    "text",
    [
        "embeder: none\n",
        "depth: 0\n",
        "depth: many\n",
        "chunk_tokens: 481\n",
        "parse_seconds: 0\n",
        "tenant: ''\n",
        "owner: ' '\n",
        'owner: "\\u200b"\n',
        "1: 2\n",
        "[depth]\n",
        "just words\n",
        "depth: [\n",
        "depth: 2026-99-99\n",
        'depth: "\\UFFFFFFFF"\n',
        f"depth: {'1' * 5000}\n",
        f"depth: {'[' * 5000}\n",
        "depth: !!python/object/apply:os.getcwd []\n",
        "\x07\n",
    ],
    ids=lambda text: text[:24].encode("unicode_escape").decode(),
)
def test_a_file_that_is_not_valid_is_a_clear_error(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        read(tmp_path, text)
    assert SETTINGS_FILE in caught.value.message
    assert caught.value.hint


def test_a_file_that_is_not_utf_8_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / SETTINGS_FILE).write_bytes(b"owner: Mar\xeda\n")
    with pytest.raises(ConfigurationError, match="UnicodeDecodeError"):
        read_settings(tmp_path)


def test_an_error_names_the_variable_that_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIDEDIGNO_PROBES", "0")
    with pytest.raises(ConfigurationError, match="'probes' from FIDEDIGNO_PROBES"):
        read_settings(tmp_path)


def test_settings_cannot_be_changed_once_read() -> None:
    with pytest.raises(ValidationError):
        Settings().depth = 3


def test_an_empty_variable_names_no_workspace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FIDEDIGNO_WORKSPACE", raising=False)
    assert workspace_from_environment() is None
    monkeypatch.setenv("FIDEDIGNO_WORKSPACE", "")
    assert workspace_from_environment() is None
    monkeypatch.setenv("FIDEDIGNO_WORKSPACE", "/some/place")
    assert workspace_from_environment() == Path("/some/place")


@pytest.mark.parametrize("admin", ["", " ", "\x01", "\u200b", "a" * 400])
def test_a_workspace_cannot_be_made_for_an_owner_without_a_name(tmp_path: Path, admin: str) -> None:
    with pytest.raises(ConfigurationError, match="owner"):
        Fidedigno.create(tmp_path, admin=admin, settings=Settings(embedder="none"))
    with pytest.raises(WorkspaceError):
        Fidedigno.open(tmp_path)
    Fidedigno.create(tmp_path, admin="ana", settings=Settings(embedder="none")).close()


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("timezone", ["Europe/Madrid", "America/Bogota", "UTC"]),
        ("trace_days", ["1", "3650"]),
        ("trace_limit", ["1", "1000000"]),
        ("auditors", ["", "group:auditoría", "user:ana"]),
        ("pack", ["", "lms", "packs/mine"]),
    ],
)
def test_settings_of_governance_take_what_they_are_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, values: list[str]
) -> None:
    for value in values:
        monkeypatch.setenv(f"FIDEDIGNO_{name.upper()}", value)
        settings, origins = read_settings(tmp_path)
        assert str(getattr(settings, name)) == value
        assert origins[name] == f"FIDEDIGNO_{name.upper()}"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("timezone", "Marte/Base"),
        ("timezone", ""),
        ("timezone", "../../etc/passwd"),
        ("timezone", "/etc/localtime"),
        ("timezone", "a" * 400),
        ("trace_days", "0"),
        ("trace_days", "3651"),
        ("trace_days", "many"),
        ("trace_limit", "0"),
        ("trace_limit", "-1"),
        ("auditors", "anyone"),
        ("auditors", "domain:campus.example"),
        ("auditors", "ana"),
        ("auditors", "group:"),
        ("auditors", "group:\u200b"),
    ],
)
def test_settings_of_governance_that_are_wrong_name_the_setting_and_where_it_is_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    variable = f"FIDEDIGNO_{name.upper()}"
    monkeypatch.setenv(variable, value)
    with pytest.raises(ConfigurationError, match=f"'{name}' from {variable}: ") as caught:
        read_settings(tmp_path)
    assert name in caught.value.hint
    monkeypatch.delenv(variable)
    (tmp_path / SETTINGS_FILE).write_text(yaml.safe_dump({name: value}), "utf-8")
    with pytest.raises(ConfigurationError) as caught:
        read_settings(tmp_path)
    assert caught.value.message.startswith(f"setting '{name}' from {tmp_path / SETTINGS_FILE}: ")


def test_an_alert_command_is_a_list_also_as_a_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert read(tmp_path, "alert_command: [/bin/alert, a b]\n").alert_command == ("/bin/alert", "a b")
    monkeypatch.setenv("FIDEDIGNO_ALERT_COMMAND", '["/bin/alert", "x; y"]')
    assert read_settings(tmp_path)[0].alert_command == ("/bin/alert", "x; y")
    monkeypatch.setenv("FIDEDIGNO_ALERT_COMMAND", "")
    assert read_settings(tmp_path)[0].alert_command == ()
    for wrong in ("/bin/alert now", "[", "7", "{a: b}"):
        monkeypatch.setenv("FIDEDIGNO_ALERT_COMMAND", wrong)
        with pytest.raises(ConfigurationError, match="alert_command"):
            read_settings(tmp_path)


@pytest.mark.parametrize(
    "url", ["http://alerts.example", "ftp://a.example", "https://", "alerts", "http://[", "file:///x"]
)
def test_an_alert_does_not_travel_in_clear_text(tmp_path: Path, url: str) -> None:
    with pytest.raises(ConfigurationError, match="alert_url"):
        read(tmp_path, f"alert_url: '{url}'\n")


def test_an_alert_may_go_to_this_machine_in_clear_text() -> None:
    for url in ("", "https://a.example/x?key=1", "http://127.0.0.1:8080/x", "http://localhost/x"):
        assert Settings(alert_url=url).alert_url == url


def test_a_part_of_a_setting_that_is_wrong_is_said_with_where_it_came_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIDEDIGNO_WEIGHTS", "{vector: 3}")
    with pytest.raises(ConfigurationError, match=r"'weights.vector' from FIDEDIGNO_WEIGHTS"):
        read_settings(tmp_path)
