"""Who may read a record, and that everybody else cannot tell it from one that does not exist."""

from collections.abc import Collection
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.access import DEFAULT_TENANT, DocumentRight, LiveOutcome, LiveRun, Permit, UserEntry
from fidedigno.database import Database
from fidedigno.errors import NotAvailableError
from fidedigno.model import ANYONE, AccessList, EvidenceKind, Identity, Principal
from fidedigno.trace import TraceReader, TraceStore
from fidedigno.trace.reader import OpenDocuments
from fidedigno.trace.record import SourceUse, Trace, Use
from tests.access.house import House, make_corpus
from tests.trace.made import KEY, NOW, identity, store_in, trace

AUDITORS = Principal.group("auditors")


class Rights:
    """The classes of documents, in memory: document n has class n in corpus 1."""

    def __init__(self, *documents: int) -> None:
        self.documents = set(documents)

    def class_of(self, document_id: int) -> DocumentRight | None:
        return DocumentRight(document_id, 1, document_id) if document_id in self.documents else None


def permit(*classes: int, excluded: frozenset[int] = frozenset()) -> Permit:
    return Permit(frozenset(classes), frozenset({1}), excluded, 1, "key")


def about(*cited: int, others: tuple[int, ...] = ()) -> Trace:
    """A record whose answer cites some documents, and considered others."""
    uses = [(each, Use.CITED) for each in cited] + [(each, Use.CONSIDERED) for each in others]
    sources = (SourceUse(f"{n:x}", n, "v1", EvidenceKind.PASSAGE, use) for n, use in uses)
    return trace(sources=tuple(sources))


class Memory(TraceStore):
    """A store that holds one record."""

    def __init__(self, held: Trace) -> None:
        self.held = held

    def get(self, tenant: str, answer_id: str) -> Trace | None:
        return self.held if (tenant, answer_id) == (self.held.tenant, self.held.answer_id) else None


def reader(held: Trace, opened: Permit, rights: Rights | None = None) -> TraceReader:
    return TraceReader(Memory(held), KEY, rights or Rights(*range(1, 10)), lambda _: opened, [AUDITORS])


@pytest.mark.parametrize(
    ("who", "held", "opened", "answer_id"),
    [
        (identity("eva"), about(1), permit(1), "a1b2c3d4e5f60718"),
        (identity("ana", tenant="other"), about(1), permit(1), "a1b2c3d4e5f60718"),
        (identity(None), about(1), permit(1), "a1b2c3d4e5f60718"),
        (identity(None), replace(about(1), user=""), permit(1), "a1b2c3d4e5f60718"),
        (Identity.disabled("default", "ana"), about(1), permit(1), "a1b2c3d4e5f60718"),
        (identity("ana"), about(1), permit(2), "a1b2c3d4e5f60718"),
        (identity("ana"), about(1, 2), permit(1), "a1b2c3d4e5f60718"),
        (identity("ana"), about(1), permit(1, excluded=frozenset({1})), "a1b2c3d4e5f60718"),
        (identity("ana"), about(99), permit(*range(100)), "a1b2c3d4e5f60718"),
        (identity("ana"), about(1), permit(), "a1b2c3d4e5f60718"),
        (identity("ana"), replace(about(1), cut=frozenset({"cited"})), permit(1), "a1b2c3d4e5f60718"),
        (identity("ana"), about(1), permit(1), "ffffffffffffffff"),
        (identity("ana"), about(1), permit(1), "\0" * 5),
        (identity("ana", "auditors", tenant="other"), about(1), permit(1), "a1b2c3d4e5f60718"),
    ],
)
def test_who_may_not_read_hears_what_is_said_of_an_answer_that_does_not_exist(
    who: Identity, held: Trace, opened: Permit, answer_id: str
) -> None:
    with pytest.raises(NotAvailableError) as absent:
        reader(about(1), permit(1)).open("0", identity("ana"))
    with pytest.raises(NotAvailableError) as refused:
        reader(held, opened).open(answer_id, who)
    assert refused.value.as_dict() == absent.value.as_dict()
    assert repr(refused.value) == repr(absent.value)
    assert refused.value.__cause__ is absent.value.__cause__ is None
    assert refused.value.__traceback__ is not None
    assert _line(refused.value) == _line(absent.value)


def _line(error: BaseException) -> int:
    trace_of_error = error.__traceback__
    while trace_of_error is not None and trace_of_error.tb_next is not None:
        trace_of_error = trace_of_error.tb_next
    assert trace_of_error is not None
    return trace_of_error.tb_lineno


@given(st.sets(st.integers(1, 6)), st.sets(st.integers(1, 6)), st.sets(st.integers(1, 6)), st.booleans())
def test_the_person_who_asked_reads_exactly_while_every_cited_document_is_open(
    cited: set[int], others: set[int], opened: set[int], same: bool
) -> None:
    held = about(*cited, others=tuple(others - cited))
    try:
        found = reader(held, permit(*opened)).open(held.answer_id, identity("ana" if same else "eva"))
    except NotAvailableError:
        assert not same or not cited <= opened
    else:
        assert same
        assert cited <= opened
        assert found.trace == held
        assert not found.as_auditor


def test_an_auditor_reads_the_record_and_gains_no_document_by_it() -> None:
    found = reader(about(1), permit()).open("a1b2c3d4e5f60718", identity("olga", "auditors"))
    assert found.as_auditor
    assert 1 not in found.documents


def test_the_public_cannot_be_made_auditors() -> None:
    with pytest.raises(ValueError, match="public"):
        TraceReader(Memory(about(1)), KEY, Rights(), lambda _: permit(), [ANYONE])


def test_a_document_that_is_gone_is_not_open() -> None:
    documents = OpenDocuments(Rights(1), permit(1, 2))
    assert 1 in documents
    assert 2 not in documents
    assert "1" not in documents


def test_a_store_of_rights_that_cannot_be_asked_closes_everything() -> None:
    def refuse(_: Identity) -> Permit:
        raise NotAvailableError("the permission store cannot be read")

    broken = TraceReader(Memory(about(1)), KEY, Rights(1), refuse, [AUDITORS])
    for who in (identity("ana"), identity("olga", "auditors")):
        with pytest.raises(NotAvailableError) as refused:
            broken.open("a1b2c3d4e5f60718", who)
        assert str(refused.value) == "not available"


@pytest.fixture
def house(database: Database) -> House:
    """Real stores: one document that Ana and Eva may read."""
    house = House(database)
    for name in ("ana", "eva"):
        house.directory.put_user(UserEntry(name, name))
    house.corpora.register(make_corpus())
    house.corpora.mark_acl_synced("guides", house.clock())
    allow(house, "ana", "eva")
    return house


def allow(house: House, *names: str) -> None:
    acl = AccessList.any_of(*(Principal.user(name) for name in names))
    corpus = next(iter(house.corpora.all()))
    house.documents.set_document_access(1, corpus, house.classes.intern(acl))


def real_reader(house: House) -> TraceReader:
    store = store_in(house.database, clock=lambda: NOW)
    for answer_id, user, held in (("a1", "ana", about(1)), ("a2", "ana", about()), ("e1", "eva", about(1))):
        pseudonym = KEY.user(DEFAULT_TENANT, user)
        store.keep(replace(held, answer_id=answer_id, tenant=DEFAULT_TENANT, user=pseudonym))
    return TraceReader(store, KEY, house.documents, house.authoriser.permit, [AUDITORS])


def listed(reading: TraceReader, who: Identity) -> list[str]:
    return [each.trace.answer_id for each in reading.recent(who)[0]]


def test_a_right_that_is_withdrawn_closes_the_record(house: House) -> None:
    reading = real_reader(house)
    ana = house.directory.identity("ana")
    assert reading.open("a1", ana).trace.answer_id == "a1"
    assert listed(reading, ana) == ["a2", "a1"]
    allow(house, "eva")
    with pytest.raises(NotAvailableError):
        reading.open("a1", ana)
    assert listed(reading, ana) == ["a2"]
    assert listed(reading, house.directory.identity("eva")) == ["e1"]


def test_an_account_that_is_switched_off_reads_nothing(house: House) -> None:
    reading = real_reader(house)
    house.directory.set_enabled("ana", False)
    ana = house.directory.identity("ana")
    assert listed(reading, ana) == []
    with pytest.raises(NotAvailableError):
        reading.open("a2", ana)


def test_somebody_unknown_has_no_list(house: House) -> None:
    assert listed(real_reader(house), house.directory.identity("nobody")) == []


def test_an_auditor_lists_everybody(house: House) -> None:
    eva = house.directory.identity("eva")
    auditor = replace(eva, principals=eva.principals | {AUDITORS})
    assert listed(real_reader(house), auditor) == ["e1", "a2", "a1"]


class Source:
    """A source that is asked about documents, and remembers what it was asked."""

    def __init__(self, *allowed: int) -> None:
        self.allowed = set(allowed)
        self.asked: list[list[int]] = []

    def begin(self, _: Identity) -> LiveRun:
        def ask(documents: Collection[int], seconds: float) -> dict[int, LiveOutcome]:
            self.asked.append(sorted(documents))
            return {each: LiveOutcome.ALLOWED for each in documents if each in self.allowed}

        return LiveRun(ask, 2.0)


def live_permit(*classes: int) -> Permit:
    return replace(permit(*classes), live=frozenset({1}))


def live_reader(held: Trace, opened: Permit, source: Source) -> TraceReader:
    return TraceReader(Memory(held), KEY, Rights(*range(1, 10)), lambda _: opened, [AUDITORS], source.begin)


def test_a_record_is_open_while_the_source_of_every_cited_document_says_so_again() -> None:
    held, who = about(1, 2, others=(3,)), identity("ana")
    both = Source(1, 2)
    assert live_reader(held, live_permit(1, 2, 3), both).open(held.answer_id, who).trace == held
    assert both.asked == [[1, 2]], "about both at once"
    for source in (Source(1), Source()):
        with pytest.raises(NotAvailableError):
            live_reader(held, live_permit(1, 2, 3), source).open(held.answer_id, who)


def test_a_document_that_is_closed_at_rest_is_not_asked_about() -> None:
    source = Source(1, 2)
    with pytest.raises(NotAvailableError):
        live_reader(about(1, 2), live_permit(1), source).open("a1b2c3d4e5f60718", identity("ana"))
    assert source.asked == []


def test_without_a_way_to_ask_what_has_to_be_asked_about_is_closed() -> None:
    with pytest.raises(NotAvailableError):
        reader(about(1), live_permit(1)).open("a1b2c3d4e5f60718", identity("ana"))
    assert 1 not in OpenDocuments(Rights(1), live_permit(1))


def test_several_documents_are_asked_about_at_once_and_each_once() -> None:
    source = Source(1, 3)
    documents = OpenDocuments(Rights(1, 2, 3), live_permit(1, 2, 3, 9), source.begin(identity("ana")))
    documents.ask_about({1, 2, 3, 9})
    assert [each for each in (1, 2, 3, 9) if each in documents] == [1, 3]
    assert source.asked == [[1, 2, 3]]
    plain = OpenDocuments(Rights(1), permit(1), source.begin(identity("ana")))
    plain.ask_about({1})
    assert 1 in plain
    assert source.asked == [[1, 2, 3]], "nothing has to be asked about"


def test_an_auditor_is_told_no_title_that_the_source_does_not_let_them_read() -> None:
    source = Source(2)
    opened = live_reader(about(1, 2), live_permit(1, 2), source).open(
        "a1b2c3d4e5f60718", identity("olga", "auditors")
    )
    assert opened.as_auditor
    assert 1 not in opened.documents
    assert 2 in opened.documents
