"""Groups of a provider: one member more or less is one row, whatever their number."""

import pytest
from sqlalchemy import event, insert, select

from fidedigno.access.outside_tables import ScimResource
from fidedigno.access.provided import Lookup, TakenError, UnknownMemberError
from fidedigno.access.provided_accounts import AccountDraft, ProvidedAccounts
from fidedigno.access.provided_groups import GroupDraft, MemberStep, ProvidedGroups, StepKind
from fidedigno.access.tables import User, UserMembership
from fidedigno.errors import NotAvailableError
from fidedigno.model import Principal
from tests.access.house import NOW, House

MANY = 100_000


@pytest.fixture
def groups(house: House) -> ProvidedGroups:
    return ProvidedGroups(house.database, "corp", house.clock)


@pytest.fixture
def accounts(house: House) -> ProvidedAccounts:
    return ProvidedAccounts(house.database, "corp", house.clock)


def step(kind: StepKind, *ids: str) -> MemberStep:
    return MemberStep(kind, ids)


def test_a_member_more_in_a_group_of_100k_touches_one_row(
    house: House, groups: ProvidedGroups, accounts: ProvidedAccounts
) -> None:
    with house.database.session() as session:
        people = [
            {"name": f"u{n}", "display": "u", "email": None, "enabled": True, "attributes": {}}
            for n in range(MANY)
        ]
        session.execute(insert(User), people)
    new, big = accounts.add(AccountDraft("new", "New")), groups.add(GroupDraft("all", "All"))
    with house.database.session() as session:
        rows = [
            {"user_id": each, "group_id": big.row}
            for each in session.scalars(select(User.id))
            if each != new.row
        ]
        session.execute(insert(UserMembership), rows)
    said: list[str] = []

    def watch(_connection, _cursor, statement, parameters, _context, many) -> None:
        said.extend([statement] * (len(parameters) if many else 1))

    event.listen(house.database._writing, "before_cursor_execute", watch)
    groups.change(big.id, lambda _: GroupDraft("all", "All", steps=[step(StepKind.ADD, new.id)]))
    adding, _ = list(said), said.clear()
    groups.change(big.id, lambda _: GroupDraft("all", "All", steps=[step(StepKind.REMOVE, new.id)]))
    removing = list(said)
    event.remove(house.database._writing, "before_cursor_execute", watch)
    for statements, verb in ((adding, "INSERT INTO"), (removing, "DELETE FROM")):
        of_members = [each for each in statements if "user_memberships" in each]
        assert len([each for each in of_members if each.startswith(verb)]) == 1
        assert all("user_id IN" in each for each in of_members if not each.startswith("INSERT"))
        changes = [each for each in statements if each.startswith(("INSERT", "UPDATE", "DELETE"))]
        assert len(changes) == 4  # the epoch, the group's name, the member, the version


def test_one_member_counts_at_the_next_question_and_moves_the_epoch_by_one(
    house: House, groups: ProvidedGroups, accounts: ProvidedAccounts
) -> None:
    ana, group = accounts.add(AccountDraft("ana", "Ana")).id, groups.add(GroupDraft("all", "All")).id
    for kind, held in ((StepKind.ADD, True), (StepKind.REMOVE, False)):
        before = house.directory.identity("ana").epoch
        groups.change(group, lambda _, k=kind: GroupDraft("all", "All", steps=[step(k, ana)]))
        now = house.directory.identity("ana")
        assert now.epoch == before + 1
        assert (Principal.group("scim:corp:all") in now.principals) is held


def test_steps_are_done_in_order_and_an_unknown_member_undoes_all(
    house: House, groups: ProvidedGroups, accounts: ProvidedAccounts
) -> None:
    ana, luis = accounts.add(AccountDraft("ana", "Ana")).id, accounts.add(AccountDraft("luis", "Luis")).id
    group = groups.add(GroupDraft("g", "G", steps=[step(StepKind.ONLY, ana)]))
    steps = [step(StepKind.REMOVE, ana, "unknown"), step(StepKind.ADD, luis, luis)]
    after = groups.change(group.id, lambda _: GroupDraft("g", "G", steps=steps))
    assert [each.id for each in groups.members(after)] == [luis]
    wrong = [step(StepKind.ONLY), step(StepKind.ADD, "unknown")]
    with pytest.raises(UnknownMemberError):
        groups.change(group.id, lambda _: GroupDraft("other", "O", steps=wrong))
    assert [each.id for each in groups.members(groups.get(group.id))] == [luis]
    assert groups.among(Lookup(name="scim:corp:g")) == [after]


def test_a_group_of_a_group_is_one_of_its_members_and_holds_it_back(groups: ProvidedGroups) -> None:
    inner = groups.add(GroupDraft("inner", "Inner"))
    outer = groups.add(GroupDraft("outer", "Outer", steps=[step(StepKind.ADD, inner.id)]))
    groups.change(
        inner.id, lambda _: GroupDraft("inner", "Inner", steps=[step(StepKind.ADD, outer.id, inner.id)])
    )
    assert groups.holding(inner.id) == {outer.id, inner.id}
    assert groups.holding(outer.id) == {inner.id}
    assert groups.holding("nobody") == frozenset()
    assert [each.is_group for each in groups.members(outer)] == [True]


def test_two_providers_may_use_one_name_and_one_may_use_it_once(house: House, groups: ProvidedGroups) -> None:
    mine = groups.add(GroupDraft("staff", "Staff"))
    ProvidedGroups(house.database, "other").add(GroupDraft("staff", "Staff"))
    with pytest.raises(TakenError):
        groups.add(GroupDraft("staff", "STAFF"))
    second = groups.add(GroupDraft("second", "Second"))
    with pytest.raises(TakenError):
        groups.change(second.id, lambda _: GroupDraft("staff", "Staff"))
    assert house.directory.groups() == ["scim:corp:second", "scim:corp:staff", "scim:other:staff"]
    groups.remove(mine.id)
    with pytest.raises(NotAvailableError):
        groups.get(mine.id)
    with house.database.snapshot() as connection:
        assert connection.scalar(select(ScimResource.id).where(ScimResource.id == mine.id)) is None


def test_times_and_versions_tell_when_it_changed(house: House, groups: ProvidedGroups) -> None:
    made = groups.add(GroupDraft("g", "G"))
    assert (made.version, made.created_at, made.modified_at) == (1, NOW, NOW)
    later = house.clock.now = NOW.replace(hour=20)
    changed = groups.change(made.id, lambda _: GroupDraft("h", "H", "ext"))
    assert (changed.version, changed.created_at, changed.modified_at) == (2, NOW, later)
    assert (changed.id, changed.external_id) == (made.id, "ext")
