"""Jira behind its connector: a folder is a project, a narrower list a security level."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any, ClassVar

from pydantic import SecretStr

from fidedigno.sources.connector import Connector
from fidedigno.sources.jira import JiraConnector, JiraOptions
from tests.fakes.jira import JiraSite, holder
from tests.public_faults.adapters.graph import STATUS, Node
from tests.public_faults.systems import (
    FAST,
    GROUPS,
    PEOPLE,
    Readers,
    Served,
    Verb,
    address,
    is_group,
    no_sleep,
)

ALL = frozenset({"@all"})
HALL = "hall"


class Jira(Served):
    title = "Jira"
    cannot: ClassVar[Mapping[Verb, str]] = {
        Verb.NEST: "groups of Jira hold accounts only",
        Verb.MOVE: "an issue that moves to another project is read as a new one",
    }

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        super().__init__(folder, stack)
        self.server: JiraSite = stack.enter_context(JiraSite())
        for person in PEOPLE:
            self.server.add_account(f"acc-{person}", address(person))
        self.server.groups["g-all"] = [f"acc-{person}" for person in PEOPLE]
        for name, members in GROUPS.items():
            self.server.groups[f"g-{name}"] = [f"acc-{each}" for each in members]
        self.server.add_application("jira-software", "g-all")
        self.nodes: dict[str, Node] = {}
        self.projects: dict[str, str] = {}
        self.numbers: dict[str, str] = {}
        self.serial = 10
        self.folder(HALL)

    def connector(self) -> Connector:
        options = JiraOptions(
            "acme", self.server.url, SecretStr("sesame"), email="bot@acme.example", limits=FAST
        )
        return JiraConnector(options, sleep=no_sleep, now=lambda: self.server.now)

    def put(self, key: str, text: str, readers: Readers = None, below: str | None = None) -> None:
        self.nodes[key] = Node(readers, below or HALL, text)
        if key not in self.numbers:
            self.serial += 1
            self.numbers[key] = str(self.serial)
        self.server.now += timedelta(minutes=1)
        issue = self.server.add_issue(self.numbers[key], self._project(key), age=0)
        issue.text = text
        self._compute()

    def folder(self, key: str, readers: Readers = None, below: str | None = None) -> None:
        self.nodes[key] = Node(readers, below)
        if below is None:
            self.projects[key] = number = str(100 + len(self.projects))
            self.server.add_project(number, f"P{number}")
        self._compute()

    def share(self, key: str, readers: Readers) -> None:
        self.nodes[key].readers = readers
        self._compute()
        if key in self.numbers:  # another level is an update of the issue
            self.server.now += timedelta(minutes=1)
            updated = self.server.now.strftime("%Y-%m-%dT%H:%M:%S.000+0000")
            self.server.issues[self.numbers[key]].fields["updated"] = updated

    def narrow(self) -> None:
        """Whoever may not browse a project reads nothing of it, whatever a level says."""

    def entitle(self, key: str, title: str) -> None:
        if key in self.numbers:
            self.server.issues[self.numbers[key]].fields["summary"] = title
        else:
            number = self.projects[key]
            next(each for each in self.server.projects if each["id"] == number)["name"] = title

    def delete(self, key: str) -> None:
        del self.nodes[key]
        del self.server.issues[self.numbers.pop(key)]

    def join(self, group: str, person: str) -> None:
        self.server.groups[f"g-{group}"].append(f"acc-{person}")

    def leave(self, group: str, person: str) -> None:
        self.server.groups[f"g-{group}"].remove(f"acc-{person}")

    def drop_group(self, group: str) -> None:
        del self.server.groups[f"g-{group}"]

    def disable(self, person: str) -> None:
        self._account(person)["active"] = False

    def rename_user(self, person: str, name: str) -> None:
        self._account(person)["emailAddress"] = address(name)

    def fail_acl(self, key: str, kind: str) -> None:
        self.server.fail(f"/project/{self._project(key)}/permissionscheme", STATUS[kind])

    def wrong_types(self, key: str) -> None:
        self.server.issues[self.numbers[key]].fields["security"] = ["31"]
        self.server.now += timedelta(hours=7)

    def fail_midway(self) -> None:
        self.server.issues["7"] = self.server.add_issue("7", self.projects[HALL], age=0)
        self.server.issues["8"] = self.server.add_issue("8", self.projects[HALL], age=0)
        self.at_request(2, lambda: self.server.fail("", 503), "/search/jql")

    def fail_people(self) -> None:
        self.server.fail("/users/search", 503)

    def expire_token(self) -> None:
        self.at_request(1, lambda: self.server.fail("", 401), "/search/jql")

    def stay_silent(self) -> None:
        """Whoever edits rights elsewhere, or deletes, leaves no update behind."""

    def settle(self) -> None:
        self.server.now += timedelta(hours=7)

    def strange_group(self, name: str, person: str) -> str:
        key = f"strange{len(self.server.groups)}"
        self.server.groups[f"g-{key}"] = [f"acc-{person}"]
        return f"@{key}"

    def strange_person(self, name: str) -> None:
        number = f"acc-{len(self.server.accounts)}"
        self.server.add_account(number, name)
        self.server.accounts[-1]["displayName"] = name
        self.server.groups["g-all"].append(number)

    def _account(self, person: str) -> dict[str, Any]:
        return next(each for each in self.server.accounts if each["accountId"] == f"acc-{person}")

    def _project(self, key: str) -> str:
        node = self.nodes[key]
        return self.projects[key] if node.below is None else self._project(node.below)

    def _compute(self) -> None:
        server = self.server
        server.levels.clear()
        server.level_members.clear()
        server.level_projects.clear()
        for key, project in self.projects.items():
            readers = self.nodes[key].readers
            server.browse[project] = [_holder(each) for each in sorted(ALL if readers is None else readers)]
            server.level_projects.append({"projectId": project, "issueSecuritySchemeId": project})
        for serial, (key, number) in enumerate(sorted(self.numbers.items()), 1):
            readers = self._level(key)
            issue = server.issues.get(number)
            if issue is None:
                continue
            issue.fields["security"] = None
            if readers is not None:
                level = str(3000 + serial)
                server.add_level(level, *map(_holder, sorted(readers)), scheme=issue.project)
                issue.fields["security"] = {"id": level, "name": key}

    def _level(self, key: str) -> Readers:
        """The nearest list below the project."""
        node = self.nodes[key]
        if node.below is None:
            return None
        return node.readers if node.readers is not None else self._level(node.below)


def _holder(reader: str) -> dict[str, Any]:
    if is_group(reader):
        return holder("group", f"g-{reader[1:]}", reader[1:])
    return holder("user", f"acc-{reader}", f"acc-{reader}")
