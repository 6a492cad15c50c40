"""Options by the types of their class: every field can be said, and what cannot be used is told with its line."""

import dataclasses
import inspect
from pathlib import Path
from typing import Any

import pytest

from fidedigno.connected.kinds import KINDS
from fidedigno.connected.options import Given, fields_of, open_connector, paths_in, read_options
from fidedigno.connector_sync import in_own_loop
from fidedigno.errors import ConfigurationError
from fidedigno.sources.connector import Connector
from tests.fakes.connections import google_key_file
from tests.fakes.declared import HUB

GUID = "10000000-0000-4000-8000-00000000000{}"
DRIVE = "b!-RIj2DuyvEyV1T4NlOaMHk8XkS_I8MdFlUCq1BlcjgmhRfAj3-Z8RY2VpuvV_tpd"

RULES = [{"match": "**", "readers": ["group:staff"]}]
FEWEST: dict[str, dict[str, Any]] = {
    "confluence": {"url": "https://a.example", "email": "bot@a.example", "token_file": "secret"},
    "declared": {"declaration_file": "system.yaml", "secret_file": "secret"},
    "dokuwiki": {
        "name": "wiki", "url": "https://a.example", "login": "bot", "password_file": "secret",
        "rules_file": "acl", "accounts_file": "users",
    },
    "gdrive": {"name": "corp", "service_account_file": "key.json", "admin": "a@corp.example", "users": "all"},
    "graph": {
        "name": "corp", "tenant": GUID.format(1), "client": GUID.format(2), "client_secret_file": "secret",
        "drives": [DRIVE],
    },
    "jira": {"name": "corp", "url": "https://a.example", "token_file": "secret"},
    "ldap": {
        "name": "corp", "url": "ldaps://a.example", "bind_dn": "cn=bot", "password_file": "secret",
        "users_base": "ou=p", "groups_base": "ou=g",
    },
    "notion": {"name": "corp", "token_file": "secret"},
    "posix": {"name": "share", "root": "."},
    "s3": {"name": "corp", "bucket": "my-bucket", "key_id": "k", "secret_file": "secret", "rules": RULES},
    "webdav": {"name": "corp", "url": "https://a.example/x", "rules": RULES},
}  # fmt: skip
SITES = {"confluence": "confluence", "declared": "hub", "dokuwiki": "wiki", "posix": "share"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "system.yaml").write_text(HUB.format(base="https://a.example"), encoding="utf-8")
    for name, text in (("secret", "sesame-sesame\n"), ("key.json", google_key_file())):
        (tmp_path / name).write_text(text, encoding="utf-8")
        (tmp_path / name).chmod(0o600)
    return tmp_path


def given(kind: str, folder: Path, **more: Any) -> Given:
    options = {**FEWEST[kind], **more}
    lines = {(key,): number for number, key in enumerate(options, 3)}
    return Given(kind, options, folder, lines, "connection.yaml")


def close(connector: Connector) -> None:
    in_own_loop(connector.close())


@pytest.mark.parametrize("kind", KINDS)
def test_a_connector_of_each_kind_is_made_from_its_fewest_options(kind: str, folder: Path) -> None:
    connector = open_connector(given(kind, folder))
    assert connector.name == f"{kind}:{SITES.get(kind, 'corp')}"
    assert "sesame" not in repr(connector)
    close(connector)


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_of_the_options_can_be_said(kind: str) -> None:
    connector, options = KINDS[kind].classes()
    said = {field.name for field in fields_of(KINDS[kind]).values()}
    if options is None:
        known = set(inspect.signature(connector).parameters) - {"sleep", "now"}
    else:
        known = {each.name for each in dataclasses.fields(options)}
    assert said == known


@pytest.mark.parametrize("kind", KINDS)
def test_a_secret_is_said_by_a_file_and_by_nothing_else(kind: str) -> None:
    for key, field in fields_of(KINDS[kind]).items():
        secret = any(word in field.name for word in ("token", "password", "secret", "credential", "account"))
        if secret and field.name not in {"accounts", "accounts_file", "token_url"}:
            assert field.is_secret
            assert key.endswith("_file")


@pytest.mark.parametrize("kind", KINDS)
def test_the_option_that_bounds_a_reading_of_everything_is_one(kind: str) -> None:
    names = {field.name for field in fields_of(KINDS[kind]).values()}
    assert KINDS[kind].sweep in {"", *names}


def test_an_unknown_option_is_refused_with_its_line_and_the_nearest(folder: Path) -> None:
    with pytest.raises(ConfigurationError) as caught:
        read_options(given("jira", folder, projcts=["OPS"]))
    assert caught.value.message == "connection.yaml, line 6: unknown key 'projcts'"
    assert caught.value.hint == "Did you mean 'projects'?"


def test_a_missing_option_is_named(folder: Path) -> None:
    with pytest.raises(ConfigurationError, match="not declared: url, token_file"):
        read_options(Given("jira", {"name": "corp"}, folder))


WRONG = [
    ("jira", "projects", "OPS", "not a list"),
    ("jira", "anonymous_is_public", "yes", "neither true nor false"),
    ("jira", "full_every", "soon", "not a period"),
    ("jira", "check_seconds", "fast", "not a number"),
    ("jira", "check_seconds", "1e9", "not a number"),
    ("jira", "limits", {"totl": "3"}, "unknown key 'totl'"),
    ("jira", "limits", {"attempts": "many"}, "limits.attempts: not a whole number"),
    ("jira", "limits", "none", "not a map"),
    ("jira", "accounts", ["x"], "not a map"),
    ("jira", "name", None, "not a text"),
    ("jira", "token_file", "missing", "cannot be read"),
    ("jira", "token_file", "", "not a path"),
    ("jira", "token_file", "a\0b", "not a path"),
    ("jira", "token_file", ".", "holds no secret"),
    ("confluence", "space_access", "all", "not one of its values"),
    ("gdrive", "users", "everyone", "not a list"),
    ("gdrive", "service_account_file", "secret", "cannot be read"),
    ("notion", "audiences", {"x": "group:a"}, "not a list"),
    ("declared", "declaration_file", "secret", "secret: the declaration of a system"),
    ("declared", "declaration_file", "missing.yaml", "cannot be read"),
    ("ldap", "page", "-1", "not a whole number"),
]


@pytest.mark.parametrize(("kind", "key", "value", "problem"), WRONG)
def test_a_wrong_value_is_told_with_its_line(
    kind: str, key: str, value: object, problem: str, folder: Path
) -> None:
    asked = given(kind, folder, **{key: value})
    with pytest.raises(ConfigurationError) as caught:
        open_connector(asked)
    assert caught.value.message.startswith(f"connection.yaml, line {asked.lines[key,]}: ")
    assert problem in caught.value.message
    assert caught.value.hint
    assert "sesame" not in caught.value.message + caught.value.hint


def test_what_the_class_refuses_is_told_with_the_file(folder: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"^connection\.yaml: a token would travel in clear text"):
        open_connector(given("jira", folder, url="http://a.example"))


def test_a_secret_that_others_may_read_is_refused(folder: Path) -> None:
    (folder / "secret").chmod(0o640)
    with pytest.raises(ConfigurationError, match="others may read"):
        open_connector(given("jira", folder))
    assert "token" not in read_options(given("jira", folder), secrets=False)


def test_paths_are_relative_to_the_declaration_and_named(folder: Path) -> None:
    assert read_options(given("posix", folder))["root"] == folder
    assert set(paths_in(given("dokuwiki", folder))) == {"password_file", "rules_file", "accounts_file"}
    assert set(paths_in(given("declared", folder))) == {"declaration_file", "secret_file"}


def test_a_default_gives_way_to_what_was_written(folder: Path) -> None:
    from datetime import timedelta

    short = {"sweep_every": timedelta(minutes=1)}
    one = open_connector(given("confluence", folder), short)
    two = open_connector(given("confluence", folder, sweep_every="2h"), short)
    assert one._options.sweep_every == timedelta(minutes=1)  # type: ignore[attr-defined]
    assert two._options.sweep_every == timedelta(hours=2)  # type: ignore[attr-defined]
    close(one)
    close(two)


def test_a_field_that_can_be_said_in_two_ways_is_said_in_one(folder: Path) -> None:
    both = given("graph", folder, client_certificate_file="secret")
    with pytest.raises(ConfigurationError) as caught:
        open_connector(both)
    assert "client_certificate_file: given beside client_secret_file" in caught.value.message
    neither = {key: value for key, value in FEWEST["graph"].items() if key != "client_secret_file"}
    with pytest.raises(ConfigurationError, match="client_secret_file or client_certificate_file"):
        open_connector(Given("graph", neither, folder))
    with pytest.raises(ConfigurationError, match="key"):
        open_connector(Given("graph", {**neither, "client_certificate_file": "secret"}, folder))
