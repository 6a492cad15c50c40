"""Whatever order changes come in, the permit after each step is the one of the reference model."""

import shutil
import tempfile
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from fidedigno.access import ALL_CORPORA, Authoriser, DirectoryContent, GroupEntry
from fidedigno.access.explain import explain
from fidedigno.database import Database
from fidedigno.model import AccessPattern, Identity
from tests.access import strategies
from tests.access.house import NOW, House, make_corpus
from tests.access.translate import access_list, content, principal, user_entry
from tests.reference import access as reference

CORPORA = ("guides", "board")
DOCUMENTS = st.integers(1, 6)
WANTED = (None, frozenset({"guides"}), frozenset({"board", "absent"}), frozenset())


class AccessMachine(RuleBasedStateMachine):
    """One long-lived house with warm caches, a second one as another process, and the plain model."""

    template: Path

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        path = Path(self.folder.name) / "state.db"
        shutil.copy(self.template, path)
        self.house = House(Database.open(path))
        self.other = Authoriser(Database.open(path), self.house.clock)
        self.users: dict[str, tuple[str | None, bool]] = {}
        self.groups: dict[str, set[tuple[str, str]]] = {}
        self.documents: dict[int, tuple[str, object, bool]] = {}
        self.targets: dict[int, object] = {}
        self.synced: dict[str, int | None] = {"guides": 0, "board": None}
        self.live = dict.fromkeys(CORPORA, False)
        self.confirmed: frozenset[int] = frozenset()
        self.now = 0
        self.epoch = 0
        self.ids = {name: self.house.corpora.register(make_corpus(name)) for name in CORPORA}
        self.house.corpora.mark_acl_synced("guides", NOW)
        self.earlier: dict[str, Identity] = {}

    def teardown(self) -> None:
        self.house.database.close()
        self.other._database.close()
        self.folder.cleanup()

    @initialize(
        directory=strategies.directories(),
        lists=st.lists(strategies.granting, min_size=6, max_size=6),
        corpora=st.lists(st.sampled_from(CORPORA), min_size=6, max_size=6),
    )
    def begin_with_a_campus(self, directory, lists, corpora) -> None:
        self.users, self.groups = directory[0], {name: set(members) for name, members in directory[1].items()}
        self.house.directory.load(content(self.users, self.groups), replace=True)
        for document, (acl, corpus) in enumerate(zip(lists, corpora, strict=True), 1):
            self._write(document, corpus, acl, unknown=False)

    @rule(
        name=st.sampled_from(strategies.USERS),
        email=st.sampled_from(strategies.EMAILS),
        enabled=st.booleans(),
    )
    def put_user(self, name, email, enabled) -> None:
        self.house.directory.put_user(user_entry(name, email, enabled))
        self.users[name] = (email, enabled)

    @rule(data=st.data())
    def remove_user(self, data) -> None:
        if self.users:
            name = data.draw(st.sampled_from(sorted(self.users)))
            self.house.directory.remove_user(name)
            del self.users[name]
            self._drop_member(("user", name))

    @rule(data=st.data(), enabled=st.booleans())
    def set_enabled(self, data, enabled) -> None:
        if self.users:
            name = data.draw(st.sampled_from(sorted(self.users)))
            self.house.directory.set_enabled(name, enabled)
            self.users[name] = (self.users[name][0], enabled)

    @rule(name=st.sampled_from(strategies.GROUPS), data=st.data())
    def put_group(self, name, data) -> None:
        candidates = [("user", each) for each in self.users] + [
            ("group", each) for each in {*self.groups, name}
        ]
        members = data.draw(st.sets(st.sampled_from(sorted(candidates)), max_size=4))
        self.house.directory.put_group(GroupEntry(name, name, frozenset(map(principal, members))))
        self.groups[name] = members

    @rule(data=st.data())
    def remove_group(self, data) -> None:
        if self.groups:
            name = data.draw(st.sampled_from(sorted(self.groups)))
            self.house.directory.remove_group(name)
            del self.groups[name]
            self._drop_member(("group", name))

    @rule()
    def load_an_empty_directory(self) -> None:
        self.house.directory.load(DirectoryContent((), ()), replace=True)
        self.users, self.groups = {}, {}

    def _drop_member(self, member: tuple[str, str]) -> None:
        for members in self.groups.values():
            members.discard(member)

    @rule(
        document=DOCUMENTS,
        corpus=st.sampled_from(CORPORA),
        acl=strategies.access_lists,
        unknown=st.booleans(),
    )
    def set_document(self, document, corpus, acl, unknown) -> None:
        self._write(document, corpus, acl, unknown=unknown)

    def _write(self, document, corpus, acl, *, unknown) -> None:
        class_id = self.house.classes.intern(access_list(acl, unknown=unknown))
        self.house.documents.set_document_access(document, self.ids[corpus], class_id)
        self.documents[document] = (corpus, acl, False)

    @rule(data=st.data(), acl=strategies.access_lists)
    def begin_change(self, data, acl) -> None:
        if self.documents:
            changed = data.draw(st.sets(st.sampled_from(sorted(self.documents)), max_size=3))
            self.house.documents.begin_change(changed, self.house.classes.intern(access_list(acl)))
            for document in changed:
                corpus, old, _ = self.documents[document]
                self.documents[document] = (corpus, old, True)
                self.targets[document] = acl

    @rule(lists=st.dictionaries(DOCUMENTS, strategies.access_lists, max_size=4))
    def begin_changes_to_different_lists(self, lists) -> None:
        known = {document: acl for document, acl in lists.items() if document in self.documents}
        classes = self.house.classes.intern_all([access_list(acl) for acl in known.values()])
        self.house.documents.begin_changes(dict(zip(known, classes, strict=True)))
        for document, acl in known.items():
            corpus, old, _ = self.documents[document]
            self.documents[document] = (corpus, old, True)
            self.targets[document] = acl

    @rule(documents=st.sets(DOCUMENTS))
    def finish_change(self, documents) -> None:
        self.house.documents.finish_change(documents)
        for document in documents & self.documents.keys():
            corpus, _, pending = self.documents[document]
            if pending:
                self.documents[document] = (corpus, self.targets[document], False)

    @rule(documents=st.sets(DOCUMENTS, max_size=1))
    def remove_documents(self, documents) -> None:
        self.house.documents.remove_documents(documents)
        self.documents = {key: value for key, value in self.documents.items() if key not in documents}

    @rule()
    def remove_unused_classes(self) -> None:
        self.house.classes.remove_unused()

    @rule(corpus=st.sampled_from(CORPORA), offset=st.sampled_from([0, 0, 0, -60, -3600, 60, 61, -3601]))
    def mark_synced(self, corpus, offset) -> None:
        self.synced[corpus] = self.now + offset
        self.house.corpora.mark_acl_synced(corpus, NOW + timedelta(seconds=self.now + offset))

    @rule(corpus=st.sampled_from(CORPORA), live=st.booleans())
    def declare(self, corpus, live) -> None:
        pattern = AccessPattern.LIVE_CHECK if live else AccessPattern.METADATA_FILTER
        self.house.corpora.register(make_corpus(corpus, access_pattern=pattern, source="wiki"))
        self.live[corpus] = live

    @rule(source=st.sampled_from(["wiki", "wiki", "other"]), connected=st.booleans())
    def connect(self, source, connected) -> None:
        (self.house.live_sources.add if connected else self.house.live_sources.discard)(source)

    @rule(documents=st.frozensets(DOCUMENTS))
    def the_source_confirms(self, documents) -> None:
        self.confirmed = documents

    @rule(seconds=st.sampled_from([1, 1, 60, 1200]))
    def pass_time(self, seconds) -> None:
        self.now += seconds
        self.house.clock.now += timedelta(seconds=seconds)

    @rule(asked=st.sampled_from(strategies.USERS))
    def keep_an_identity(self, asked) -> None:
        identity = self.house.directory.identity(asked)
        if identity.user == asked:
            self.earlier[asked] = identity

    @invariant()
    def the_epoch_never_goes_back(self) -> None:
        epoch = self.house.directory.identity(None).epoch
        assert epoch >= self.epoch
        self.epoch = epoch

    @invariant()
    def permits_are_those_of_the_reference(self) -> None:
        corpora = self._corpora()
        elsewhere = self._corpora(connected=False)
        for asked in (*strategies.USERS, "x@b.org", "nobody"):
            held = reference.principals_of(self.users, self.groups, asked)
            identity = self.house.directory.identity(asked)
            for wanted in WANTED:
                expected = reference.readable(self.documents, corpora, held, self.now, wanted)
                assert self._readable(self.house.authoriser, identity, wanted) == self._confirmed(expected)
            expected = reference.readable(self.documents, elsewhere, held, self.now)
            assert self._readable(self.other, identity, None) == expected

    @invariant()
    def explanations_agree(self) -> None:
        corpora = self._corpora()
        held = reference.principals_of(self.users, self.groups, "ana")
        expected = reference.readable(self.documents, corpora, held, self.now)
        for document in self.documents:
            explanation = explain(
                self.house.database, self.house.clock, "ana", document, self.house.live_sources
            )
            assert explanation.asks_source == self.live[self.documents[document][0]]
            assert explanation.readable == (document in expected)

    @invariant()
    def an_identity_made_earlier_has_the_rights_of_now(self) -> None:
        corpora = self._corpora()
        for name, identity in self.earlier.items():
            # known by name alone: that the name is now also another's address does not unmake the person
            alone = {
                other: (email if other == name else None, on) for other, (email, on) in self.users.items()
            }
            held = reference.principals_of(alone, self.groups, name)
            if not identity.enabled:
                held = set()  # who was disabled when the identity was made gets nothing with it, ever
            expected = reference.readable(self.documents, corpora, held, self.now)
            assert self._readable(self.house.authoriser, identity, None) == self._confirmed(expected)

    def _corpora(self, *, connected: bool = True):
        """Each corpus for the reference; one that has to be asked about is closed where nobody can be asked."""
        can_ask = connected and "wiki" in self.house.live_sources
        return {name: (self.synced[name], 3600, self.live[name] and not can_ask, True) for name in CORPORA}

    def _confirmed(self, readable: set[int]) -> set[int]:
        """Without the documents that have to be asked about and that their source did not confirm."""
        return {each for each in readable if not self.live[self.documents[each][0]] or each in self.confirmed}

    def _readable(
        self, authoriser: Authoriser, identity: Identity, wanted: frozenset[str] | None
    ) -> set[int]:
        given = authoriser.permit(identity, ALL_CORPORA if wanted is None else wanted)
        assert given.confirmed == frozenset()
        permit = given.confirming(self.confirmed)
        rights = [self.house.documents.class_of(document) for document in self.documents]
        found = {
            right.document_id
            for right in rights
            if permit.allows(
                document_id=right.document_id, corpus_id=right.corpus_id, class_id=right.class_id
            )
        }
        assert permit.is_empty == (not permit.classes)
        assert not found or not permit.is_empty
        return found


@pytest.mark.slow
def test_permits_equal_the_reference_after_every_step(empty_store: Path) -> None:
    AccessMachine.template = empty_store
    run_state_machine_as_test(
        AccessMachine, settings=settings(max_examples=25, stateful_step_count=20, deadline=None)
    )
