"""Declarations are kept for their owner alone, with absolute paths and without a secret."""

import stat
from pathlib import Path

import pytest
import yaml

from fidedigno import Fidedigno
from fidedigno.errors import ConfigurationError, NotAvailableError
from tests.fakes.connections import NAME, write_connection


def test_a_declaration_is_kept_with_absolute_paths(workspace: Fidedigno, tmp_path: Path) -> None:
    source = tmp_path / "here"
    source.mkdir()
    (source / "hook").write_text("s" * 32, encoding="utf-8")
    path = write_connection(source, "https://api.example", webhook_secret_file="hook")
    connection = workspace.connections.put(path)
    kept = workspace.folder / "connections" / f"{NAME}.yaml"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert stat.S_IMODE(kept.parent.stat().st_mode) == 0o700
    said = yaml.safe_load(kept.read_text("utf-8"))
    assert said["options"]["secret_file"] == str(source / "hub.secret")
    assert said["options"]["declaration_file"] == str(source / "hub.yaml")
    assert connection.webhook_secret_file == source / "hook"
    assert "sesame" not in kept.read_text("utf-8")
    assert workspace.connections.names() == [NAME]
    assert workspace.connections.all() == [connection]
    assert connection.open().name == "declared:hub"


def test_a_declaration_that_is_not_valid_leaves_the_earlier_one(workspace: Fidedigno, tmp_path: Path) -> None:
    workspace.connections.put(write_connection(tmp_path, "https://api.example"))
    before = workspace.connections.text(NAME)
    with pytest.raises(ConfigurationError):
        workspace.connections.put(write_connection(tmp_path, "https://api.example", rights_every="2h"))
    assert workspace.connections.text(NAME) == before
    again = workspace.connections.put(write_connection(tmp_path, "https://api.example", rights_every="5m"))
    assert str(again.rights_every) == "0:05:00"


@pytest.mark.parametrize(
    "name", ["", "x", "../settings", "declared_hub", "DECLARED-HUB", "a" * 300, "a/b", "a\0b"]
)
def test_no_other_name_opens_anything(workspace: Fidedigno, tmp_path: Path, name: str) -> None:
    workspace.connections.put(write_connection(tmp_path, "https://api.example"))
    refusals = set()
    for call in (workspace.connections.get, workspace.connections.remove, workspace.connections.text):
        with pytest.raises(NotAvailableError) as caught:
            call(name)
        refusals.add(caught.value.message)
    assert len(refusals) == 1


def test_a_connection_that_is_removed_is_gone(workspace: Fidedigno, tmp_path: Path) -> None:
    workspace.connections.put(write_connection(tmp_path, "https://api.example"))
    workspace.connections.remove(NAME)
    assert workspace.connections.names() == []
    assert (tmp_path / "hub.secret").exists()


def test_what_was_changed_by_hand_is_checked_again(workspace: Fidedigno, tmp_path: Path) -> None:
    workspace.connections.put(write_connection(tmp_path, "https://api.example"))
    kept = workspace.folder / "connections" / f"{NAME}.yaml"
    kept.rename(kept.with_name("jira-corp.yaml"))
    with pytest.raises(ConfigurationError, match="not the name of the file"):
        workspace.connections.get("jira-corp")
    kept.symlink_to(kept.with_name("jira-corp.yaml"))
    with pytest.raises(NotAvailableError):
        workspace.connections.get(NAME)
