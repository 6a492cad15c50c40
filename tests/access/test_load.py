"""Directory files: what is read, and what is refused with its place."""

import json
import textwrap
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fidedigno.access import DirectoryContent, read_directory
from fidedigno.access.content import EntryError
from fidedigno.access.read_csv import read_csv
from fidedigno.access.read_scim import read_scim
from fidedigno.access.read_yaml import read_yaml
from fidedigno.errors import ConfigurationError
from fidedigno.model import Principal

SCIM_USER = "urn:ietf:params:scim:schemas:core:2.0:User"
SCIM_GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group"


def read(folder: Path, name: str, text: str | bytes) -> DirectoryContent:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else textwrap.dedent(text).encode())
    return read_directory(path)


def refusal(folder: Path, name: str, text: str | bytes) -> ConfigurationError:
    with pytest.raises(ConfigurationError) as caught:
        read(folder, name, text)
    assert caught.value.message.startswith(name)
    return caught.value


def scim(*resources: dict, **envelope: object) -> str:
    return json.dumps({"Resources": list(resources), **envelope})


def test_yaml_gives_users_groups_and_nested_members(tmp_path: Path) -> None:
    content = read(
        tmp_path,
        "campus.yaml",
        """
        users:
          - name: Ana
            display: Ana García
            email: ANA@Campus.Example
            enabled: false
            attributes: {role: student}
          - name: luis
        groups:
          - {name: Teachers, members: [user:LUIS, group:heads]}
          - {name: heads, members: []}
        """,
    )
    ana, luis = content.users
    assert (ana.name, ana.display, ana.email, ana.enabled) == (
        "ana",
        "Ana García",
        "ana@campus.example",
        False,
    )
    assert ana.attributes == {"role": "student"}
    assert (luis.display, luis.email, luis.enabled) == ("luis", None, None)
    assert content.groups[0].members == {Principal.user("luis"), Principal.group("heads")}


def test_csv_gives_users_and_the_groups_that_they_name(tmp_path: Path) -> None:
    content = read(
        tmp_path,
        "people.csv",
        "\ufeffname,email,enabled,groups\r\nana,a@b.org,no,Chess; staff\r\n\r\nluis,,,\r\n",
    )
    assert content.users[0].groups == ("chess", "staff")
    assert content.users[0].enabled is False
    assert content.users[1].groups == ()
    assert content.users[1].enabled is None
    assert [group.name for group in content.groups] == ["chess", "staff"]


def test_scim_resolves_members_by_id_and_takes_the_primary_address(tmp_path: Path) -> None:
    content = read(
        tmp_path,
        "scim.json",
        scim(
            {
                "schemas": [SCIM_GROUP],
                "id": "g",
                "displayName": "Staff",
                "members": [{"value": "u", "type": "User"}],
            },
            {
                "schemas": [SCIM_USER, "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],
                "id": "u",
                "userName": "Ana",
                "emails": [{"value": "x@old.example"}, {"value": "ana@new.example", "primary": True}],
                "active": False,
                "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": {"department": "maths"},
            },
            totalResults=2,
        ),
    )
    assert content.users[0].email == "ana@new.example"
    assert content.users[0].enabled is False
    assert content.groups[0].members == {Principal.user("ana")}


YAML_REFUSALS = {
    "misspelt key": ("users:\n  - {name: ana, enabeld: false}\ngroups: []", "line 2", "enabeld"),
    "repeated key": (
        "users:\n  - name: ana\n    enabled: false\n    enabled: true\ngroups: []",
        "line 4",
        "repeated",
    ),
    "missing groups": ("users: []", "line 1", "'groups' must be a list"),
    "null groups": ("users: []\ngroups:", "line 1", "'groups' must be a list"),
    "empty file": ("", "line 1", "not a mapping"),
    "a list": ("- users", "line 1", "not a mapping"),
    "syntax": ("users: []\ngroups: [", "line 3", "not valid YAML"),
    "number as name": ("users:\n  - name: 123\ngroups: []", "line 2", "must be a text"),
    "no as name": ("users:\n  - name: no\ngroups: []", "line 2", "must be a text"),
    "enabled as text": ("users:\n  - {name: ana, enabled: 'false'}\ngroups: []", "line 2", "true or false"),
    "enabled as null": ("users:\n  - {name: ana, enabled: }\ngroups: []", "line 2", "true or false"),
    "bare member": ("users: []\ngroups:\n  - {name: g, members: [ana]}", "line 3", "not a member"),
    "anyone as member": ("users: []\ngroups:\n  - {name: g, members: [anyone]}", "line 3", "not a member"),
    "domain as member": (
        "users: []\ngroups:\n  - {name: g, members: ['domain:x.org']}",
        "line 3",
        "not a member",
    ),
    "list as member": ("users: []\ngroups:\n  - {name: g, members: [[user:a]]}", "line 3", "must be a text"),
    "no members": ("users: []\ngroups:\n  - {name: g}", "line 3", "list of members"),
    "twins": ("users:\n  - name: Ana\n  - name: ＡＮＡ\ngroups: []", "line 3", "at line 2"),
    "twins by sharp s": ("users:\n  - name: Straße\n  - name: STRASSE\ngroups: []", "line 3", "at line 2"),
    "prefix": ("users:\n  - name: 'user:ana'\ngroups: []", "line 2", "begin like a principal"),
    "control": ('users:\n  - name: "ana\\0"\ngroups: []', "line 2", "control or invisible"),
    "zero width": ('users:\n  - name: "an\\u200ba"\ngroups: []', "line 2", "control or invisible"),
    "ten kB": (f"users:\n  - name: {'x' * 10_000}\ngroups: []", "line 2", "at most 320"),
    "two addresses": (
        "users:\n  - {name: ana, email: a@b.org@evil.org}\ngroups: []",
        "line 2",
        "not an address",
    ),
    "quoted address": (
        "users:\n  - {name: ana, email: '\"a@b.org\"@evil.org'}\ngroups: []",
        "line 2",
        "not an address",
    ),
    "python object": (
        "users: !!python/object/apply:os.system ['true']\ngroups: []",
        "line 1",
        "not valid YAML",
    ),
    "merge key": ("users: &u []\ngroups:\n  - {<<: {name: a}, members: []}", "line 3", "plain text"),
    "nested too deep": ("[" * 100_000, "line 1", "not valid YAML"),
    "list as key": ("? [users]\n: []", "line 1", "plain text"),
    "attribute number": ("users:\n  - {name: ana, attributes: {year: 2}}\ngroups: []", "line 2", "in quotes"),
}


@pytest.mark.parametrize("case", YAML_REFUSALS)
def test_bad_yaml_is_refused_with_its_line(tmp_path: Path, case: str) -> None:
    text, where, why = YAML_REFUSALS[case]
    error = refusal(tmp_path, "bad.yaml", text)
    assert where in error.message
    assert why in error.message + error.hint
    assert len(error.message) < 700


CSV_REFUSALS = {
    "unknown column": ("name,role\nana,x\n", "line 1", "role"),
    "no name": ("email\na@b.org\n", "line 1", "'name'"),
    "column twice": ("name,name\na,b\n", "line 1", "once"),
    "too many cells": ("name,email\nana,a@b.org\nluis,l@b.org,x\n", "line 3", "3 cells"),
    "enabled": ("name,enabled\nana,maybe\n", "line 2", "true or false"),
    "empty name": ("name,email\n,a@b.org\n", "line 2", "empty"),
    "open quote": ('name,email\n"ana,a@b.org\n', "line 2", "not valid CSV"),
    "twins": ("name\nana\nANA\n", "line 3", "at line 2"),
    "empty file": ("", "line 0", "'name'"),
    "huge cell": (f"name\n{'x' * 200_000}\n", "line 2", "not valid CSV"),
}


@pytest.mark.parametrize("case", CSV_REFUSALS)
def test_bad_csv_is_refused_with_its_line(tmp_path: Path, case: str) -> None:
    text, where, why = CSV_REFUSALS[case]
    error = refusal(tmp_path, "bad.csv", text)
    assert where in error.message
    assert why in error.message


_ANA = {"schemas": [SCIM_USER], "id": "1", "userName": "ana"}
_GROUP = {"schemas": [SCIM_GROUP], "id": "2", "displayName": "g"}
SCIM_REFUSALS = {
    "syntax": ("{", "line 1", "not valid JSON"),
    "deep": ("[" * 100_000, "line 1", "not valid JSON"),
    "not a list response": ("[]", "top level", "Resources"),
    "one page of two": (scim(_ANA, totalResults=2), "top level", "page"),
    "unknown key": (scim(_ANA | {"disabled": True}), "entry 1", "disabled"),
    "no schema": (scim({"id": "1", "userName": "ana"}), "entry 1", "schemas"),
    "active as text": (scim(_ANA | {"active": "false"}), "entry 1", "true or false"),
    "same id": (scim(_ANA, _ANA), "entry 2", "earlier"),
    "no id": (scim({"schemas": [SCIM_USER], "userName": "ana"}), "entry 1", "'id'"),
    "twins": (scim(_ANA, _ANA | {"id": "2", "userName": "ANA"}), "entry 2", "at entry 1"),
    "repeated key": ('{"Resources": [], "Resources": []}', "top level", "repeats"),
    "unknown member": (
        scim(_GROUP | {"members": [{"value": "9"}]}),
        "entry 1",
        "does not exist",
    ),
    "member of another type": (
        scim(_ANA, _GROUP | {"members": [{"value": "1", "type": "Group"}]}),
        "entry 2",
        "is not a Group",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", SCIM_REFUSALS)
def test_bad_scim_is_refused_with_its_entry(tmp_path: Path, case: str) -> None:
    text, where, why = SCIM_REFUSALS[case]
    error = refusal(tmp_path, "bad.json", text)
    assert where in error.message
    assert why in error.message


def test_a_file_that_is_absent_of_another_kind_or_not_utf8_is_refused(tmp_path: Path) -> None:
    assert "cannot be read" in refusal_of_path(tmp_path / "absent.yaml")
    assert "not a directory format" in refusal_of_path(tmp_path / "people.xlsx")
    assert "not UTF-8" in refusal(tmp_path, "latin.csv", "name\nMuñoz\n".encode("latin-1")).message
    (tmp_path / "folder.yaml").mkdir()
    assert "cannot be read" in refusal_of_path(tmp_path / "folder.yaml")


def refusal_of_path(path: Path) -> str:
    with pytest.raises(ConfigurationError) as caught:
        read_directory(path)
    return caught.value.message


@pytest.mark.parametrize("suffix", [".yaml", ".csv", ".json"])
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    content=st.binary(max_size=200) | st.text("users:{}[]- \n\",name;&*!?|>'#\0", max_size=80).map(str.encode)
)
def test_whatever_a_file_holds_it_is_read_or_refused(tmp_path: Path, suffix: str, content: bytes) -> None:
    path = tmp_path / f"any{suffix}"
    path.write_bytes(content)
    try:
        assert isinstance(read_directory(path), DirectoryContent)
    except ConfigurationError as error:
        assert error.message.startswith(path.name)  # noqa: PT017 - either outcome is right


def test_the_three_formats_say_the_same(tmp_path: Path) -> None:
    written = {
        read_yaml: "users: [{name: ana, email: a@b.org}]\ngroups: [{name: g, members: [user:ana]}]\n",
        read_csv: "name,email,groups\nana,a@b.org,g\n",
        read_scim: scim(
            {"schemas": [SCIM_USER], "id": "1", "userName": "ana", "emails": [{"value": "a@b.org"}]},
            {"schemas": [SCIM_GROUP], "id": "2", "displayName": "g", "members": [{"value": "1"}]},
        ),
    }
    for reader, text in written.items():
        content = reader(text)
        (user,), (group,) = content.users, content.groups
        assert (user.name, user.email, user.enabled, group.name) == ("ana", "a@b.org", None, "g")
        assert group.members == {Principal.user("ana")} or user.groups == ("g",)
        with pytest.raises(EntryError):
            reader("\x00{")
