"""Approvals, separate indexes, freshness and access lists together, against a model of a few lines."""

import shutil
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from fidedigno import Fidedigno, Settings
from fidedigno.access import Role, UserEntry
from fidedigno.errors import UsageError

USERS = ("ana", "luis", "marta")
CORPORA = ("board", "docs")
PATTERNS = st.sampled_from(["metadata_filter", "separate_index"])
STALE = st.sampled_from(["flag", "exclude"])
READERS = st.frozensets(st.sampled_from(USERS), max_size=2)


class CorporaTogether(RuleBasedStateMachine):
    """``board`` is restricted and ``docs`` is not; each rule changes one thing, in any order."""

    @initialize(patterns=st.tuples(PATTERNS, PATTERNS), stale=st.tuples(STALE, STALE))
    def begin(self, patterns: tuple[str, str], stale: tuple[str, str]) -> None:
        self.place = Path(mkdtemp())
        self.fidedigno = Fidedigno.create(
            self.place, admin="owner", settings=Settings(embedder="none", workers=0)
        )
        for name in USERS:
            self.fidedigno.directory.put_user(UserEntry(name, name))
        self.said: dict[str, dict[str, Any]] = {}
        self.files: dict[str, dict[str, tuple[frozenset[str], bool]]] = {"board": {}, "docs": {}}
        self.indexed: dict[str, dict[str, tuple[frozenset[str], bool]]] = {"board": {}, "docs": {}}
        self.policy = {"board": "flag", "docs": "flag"}
        self.registered = {"board": ""}
        self.approved: dict[tuple[Role, str], str] = {}
        for name, pattern, when in zip(CORPORA, patterns, stale, strict=True):
            (self.place / name).mkdir()
            self.declare(name, pattern, when, at_once=False)
            for number in (1, 2):
                self.write(name, number, frozenset({"ana", "marta"}), old=number == 1)
        self.ingest(CORPORA)
        self.approve(Role.SECURITY, "ana")
        self.approve(Role.LEGAL, "luis")
        self.ingest(CORPORA)

    @rule(name=st.sampled_from(CORPORA), pattern=PATTERNS, when=STALE, at_once=st.booleans())
    def declare(self, name: str, pattern: str, when: str, at_once: bool) -> None:
        self.said[name] = {
            "name": name,
            "owner": "ana",
            "audience": "restricted" if name == "board" else "department",
            "sensitivity": "internal",
            "revocation_lag": "1d",
            "freshness": "90d",
            "ai_allowed": True,
            "access_pattern": pattern,
            "when_stale": when,
        }
        (self.place / name / "corpus.yaml").write_text(yaml.safe_dump(self.said[name]), encoding="utf-8")
        if at_once:
            self.ingest((name,))

    @rule(name=st.sampled_from(CORPORA), number=st.integers(1, 3), readers=READERS, old=st.booleans())
    def write(self, name: str, number: int, readers: frozenset[str], old: bool) -> None:
        acl = [f"user:{each}" for each in sorted(readers)] or "nobody"
        dated = {"updated": "2020-01-01"} if old else {}
        front = yaml.safe_dump({"acl": acl, **dated})
        text = f"---\n{front}---\n# Acta {number}\n\nEl asunto común del acta {number} de {name}.\n"
        (self.place / name / f"{number}.md").write_text(text, encoding="utf-8")
        self.files[name][f"{name}/{number}.md"] = (readers, old)

    @rule(role=st.sampled_from(Role), by=st.sampled_from(USERS))
    def approve(self, role: Role, by: str) -> None:
        with suppress(UsageError):
            self.fidedigno.approvals.approve("board", role, by, datetime.now(UTC) + timedelta(days=1))
            self.approved[role, self.registered["board"]] = by

    @rule(role=st.sampled_from(Role))
    def revoke(self, role: Role) -> None:
        with suppress(UsageError):
            self.fidedigno.approvals.revoke("board", role, "ana")
        self.approved = {key: by for key, by in self.approved.items() if key[0] is not role}

    @rule(names=st.sampled_from([("board",), ("docs",), CORPORA]))
    def ingest(self, names: tuple[str, ...]) -> None:
        self.fidedigno.ingest(*(self.place / name for name in names))
        for name in names:
            self.registered[name] = yaml.safe_dump(self.said[name])
        for name in CORPORA:
            if name == "board" and not self.is_approved():
                self.indexed[name] = {}
            elif name in names:
                self.indexed[name] = dict(self.files[name])
                self.policy[name] = self.said[name]["when_stale"]

    def is_approved(self) -> bool:
        people = [by for (_, declared), by in self.approved.items() if declared == self.registered["board"]]
        return len(people) == 2 == len(set(people))

    @invariant()
    def everybody_finds_what_the_model_says(self) -> None:
        if not hasattr(self, "fidedigno"):
            return
        for user in (*USERS, "owner", None):
            found = self.fidedigno.search("asunto común del acta", as_user=user, limit=50)
            expected = {
                path
                for name in CORPORA
                for path, (readers, old) in self.indexed[name].items()
                if user in readers
                and not (old and self.policy[name] == "exclude")
                and (name == "docs" or self.is_approved())
            }
            assert {each.evidence.locator.uri for each in found} == expected, user

    def teardown(self) -> None:
        if hasattr(self, "fidedigno"):
            self.fidedigno.close()
            shutil.rmtree(self.place, ignore_errors=True)


TestCorporaTogether = pytest.mark.slow(CorporaTogether.TestCase)
TestCorporaTogether.settings = settings(
    max_examples=8, stateful_step_count=12, deadline=None, suppress_health_check=list(HealthCheck)
)
