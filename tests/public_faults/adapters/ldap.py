"""People and groups of an LDAP directory; the documents are files whose lists name its groups."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import ClassVar

from pydantic import SecretStr

from fidedigno import Fidedigno
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.ldap import LdapConnector, LdapOptions
from fidedigno.sources.ldap.entry import Entry, Reader
from tests.fakes.ldap import Entries, entry
from tests.public_faults.adapters.files import Files
from tests.public_faults.systems import DECLARATION, GROUPS, PEOPLE, Verb, address, is_group, no_sleep

IN_FILES = "a directory has no documents: their rights stand in files"


class Ldap(Files):
    title = "LDAP"
    everybody = "group:ldap:corp:people"
    cannot: ClassVar[Mapping[Verb, str]] = {
        Verb.FOLDER: IN_FILES,
        Verb.NARROW: IN_FILES,
        Verb.MOVE: IN_FILES,
        Verb.FAIL_ACL: IN_FILES,
        Verb.FAIL_MIDWAY: IN_FILES,
        Verb.WRONG_TYPES: IN_FILES,
        Verb.ENTITLE: IN_FILES,
        Verb.STAY_SILENT: "every reading lists everything",
    }

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        super().__init__(folder, stack)
        self.addresses = {person: address(person) for person in PEOPLE}
        self.members = {name: set(members) for name, members in GROUPS.items()}
        self.off: set[str] = set()
        self.strangers: list[Entry] = []
        self.failures: list[SourceError] = []

    def principal(self, reader: str) -> str:
        return f"group:ldap:corp:group:{reader[1:]}" if is_group(reader) else f"user:{reader}"

    def bring(self, workspace: Fidedigno, *, contents: bool = True) -> int:
        held = Entries({"p": self._people(), "g": self._groups()}, failures=list(self.failures))

        def opener(_: LdapOptions) -> AbstractContextManager[Reader]:
            return held

        options = LdapOptions("corp", "ldaps://ldap.example", "cn=r", SecretStr("sesame"), "p", "g")
        connector = LdapConnector(options, sleep=no_sleep, now=self.clock.now, opener=opener)
        workspace.sync(connector, DECLARATION)
        report = workspace.ingest(*(self._path(key) for key in self.nodes if self._is_top(key)))
        return report.failed + report.refused

    def disable(self, person: str) -> None:
        self.off.add(person)

    def rename_user(self, person: str, name: str) -> None:
        self.addresses[person] = address(name)

    def drop_group(self, group: str) -> None:
        del self.members[group]

    def fail_people(self) -> None:
        self.failures = [SourceError(SourceErrorKind.TEMPORARY, "ldap:corp: not answered")] * 9

    def expire_token(self) -> None:
        self.failures = [SourceError(SourceErrorKind.SIGNED_OUT, "ldap:corp: result 49")] * 9

    def strange_person(self, name: str) -> None:
        number = len(self.strangers)
        self.strangers.append(entry(f"uid=s{number},ou=people", uid=name, mail=name, cn=name))

    def heal(self) -> None:
        self.failures = []

    def _people(self) -> list[Entry]:
        found = []
        for person, mail in self.addresses.items():
            more = {"pwdAccountLockedTime": "000001010000Z"} if person in self.off else {}
            found.append(entry(_person(person), uid=person, mail=mail, cn=person, **more))
        return found + self.strangers

    def _groups(self) -> list[Entry]:
        return [
            entry(_group(name), cn=name, member=[_member(each) for each in sorted(members)])
            for name, members in self.members.items()
        ]


def _person(name: str) -> str:
    return f"uid={name},ou=people,dc=corp"


def _group(name: str) -> str:
    safe = "".join(each if each.isalnum() and each.isascii() else f"\\{ord(each) % 256:02x}" for each in name)
    return f"cn={safe},ou=groups,dc=corp"


def _member(reader: str) -> str:
    return _group(reader[1:]) if is_group(reader) else _person(reader)
