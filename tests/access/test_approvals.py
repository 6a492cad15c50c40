"""A restricted corpus is open while two people have approved it as it is declared, and no moment longer."""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fidedigno.access import Approvals, Closure, GroupEntry, Role
from fidedigno.errors import UsageError
from fidedigno.model import ANYONE, AccessList, Audience, Principal
from tests.access.house import NOW, House, make_corpus
from tests.access.translate import content

DAY = timedelta(days=1)
RESTRICTED = make_corpus("board", audience=Audience.RESTRICTED, revocation_lag=timedelta(days=9_000))


@pytest.fixture
def board(house: House) -> House:
    users = {"ana": (None, True), "luis": (None, True), "eva": (None, False)}
    house.directory.load(content(users, {}), replace=True)
    house.corpora.register(RESTRICTED, "v1")
    house.corpora.mark_acl_synced("board", NOW)
    return house


def given_by(house: House) -> Approvals:
    return Approvals(house.database, house.clock)


def both(house: House, security: datetime = NOW + 9 * DAY, legal: datetime = NOW + 5 * DAY) -> None:
    given_by(house).approve("board", Role.SECURITY, "ana", security)
    given_by(house).approve("board", Role.LEGAL, "LUIS", legal, "minutes\n  of\x07 March")


def reason(house: House) -> Closure | None:
    return next(each for each in house.corpora.status() if each.name == "board").reason


def test_it_is_closed_until_both_have_approved(board: House) -> None:
    assert reason(board) is Closure.NOT_APPROVED
    given_by(board).approve("board", Role.SECURITY, "ana", NOW + DAY)
    assert reason(board) is Closure.NOT_APPROVED
    given_by(board).approve("board", Role.LEGAL, "luis", NOW + DAY)
    assert reason(board) is None


def test_it_closes_by_the_clock_when_the_first_of_the_two_is_over(board: House) -> None:
    both(board)
    corpus = next(each for each in board.corpora.status() if each.name == "board").id
    board.documents.set_document_access(1, corpus, board.classes.intern(AccessList.any_of(ANYONE)))
    board.clock.now = NOW + 5 * DAY - timedelta(microseconds=1)
    assert not board.authoriser.permit(board.directory.identity("ana")).is_empty
    board.clock.now = NOW + 5 * DAY
    assert reason(board) is Closure.NOT_APPROVED
    assert board.authoriser.permit(board.directory.identity("ana")).is_empty


def test_a_changed_declaration_has_not_been_approved_and_the_old_one_still_is(board: House) -> None:
    both(board)
    board.corpora.register(RESTRICTED, "v2")
    assert reason(board) is Closure.NOT_APPROVED
    assert not any(each.counts for each in given_by(board).of("board"))
    board.corpora.register(RESTRICTED, "v1")
    assert reason(board) is None


def test_one_person_cannot_give_both(board: House) -> None:
    given_by(board).approve("board", Role.SECURITY, "ana", NOW + DAY)
    with pytest.raises(UsageError, match="one person"):
        given_by(board).approve("board", Role.LEGAL, "Ana", NOW + DAY)
    assert reason(board) is Closure.NOT_APPROVED


@pytest.mark.parametrize("who", ["eva", "stranger", "", "\x00", "user:ana"])
def test_only_an_enabled_user_approves(board: House, who: str) -> None:
    with pytest.raises(UsageError, match="no enabled user"):
        given_by(board).approve("board", Role.LEGAL, who, NOW + DAY)


@pytest.mark.parametrize("until", [NOW, NOW - DAY, datetime(2030, 1, 1)])  # noqa: DTZ001
def test_an_approval_ends_in_the_future(board: House, until: datetime) -> None:
    with pytest.raises(UsageError, match="future"):
        given_by(board).approve("board", Role.LEGAL, "ana", until)


def test_only_a_restricted_corpus_that_is_known_is_approved(board: House) -> None:
    board.corpora.register(make_corpus("guides"), "v1")
    board.corpora.register(make_corpus("unknown", audience=Audience.RESTRICTED))
    for name in ("guides", "none", "unknown"):
        with pytest.raises(UsageError, match="no restricted corpus"):
            given_by(board).approve(name, Role.LEGAL, "ana", NOW + DAY)


def test_taking_one_back_closes_it_and_keeps_the_record(board: House) -> None:
    both(board)
    given_by(board).revoke("board", Role.LEGAL, "ana")
    assert reason(board) is Closure.NOT_APPROVED
    legal, security = given_by(board).of("board")
    assert (legal.revoked_by, legal.note, legal.counts) == ("ana", "minutes of March", False)
    assert (security.approved_by, security.counts) == ("ana", True)
    with pytest.raises(UsageError, match="take back"):
        given_by(board).revoke("board", Role.LEGAL, "ana")


def test_roles_are_two() -> None:
    assert [Role.parse(each) for each in (" Security", "LEGAL")] == [Role.SECURITY, Role.LEGAL]
    with pytest.raises(UsageError, match="role"):
        Role.parse("owner")


STEP = st.one_of(
    st.tuples(
        st.just("approve"), st.sampled_from(Role), st.sampled_from(["ana", "luis"]), st.integers(-1, 6)
    ),
    st.tuples(st.just("revoke"), st.sampled_from(Role)),
    st.tuples(st.just("declare"), st.sampled_from(["v1", "v2"])),
    st.tuples(st.just("wait"), st.integers(1, 3)),
)


@given(steps=st.lists(STEP, max_size=12))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_it_is_open_exactly_when_a_simple_model_says_so(board: House, steps: list[tuple[Any, ...]]) -> None:
    """The model: the last standing entry of each role for the declaration of now, by two people, not over."""
    board.clock.now = NOW
    for role in Role:
        with suppress(UsageError):
            given_by(board).revoke("board", role, "ana")
    board.corpora.register(RESTRICTED, "v1")
    entries: list[tuple[Role, str, int, str]] = []
    day, declared = 0, "v1"
    for kind, *rest in steps:
        board.clock.now = NOW + day * DAY
        if kind == "approve":
            role, who, until = rest
            others = [e for e in entries if e[0] is not role and e[3] == declared]
            taken = bool(others) and others[-1][1] == who and others[-1][2] > day
            if until > day and not taken:
                given_by(board).approve("board", role, who, NOW + until * DAY)
                entries.append((role, who, until, declared))
            else:
                with pytest.raises(UsageError):
                    given_by(board).approve("board", role, who, NOW + until * DAY)
        elif kind == "revoke":
            if any(e[0] is rest[0] for e in entries):
                given_by(board).revoke("board", rest[0], "luis")
            entries = [e for e in entries if e[0] is not rest[0]]
        elif kind == "declare":
            declared = rest[0]
            board.corpora.register(RESTRICTED, declared)
        else:
            day += rest[0]
    board.clock.now = NOW + day * DAY
    last = {e[0]: e for e in entries if e[3] == declared}
    is_open = len(last) == 2 and len({e[1] for e in last.values()}) == 2
    is_open = is_open and all(e[2] > day for e in last.values())
    assert (reason(board) is None) == is_open


def test_where_a_role_is_given_to_a_group_only_its_members_decide(board: House) -> None:
    counsel = GroupEntry("counsel", "counsel", frozenset({Principal.user("luis")}))
    board.directory.put_group(counsel)
    kept = Approvals(board.database, board.clock, {Role.LEGAL: Principal.group("counsel")})
    for who in ("ana", "eva", "stranger"):
        with pytest.raises(UsageError, match="does not decide for legal"):
            kept.approve("board", Role.LEGAL, who, NOW + DAY)
        with pytest.raises(UsageError, match="does not decide for legal"):
            kept.revoke("board", Role.LEGAL, who)
    kept.approve("board", Role.LEGAL, "luis", NOW + DAY)
    kept.approve("board", Role.SECURITY, "ana", NOW + DAY)
    assert reason(board) is None
