"""``connection.yaml``: what is not valid is told with its line, and times that cannot keep the lag are refused."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.connected import load_connection, parse_connection
from fidedigno.errors import ConfigurationError
from tests.fakes.connections import CORPUS, NAME, write_connection

JIRA: dict[str, Any] = {
    "kind": "jira",
    "options": {"name": "corp", "url": "https://corp.example", "token_file": "token"},
    "corpus": CORPUS,
}
LDAP: dict[str, Any] = {
    "kind": "ldap",
    "options": {
        "name": "corp", "url": "ldaps://ldap.example", "bind_dn": "cn=bot", "password_file": "p",
        "users_base": "ou=p", "groups_base": "ou=g",
    },
}  # fmt: skip


def parse(said: dict[str, Any]) -> Any:
    text = yaml.safe_dump(said, sort_keys=False)
    return parse_connection(text, where="connection.yaml", folder=Path())


def refused(said: dict[str, Any]) -> ConfigurationError:
    with pytest.raises(ConfigurationError) as caught:
        parse(said)
    assert caught.value.message.startswith("connection.yaml")
    assert caught.value.hint
    return caught.value


def test_a_declaration_is_read_with_its_cadences(tmp_path: Path) -> None:
    found = load_connection(write_connection(tmp_path, "https://api.example"))
    assert (found.name, found.source) == (NAME, "declared:hub")
    assert found.rights_every == timedelta(minutes=10)
    assert found.contents_every == timedelta(hours=1)
    assert found.revocation_lag == timedelta(hours=1)
    assert found.corpus is not None
    assert found.corpus.corpus.name == NAME
    assert [str(each) for each in found.corpus.corpus.default_acl.clauses[0]] == ["group:declared:hub:people"]  # type: ignore[union-attr]
    assert "sesame" not in repr(found)


def test_rights_are_read_four_times_within_the_lag_where_nothing_else_is_said() -> None:
    assert parse(JIRA).rights_every == timedelta(minutes=15)
    assert parse(LDAP).rights_every == timedelta(minutes=15)
    assert parse(LDAP).corpus is None
    long = parse({**JIRA, "corpus": {**CORPUS, "revocation_lag": "2d"}})
    assert (long.rights_every, long.contents_every) == (timedelta(hours=12), timedelta(hours=12))


@given(lag=st.integers(1, 10_000), rights=st.integers(1, 10_000), contents=st.integers(1, 10_000))
def test_cadences_that_cannot_keep_the_lag_are_refused_and_the_others_taken(
    lag: int, rights: int, contents: int
) -> None:
    said = {
        **JIRA,
        "corpus": {**CORPUS, "revocation_lag": f"{lag}m"},
        "rights_every": f"{rights}m",
        "contents_every": f"{contents}m",
    }
    if rights < lag and contents >= rights:
        found = parse(said)
        assert found.rights_every < found.revocation_lag
        sweep = found.defaults["full_every"]
        assert timedelta(0) < sweep <= found.revocation_lag / 2
    else:
        refused(said)


@pytest.mark.parametrize(("sweep", "fits"), [("44m", True), ("45m", True), ("46m", False), ("6h", False)])
def test_a_reading_of_everything_has_to_fit_into_the_lag_too(sweep: str, fits: bool) -> None:
    said = {**JIRA, "options": {**JIRA["options"], "full_every": sweep}}
    if fits:
        assert parse(said).defaults == {}
    else:
        error = refused(said)
        assert "longer than revocation_lag" in error.message
        assert ", line 6: " in error.message


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"kid": "jira"}, "unknown key 'kid'"),
    ({"kind": "jirra"}, "line 1: there is no kind of system called 'jirra'"),
    ({"kind": None}, "line 1: there is no kind of system"),
    ({"options": None}, "line 2: options is not a list of keys"),
    ({"options": "x"}, "options is not a list of keys"),
    ({"corpus": None}, "corpus is not a list of keys"),
    ({"corpus": {**CORPUS, "audiense": "x"}}, "line 13: corpus: unknown key 'audiense'"),
    ({"corpus": {**CORPUS, "audience": "everybody"}}, "line 8: corpus: audience: "),
    ({"corpus": {**CORPUS, "acl": ["anyone"]}}, "may not declare 'acl'"),
    ({"corpus": {"owner": "a"}}, "not declared: audience"),
    ({"rights_every": "1h"}, "rights_every (1:00:00) is not shorter than revocation_lag"),
    ({"rights_every": "soon"}, "rights_every: not a period"),
    ({"rights_every": []}, "rights_every: not a period"),
    ({"contents_every": "1m"}, "contents_every (0:01:00) is shorter"),
    ({"options": {**JIRA["options"], "name": "../../x"}}, "line 3: name: it is not usable"),
    ({"options": {**JIRA["options"], "name": ["x"]}}, "line 3: name: not a text"),
    ({"options": {**JIRA["options"], "tokn_file": "x"}}, "line 6: unknown key 'tokn_file'"),
    ({"webhook_secret_file": None}, "webhook_secret_file: not a path"),
]


@pytest.mark.parametrize(("change", "problem"), WRONG, ids=lambda each: str(each)[:40])
def test_what_is_not_valid_is_told_with_its_line(change: dict[str, Any], problem: str) -> None:
    assert problem in refused({**JIRA, **change}).message


def test_a_system_of_people_alone_has_no_corpus() -> None:
    assert "gives people alone" in refused({**LDAP, "corpus": CORPUS}).message


@pytest.mark.parametrize(
    "text",
    ["", "x", "[]", "kind: [", "kind: a\nkind: b\n", "a: &b 1\nc: *b\n", "kind: \x00", "{}", "kind: jira"],
)
def test_hostile_or_empty_text_is_refused(text: str) -> None:
    with pytest.raises(ConfigurationError, match=r"connection\.yaml"):
        parse_connection(text, where="connection.yaml", folder=Path())


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.yaml", tmp_path):
        with pytest.raises(ConfigurationError, match="cannot be read"):
            load_connection(path)
    path = tmp_path / "c.yaml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigurationError, match="not UTF-8"):
        load_connection(path)
    path.write_bytes(b"#" * 70_000)
    with pytest.raises(ConfigurationError, match="longer than"):
        load_connection(path)


def test_the_connections_that_rights_rest_on_are_names() -> None:
    assert parse({**JIRA, "people_from": ["ldap-corp"]}).people_from == ("ldap-corp",)
    for wrong in ("ldap-corp", [None], [[]], None, {"a": "b"}):
        assert "people_from: not a list of names" in refused({**JIRA, "people_from": wrong}).message
    assert "no access lists" in refused({**LDAP, "people_from": ["x"]}).message
