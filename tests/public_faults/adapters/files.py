"""Plain files with sidecars, and a directory file: what an operator writes by hand."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, ClassVar

import yaml

from fidedigno import Fidedigno
from tests.public_faults.adapters.graph import Node
from tests.public_faults.systems import (
    DECLARATION,
    PEOPLE,
    Readers,
    System,
    Verb,
    address,
    directory_yaml,
    principal,
)

TOP = "top"
IN_BOUNDS = "a name is a path, which the file system keeps within bounds of its own"
ONE_BY_ONE = "every file is taken over by itself"


class Files(System):
    title = "Files"
    cannot: ClassVar[Mapping[Verb, str]] = {
        Verb.FAIL_MIDWAY: ONE_BY_ONE,
        Verb.EXPIRE_TOKEN: "a folder asks for no token",
        Verb.ENTITLE: IN_BOUNDS,
        Verb.STAY_SILENT: "every ingestion looks at every file",
        Verb.DROP_GROUP: "the group goes from the directory file; see leaving it",
    }
    everybody = "group:everybody"

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        super().__init__(folder, stack)
        self.root = folder / "files"
        self.nodes: dict[str, Node] = {}
        self.users: dict[str, dict[str, Any]] = {}
        self.extra_users: list[dict[str, Any]] = []
        self.broken_directory = False
        self.members["everybody"] = set(PEOPLE)
        for each in directory_yaml([*PEOPLE, "eve"], {})["users"]:
            self.users[each["name"]] = each
        self.folder(TOP)

    def put(self, key: str, text: str, readers: Readers = None, below: str | None = None) -> None:
        self.nodes[key] = Node(readers, below or TOP, text)
        self._write(key)

    def folder(self, key: str, readers: Readers = None, below: str | None = None) -> None:
        self.nodes[key] = Node(readers, below)
        self._path(key).mkdir(parents=True)
        if below is None:
            self._declare(key)

    def share(self, key: str, readers: Readers) -> None:
        self.nodes[key].readers = readers
        if self.nodes[key].below is None:
            self._declare(key)
        for each, node in self.nodes.items():
            if node.text is not None:
                self._write(each)

    def narrow(self) -> None:
        """A document only narrows what its corpus declares."""

    def move(self, key: str, below: str) -> None:
        for path in (self._path(key), self._sidecar(key)):
            path.unlink()
        self.nodes[key].below = below
        self._write(key)

    def delete(self, key: str) -> None:
        for path in (self._path(key), self._sidecar(key)):
            path.unlink()
        del self.nodes[key]

    def join(self, group: str, person: str) -> None:
        self.members[group].add(person)

    def leave(self, group: str, person: str) -> None:
        self.members[group].discard(person)

    def nest(self, outer: str, inner: str) -> None:
        for each in (outer, inner):
            self.members.setdefault(each, set())
        self.members[outer].add(f"@{inner}")

    def disable(self, person: str) -> None:
        self.users[person]["enabled"] = False

    def rename_user(self, person: str, name: str) -> None:
        self.users[person] |= {"name": name, "email": address(name)}
        for members in self.members.values():
            if person in members:
                members.discard(person)
                members.add(name)

    def fail_acl(self, key: str, kind: str) -> None:
        sidecar = self._sidecar(key)
        sidecar.unlink()
        if kind == "broken":
            sidecar.write_text("acl: [", encoding="utf-8")
        else:
            sidecar.symlink_to("/" if kind == "refused" else "absent.yaml")

    def wrong_types(self, key: str) -> None:
        self._sidecar(key).write_text("acl: {all_of: 7}\n", encoding="utf-8")

    def fail_people(self) -> None:
        self.broken_directory = True

    def strange_group(self, name: str, person: str) -> str:
        self.members[name] = {person}
        return f"@{name}"

    def strange_person(self, name: str) -> None:
        self.extra_users.append({"name": name, "email": name})

    def heal(self) -> None:
        self.broken_directory = False
        for key, node in self.nodes.items():
            if node.text is not None:
                self._sidecar(key).unlink(missing_ok=True)
                self._write(key)

    def bring(self, workspace: Fidedigno, *, contents: bool = True) -> int:
        self.load_people(workspace)
        report = workspace.ingest(*(self._path(key) for key, node in self.nodes.items() if self._is_top(key)))
        return report.failed + report.refused

    def load_people(self, workspace: Fidedigno) -> None:
        said = directory_yaml((), self.members)
        said["users"] = [*self.users.values(), *self.extra_users]
        path = self.home / "directory.yaml"
        text = "users: [" if self.broken_directory else yaml.safe_dump(said, allow_unicode=True)
        path.write_text(text, encoding="utf-8")
        workspace.load_directory(path)

    def principal(self, reader: str) -> str:
        return principal(reader)

    def _is_top(self, key: str) -> bool:
        return self.nodes[key].below is None

    def _path(self, key: str) -> Path:
        node = self.nodes[key]
        name = key if node.text is None else f"{key}.md"
        return (self._path(node.below) if node.below else self.root) / name

    def _sidecar(self, key: str) -> Path:
        path = self._path(key)
        return path.with_name(path.name + ".meta.yaml")

    def _acl(self, readers: Readers) -> list[str] | str:
        if readers is None:
            return [self.everybody]
        return [self.principal(each) for each in sorted(readers)] or "nobody"

    def _declare(self, key: str) -> None:
        said = {"name": key.casefold(), **DECLARATION, "authority": "official"}
        said["acl"] = self._acl(self.nodes[key].readers)
        (self._path(key) / "corpus.yaml").write_text(yaml.safe_dump(said), encoding="utf-8")

    def _write(self, key: str) -> None:
        node = self.nodes[key]
        self._path(key).write_text(f"# {key}\n\n{node.text}\n", encoding="utf-8")
        lists = [self._acl(each) for each in self._lists(key)]
        acl: object = "nobody" if "nobody" in lists else {"all_of": lists or [[self.everybody]]}
        self._sidecar(key).write_text(yaml.safe_dump({"acl": acl}), encoding="utf-8")

    def _lists(self, key: str) -> list[Readers]:
        """The lists of a document and of the folders inside of its corpus."""
        node = self.nodes[key]
        own = [] if node.readers is None else [node.readers]
        above = node.below
        return own + (self._lists(above) if above and not self._is_top(above) else [])
