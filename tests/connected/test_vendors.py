"""Connected from a declaration, end to end: each system's people find their own, and what is withdrawn counts.

Each system has a note that one team reads through a group, and an inner group that its member leaves.
"""

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from fidedigno import Fidedigno
from fidedigno.access import DirectoryContent, GroupEntry, UserEntry
from fidedigno.connected import Connection
from fidedigno.connected.probe import prove
from fidedigno.connected.reading import Reading, read_connection
from fidedigno.errors import ConfigurationError
from fidedigno.model import Principal
from tests.fakes import gdrive, graph, ldap
from tests.fakes.connected import finds
from tests.fakes.connections import CORPUS, google_key_file, people_of, write_connection
from tests.fakes.declared import CustomerSystem
from tests.fakes.dokuwiki import PASSWORD, RULES, SERVICE, FakeWiki, account_lines
from tests.fakes.graph_rows import to_group
from tests.sources.graph.test_certificate import made

FAST = {"attempts": "2", "total": "20", "attempt": "5", "backoff": "0.01"}


def put(workspace: Fidedigno, folder: Path, kind: str, options: dict[str, Any], **more: Any) -> Connection:
    said = {"kind": kind, "options": options, "corpus": CORPUS, **more}
    path = folder / f"{kind}.yaml"
    path.write_text(yaml.safe_dump({k: v for k, v in said.items() if v is not None}), encoding="utf-8")
    return workspace.connections.put(path)


def secret(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    (folder / name).chmod(0o600)
    return name


def read(workspace: Fidedigno, connection: Connection, *, contents: bool = True) -> Reading:
    reading = read_connection(workspace, connection, contents=contents)
    assert reading.is_done, reading.problem
    return reading


def withdrawn(
    workspace: Fidedigno, connection: Connection, user: str, words: str, change: Callable[[], object]
) -> Reading:
    """Somebody finds something, and does not any more after a reading of rights alone."""
    assert finds(workspace, user, words)
    change()
    reading = read(workspace, connection, contents=False)
    assert not finds(workspace, user, words)
    assert reading.ingested is not None
    assert reading.ingested.embedded == 0
    return reading


@pytest.mark.parametrize("with_certificate", [False, True])
def test_microsoft_365(workspace: Fidedigno, tmp_path: Path, with_certificate: bool) -> None:
    with graph.GraphServer() as server:
        ana = server.user(1, "ana@corp.example")
        inner = server.group(2, ana)
        outer = server.group(1, inner)
        server.file("A", "oven.txt")
        server.contents["A"] = b"The oven is switched off at nine."
        server.permissions["A"] = [to_group(outer)]
        _, key, _, certificate = made()
        proof = {"client_secret_file": secret(tmp_path, "secret", graph.SECRET)}
        if with_certificate:
            proof = {"client_certificate_file": secret(tmp_path, "pem", key + certificate)}
        connection = put(
            workspace, tmp_path, "graph",
            {"name": "corp", "tenant": graph.TENANT, "client": graph.CLIENT, "drives": [graph.DRIVE],
             "base": server.url + "/v1.0", "login": server.url, "limits": FAST, **proof},
        )  # fmt: skip
        assert prove(connection).rights
        read(workspace, connection)
        withdrawn(
            workspace, connection, "ana@corp.example", "oven", lambda: server.members.update({inner: []})
        )
        asked = next(each.form() for each in server.asked if each.path.endswith("/token"))
        assert ("client_assertion" in asked) is with_certificate
        server.members[inner] = [{"id": ana}]
        read(workspace, connection)
        reading = withdrawn(
            workspace, connection, "ana@corp.example", "oven",
            lambda: (server.permissions.update({"A": []}), server.put(server.items["A"])),
        )  # fmt: skip
        assert reading.run.counts["rights_changed"] == 1


def test_google_drive(workspace: Fidedigno, tmp_path: Path) -> None:
    with gdrive.Workspace(lambda *_: True) as server:
        server.add_user("100", "admin@corp.example", isAdmin=True)
        server.add_user("101", "ana@corp.example")
        server.add_group("g2", "inner@corp.example", gdrive.member("101"))
        server.add_group("g1", "staff@corp.example", gdrive.member("g2", "GROUP"))
        admin, staff = gdrive.user("admin@corp.example", "organizer"), gdrive.group("staff@corp.example")
        server.add_drive("DRIVE", admin, staff)
        server.add_file("oven", "DRIVE", admin, staff)
        server.contents["oven"] = b"The oven is switched off at nine."
        connection = put(
            workspace, tmp_path, "gdrive",
            {"name": "corp", "service_account_file": secret(tmp_path, "key.json", google_key_file()),
             "admin": "admin@corp.example", "drives": ["DRIVE"], "drive_url": server.url, "admin_url": server.url,
             "token_url": server.url + "/token", "limits": FAST},
        )  # fmt: skip
        assert prove(connection).documents
        read(workspace, connection)

        def unshare() -> None:
            server.permissions["oven"] = [admin]
            server.touch("DRIVE", "oven", time="2026-11-30T09:00:00.000Z")

        reading = withdrawn(workspace, connection, "ana@corp.example", "oven", unshare)
        assert reading.run.counts["rights_changed"] == 1
        found = workspace.lags.summaries()["gdrive-corp"]
        assert (found.measured, found.exact) == (1, 1), "the feed said when it changed"


def test_dokuwiki(workspace: Fidedigno, tmp_path: Path) -> None:
    with FakeWiki(tmp_path) as server:
        server.pages["start"] = "The oven is switched off at nine."
        options = {
            "name": "corp", "url": server.url, "login": SERVICE, "password_file": secret(tmp_path, "p", PASSWORD),
            "rules_file": server.rules_file.name, "accounts_file": server.accounts_file.name,
            "emails_verified": "true", "limits": FAST,
        }  # fmt: skip
        connection = put(workspace, tmp_path, "dokuwiki", options)
        assert prove(connection).rights
        read(workspace, connection)
        assert not finds(workspace, "bo@corp.example", "oven")
        closed = RULES.replace("*        @staff   1", "*        @staff   0")
        withdrawn(
            workspace, connection, "ana@corp.example", "oven",
            lambda: server.rules_file.write_text(closed, encoding="utf-8"),
        )  # fmt: skip
        server.rules_file.write_text(RULES, encoding="utf-8")
        read(workspace, connection)
        without = account_lines().replace("user,staff", "user")
        withdrawn(
            workspace, connection, "ana@corp.example", "oven",
            lambda: server.accounts_file.write_text(without, encoding="utf-8"),
        )  # fmt: skip


LDIF = f"""dn: {ldap.BASE}
objectClass: dcObject
objectClass: organization
dc: corp
o: corp

dn: ou=people,{ldap.BASE}
objectClass: organizationalUnit
ou: people

dn: ou=groups,{ldap.BASE}
objectClass: organizationalUnit
ou: groups

dn: uid=ana,ou=people,{ldap.BASE}
objectClass: inetOrgPerson
uid: ana
cn: ana
sn: ana
mail: ana@corp.example

dn: cn=staff,ou=groups,{ldap.BASE}
objectClass: groupOfNames
cn: staff
member: cn=inner,ou=groups,{ldap.BASE}

dn: cn=inner,ou=groups,{ldap.BASE}
objectClass: groupOfNames
cn: inner
member: uid=ana,ou=people,{ldap.BASE}
"""


@pytest.mark.skipif(not ldap.is_installed() or importlib.util.find_spec("ldap3") is None, reason=ldap.MISSING)
def test_a_folder_whose_groups_are_those_of_a_real_directory(workspace: Fidedigno, tmp_path: Path) -> None:
    share = tmp_path / "share"
    share.mkdir()
    (share / "oven.txt").write_text("The oven is switched off at nine.", encoding="utf-8")
    (share / "oven.txt").chmod(0o640)
    group = str((share / "oven.txt").stat().st_gid)
    options = {
        "name": "corp", "bind_dn": ldap.ADMIN, "password_file": secret(tmp_path, "p", ldap.PASSWORD),
        "users_base": f"ou=people,{ldap.BASE}", "groups_base": f"ou=groups,{ldap.BASE}",
    }  # fmt: skip
    (tmp_path / "before").mkdir()
    with ldap.live_ldap(tmp_path / "before", LDIF) as url:
        people = put(workspace, tmp_path, "ldap", {**options, "url": url}, corpus=None)
        assert prove(people).people == 1
        read(workspace, people)
    groups = {group: "group:ldap:corp:group:staff"}
    folder = put(
        workspace, tmp_path, "posix", {"name": "share", "root": "share", "share": "true", "groups": groups},
        people_from=["ldap-corp"],
    )  # fmt: skip
    read(workspace, folder)
    assert finds(workspace, "ana@corp.example", "oven")
    (tmp_path / "after").mkdir()
    left = LDIF.replace(f"member: uid=ana,ou=people,{ldap.BASE}", f"member: cn=nobody,{ldap.BASE}")
    with ldap.live_ldap(tmp_path / "after", left) as url:
        people = put(workspace, tmp_path, "ldap", {**options, "url": url}, corpus=None)
        reading = read(workspace, people)
    assert reading.ingested is None
    assert not finds(workspace, "ana@corp.example", "oven"), "membership alone, and no document was touched"
    assert workspace.lags.summaries()["ldap-corp"].measured == 1


def test_whoever_is_disabled_in_the_directory_reads_nothing_whatever_a_system_says(
    workspace: Fidedigno, connection: Connection
) -> None:
    workspace.directory.put_user(UserEntry("ann@acme.example", "Ann", "ann@acme.example"))
    read(workspace, connection)
    assert finds(workspace, "ann@acme.example", "oven")
    workspace.set_enabled("ann@acme.example", False)
    for contents in (False, True, True):
        read(workspace, connection, contents=contents)
        assert not finds(workspace, "ann@acme.example", "oven")


def test_a_webdav_folder_with_readers_by_path(
    workspace: Fidedigno, tmp_path: Path, dav: str, shelf: Path
) -> None:
    users = tuple(UserEntry(each, each) for each in ("ana", "luis"))
    hr = GroupEntry("hr", "hr", frozenset({Principal.user("ana")}))
    staff = GroupEntry("staff", "staff", frozenset({Principal.user("luis")}))
    workspace.directory.load(DirectoryContent(users, (hr, staff)), replace=False)
    rules = [{"match": "hr/**", "readers": ["group:hr"]}, {"match": "open/**", "readers": ["group:staff"]}]
    options = {"name": "shelf", "url": dav, "user": "ana", "password_file": secret(tmp_path, "p", "p")}
    connection = put(workspace, tmp_path, "webdav", {**options, "rules": rules})
    read(workspace, connection)
    assert finds(workspace, "ana", "band of grade seven")
    assert finds(workspace, "luis", "desk opens at nine")
    assert not finds(workspace, "luis", "band of grade seven")
    assert not finds(workspace, "luis", "Nobody was named")

    def leave() -> None:
        (shelf / "open/guide.md").rename(shelf / "stray2.md")

    withdrawn(workspace, connection, "luis", "desk opens at nine", leave)


@pytest.mark.parametrize(
    "rules",
    [
        [],
        [{"match": "a"}],
        [{"match": "a", "readers": ["anyone"]}],
        [{"match": "a", "readers": ["rubbish:x"]}],
        "hr",
        [{"match": " ", "readers": ["group:hr"]}],
    ],
)
def test_rules_that_do_not_say_who_reads_are_refused_with_their_line(
    workspace: Fidedigno, tmp_path: Path, rules: object
) -> None:
    options = {
        "name": "shelf",
        "bucket": "my-bucket",
        "key_id": "k",
        "secret_file": secret(tmp_path, "s", "x"),
    }
    with pytest.raises(ConfigurationError) as caught:
        put(workspace, tmp_path, "s3", {**options, "rules": rules})
    assert "line" in caught.value.message
    assert "rules" in caught.value.message


def test_a_corpus_that_declares_it_is_asked_live_as_soon_as_the_workspace_is_opened(
    workspace: Fidedigno, tmp_path: Path
) -> None:
    with CustomerSystem() as system:
        people_of(system)
        system.allowed |= {("11", "1"), ("12", "2")}
        corpus = {**CORPUS, "access_pattern": "live_check"}
        connection = workspace.connections.put(write_connection(tmp_path, system.url, corpus=corpus))
        read(workspace, connection)
        folder = workspace.folder
        with Fidedigno.open(folder) as opened:
            assert finds(opened, "ann@acme.example", "oven")
            assert [each["source"] for each in opened.status()["live_checks"]] == [connection.source]
        system.allowed.remove(("11", "1"))
        with Fidedigno.open(folder) as opened:
            assert not finds(opened, "ann@acme.example", "oven"), "nothing was synchronised meanwhile"
        (tmp_path / "hub.secret").unlink()
        with Fidedigno.open(folder) as opened:
            assert not finds(opened, "bob@acme.example", "boat")
            (state,) = [each["state"] for each in opened.corpora()]
            assert state == "closed: no live check"
