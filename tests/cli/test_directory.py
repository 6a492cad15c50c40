"""``users`` and ``corpora``: every command of theirs can be read by people and by programs."""

import inspect

import pytest
import typer

from fidedigno.cli import directory


@pytest.mark.parametrize("group", [directory.users, directory.corpora], ids=["users", "corpora"])
def test_every_command_has_help_a_workspace_and_json(group: typer.Typer) -> None:
    assert group.registered_commands
    for command in group.registered_commands:
        assert command.callback is not None
        assert (command.callback.__doc__ or "").strip()
        assert {"json", "workspace"} <= set(inspect.signature(command.callback).parameters)
