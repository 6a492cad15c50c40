"""The offboarding test: an account that was switched off retrieves nothing, now, after syncs, and tomorrow.

It runs in the private copy. At every stage somebody made up who has the same groups asks the same, to show
that there was something to retrieve.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from fidedigno.access import DirectoryContent, GroupEntry, UserEntry
from fidedigno.errors import FidedignoError
from fidedigno.evaluate.boundaries.judge import Leak
from fidedigno.evaluate.boundaries.oracle import Oracle
from fidedigno.evaluate.boundaries.personas import MADE_UP_DOMAIN
from fidedigno.evaluate.boundaries.records import Document, Records
from fidedigno.evaluate.boundaries.report import BoundaryReport, Stage, Violation
from fidedigno.model import Principal

if TYPE_CHECKING:
    from fidedigno.workspace import Fidedigno

MAX_DOCUMENTS = 8
CONTROL = "boundary-control"
BEFORE = "before"
STAGES = ("at once", "after reading the documents again", "after reading the directory again", "the next day")
_DAY = timedelta(days=1)


class Offboarding:
    """The test over one account of the copy.

    Args:
        copy: the private copy of the workspace.
        records: its state.
        oracle: who may read what in it.
        report: takes the stages and violations.
        told: called after each stage.
    """

    def __init__(
        self,
        copy: Fidedigno,
        records: Records,
        oracle: Oracle,
        report: BoundaryReport,
        told: Callable[[str], None],
    ) -> None:
        self._copy = copy
        self._records = records
        self._report = report
        self._told = told
        self._public = oracle.readable(None)
        reads = {
            name: oracle.readable(name) - self._public
            for name, each in records.people.items()
            if each.enabled
        }
        self._leaver = max(reads, key=lambda name: (len(reads[name]), name), default="")
        self._documents = self._choose(reads.get(self._leaver, frozenset()))
        self._answers: list[str] = []

    def run(self) -> None:
        """Go through the stages; each is told in the report, also one that could not be reached."""
        if not self._documents:
            self._report.notes.append("offboarding: not applicable, nobody reads more than the public")
            return
        self._make_control()
        self._answers = [
            self._copy.ask(self._title(each), as_user=self._leaver).id for each in self._documents
        ]
        self._report.offboarding.append(Stage(BEFORE, 0, len(self._given(self._leaver) - self._public)))
        self._copy.set_enabled(self._leaver, False)
        steps: Sequence[Callable[[], str]] = (
            lambda: "",
            self._documents_again,
            self._directory_again,
            self._tomorrow,
        )
        for name, step in zip(STAGES, steps, strict=True):
            reached = True
            try:
                note = step()
            except FidedignoError as error:
                note, reached = f"could not be reached ({error.code})", False
            self._stage(name, note, reached=reached)

    def _choose(self, readable: frozenset[int]) -> list[Document]:
        """The most sensitive documents that the account reads and the public does not, in force and with texts."""
        now = datetime.now(UTC)
        known = [self._records.documents[each] for each in readable]
        usable = [each for each in known if each.texts and each.in_force(now)]
        return sorted(usable, key=lambda each: (-each.corpus.sensitivity, each.id))[:MAX_DOCUMENTS]

    def _stage(self, name: str, note: str, *, reached: bool) -> None:
        control = len(self._given(CONTROL) - self._public)
        given = set[int]().union(*(self._given(each) for each in self._spellings()))
        retrieved = len(given) + sum(self._opens(each) for each in self._answers)
        if not control and not note:
            note = "the control retrieved nothing either: this shows nothing"
        self._report.offboarding.append(Stage(name, retrieved, control, note, reached))
        if retrieved:
            self._report.violations.append(
                Violation(
                    "offboarding",
                    self._leaver,
                    name,
                    "",
                    "search",
                    Leak.RETRIEVED,
                    "",
                    str(retrieved),
                )
            )
        self._told(f"offboarding · {name}")

    def _spellings(self) -> tuple[str, ...]:
        """The account by its name, by its name in capitals, and by its address."""
        email = self._records.people[self._leaver].email
        return tuple(dict.fromkeys((self._leaver, self._leaver.upper(), *([email] if email else ()))))

    def _given(self, user: str) -> set[int]:
        """The documents that an account is given, by searching and by asking for each."""
        given: set[int] = set()
        for document in self._documents:
            question = self._title(document)
            given |= {each.evidence.document_id for each in self._copy.search(question, as_user=user)}
            given |= {each.document_id for each in self._copy.ask(question, as_user=user).evidence}
        return given

    def _opens(self, answer: str) -> bool:
        """Whether the account still opens the record of an answer of its own."""
        try:
            self._copy.why(answer, as_user=self._leaver)
        except FidedignoError:
            return False
        return True

    def _make_control(self) -> None:
        """Somebody in every group that holds the account directly, of the same domain."""
        person = self._records.people[self._leaver]
        domain = person.email.rsplit("@", 1)[1] if person.email else MADE_UP_DOMAIN
        groups = [self._records.groups[each] for each in person.groups]
        local = tuple(sorted(each.name for each in groups if each.source == "local"))
        entry = UserEntry(CONTROL, CONTROL, email=f"{CONTROL}@{domain}", enabled=True, groups=local)
        self._copy.directory.load(DirectoryContent((entry,), ()), replace=False)

    def _documents_again(self) -> str:
        report = self._copy.ingest()
        self._report.notes.append(
            f"offboarding: {report.read} documents of {len(report.corpora)} corpora were read again in the copy"
        )
        return "" if report.corpora else "no source of the documents is on this machine"

    def _directory_again(self) -> str:
        """As a source does that still lists the account in its groups: one that adds, and one that replaces."""
        for whole in (False, True):
            self._copy.directory.load(self._as_listed(whole=whole), replace=whole)
        return ""

    def _as_listed(self, *, whole: bool) -> DirectoryContent:
        """The directory of the copy as a file would list it; of the account alone unless ``whole``."""
        people = [each for each in self._records.people.values() if whole or each.name == self._leaver]
        local = {each.id: each for each in self._records.groups.values() if each.source == "local"}
        members: dict[int, set[Principal]] = {number: set() for number in local}
        for person in self._records.people.values():
            for number in person.groups & local.keys():
                members[number].add(Principal.user(person.name))
        for group in local.values():
            for number in group.parents & local.keys():
                members[number].add(Principal.group(group.name))
        control_groups = self._records.people[self._leaver].groups & local.keys()
        for number in control_groups:
            members[number].add(Principal.user(CONTROL))
        users = [UserEntry(each.name, each.name, each.email, None, each.attributes) for each in people]
        person = self._records.people[self._leaver]
        if whole:
            domain = person.email.rsplit("@", 1)[1] if person.email else MADE_UP_DOMAIN
            users.append(UserEntry(CONTROL, CONTROL, f"{CONTROL}@{domain}"))
        named = local.keys() if whole else control_groups
        groups = [GroupEntry(local[each].name, local[each].name, frozenset(members[each])) for each in named]
        return DirectoryContent(tuple(users), tuple(groups), partial=not whole)

    def _tomorrow(self) -> str:
        """By a clock that is a day ahead, with the access lists read again by it, so that no corpus is closed."""
        now = datetime.now(UTC)
        self._copy.ahead = _DAY
        for corpus in self._records.corpora.values():
            if corpus.synced_at is not None and now - corpus.synced_at <= corpus.lag:
                self._copy.declared.mark_acl_synced(corpus.name, now + _DAY)
        return ""

    @staticmethod
    def _title(document: Document) -> str:
        """A question that would find the document."""
        return f"{document.title}: {' '.join(document.texts[0].split()[:12])}"[:400]
