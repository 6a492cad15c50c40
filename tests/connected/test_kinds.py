"""Every connector can be reached by a kind, and says how it resolves groups."""

import sys
from pathlib import Path

import pytest

import fidedigno.sources
from fidedigno.connected.kinds import KINDS, Kind, kind_named
from fidedigno.errors import ConfigurationError
from fidedigno.sources.connector import GroupExpansion

SOURCES = Path(fidedigno.sources.__path__[0])
PROMISED = ("changes", "people", "check", "close")


ELSEWHERE = {
    "moodle": "has a declaration of its own, moodle.yaml",
}
"""Connectors that no connection.yaml opens, with the reason. Keep it short."""


def test_every_package_with_a_connector_is_a_kind() -> None:
    packages = {each.parent.name for each in SOURCES.glob("*/connector.py")}
    assert packages == {*(each.page for each in KINDS.values()), *ELSEWHERE}


@pytest.mark.parametrize("name", KINDS)
def test_a_kind_names_classes_that_are_there(name: str) -> None:
    kind = KINDS[name]
    connector, options = kind.classes()
    assert all(callable(getattr(connector, each)) for each in PROMISED)
    assert (options is None) == (name == "declared")
    assert kind.group_expansion in GroupExpansion


@pytest.mark.parametrize("name", KINDS)
def test_a_page_says_how_groups_are_resolved_and_when_members_count(name: str) -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "connectors"
    page /= KINDS[name].page + ".md"
    text = page.read_text(encoding="utf-8")
    assert f"`{KINDS[name].group_expansion.value}`" in text


def test_no_vendor_is_imported_before_its_kind_is_used() -> None:
    import subprocess

    program = "import sys, fidedigno.connected.kinds as k; print([m for m in sys.modules if 'sources.' in m])"
    command = [sys.executable, "-c", program]
    printed = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
    assert "graph" not in printed
    assert "jira" not in printed


def test_an_unknown_kind_is_refused_with_the_nearest() -> None:
    with pytest.raises(ConfigurationError) as caught:
        kind_named("confluance")
    assert caught.value.hint == "Did you mean 'confluence'?"
    for wrong in (None, 3, ["graph"], "", "GRAPH", "os", "x" * 10_000):
        with pytest.raises(ConfigurationError) as caught:
            kind_named(wrong)
        assert len(caught.value.message) < 200


def test_a_package_that_is_not_installed_is_named_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "needs_what_is_absent.py").write_text("import surely_absent_package\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ConfigurationError) as caught:
        Kind("needs_what_is_absent", "Connector", "Options", extra="ldap").classes()
    assert "surely_absent_package" in caught.value.message
    assert caught.value.hint == "pip install fidedigno[ldap]"
