"""Accounts of a provider: in force at once, under an id that survives renaming, and nobody else's to change."""

import pytest

from fidedigno.access import GroupEntry, UserEntry
from fidedigno.access.content import DirectoryContent
from fidedigno.access.outside_tables import ScimResource, TokenLink
from fidedigno.access.provided import ChangedMeanwhileError, Lookup, TakenError
from fidedigno.access.provided_accounts import AccountDraft, ProvidedAccounts
from fidedigno.access.provided_groups import GroupDraft, MemberStep, ProvidedGroups, StepKind
from fidedigno.errors import NotAvailableError
from fidedigno.model import Principal
from tests.access.house import House


@pytest.fixture
def accounts(house: House) -> ProvidedAccounts:
    return ProvidedAccounts(house.database, "corp", house.clock)


def test_an_account_keeps_its_id_when_it_is_renamed(house: House, accounts: ProvidedAccounts) -> None:
    made = accounts.add(AccountDraft("ana", "Ana", "ana@campus.example", said={"userName": "Ana"}))
    renamed = accounts.change(made.id, lambda before: AccountDraft("maria", "María", said=before.said))
    assert (renamed.id, renamed.row, renamed.version) == (made.id, made.row, 2)
    assert house.directory.identity("ana").user is None
    assert house.directory.identity("maria").user == "maria"
    assert accounts.among(Lookup(id=made.id, name="maria")) == [renamed]
    assert accounts.among(Lookup(name="ana")) == []


def test_an_account_switched_off_holds_nothing_from_the_next_question_on(
    house: House, accounts: ProvidedAccounts
) -> None:
    made = accounts.add(AccountDraft("ana", "Ana"))
    before = house.directory.identity("ana")
    accounts.change(made.id, lambda _: AccountDraft("ana", "Ana", enabled=False))
    after = house.directory.identity("ana")
    assert (after.enabled, after.principals) == (False, frozenset())
    with house.database.snapshot() as connection:
        assert house.directory.current_in(connection, before).principals == frozenset()


def test_an_account_that_is_removed_is_gone_with_all_it_held(
    house: House, accounts: ProvidedAccounts
) -> None:
    made = accounts.add(AccountDraft("ana", "Ana"))
    group = GroupEntry("teachers", "T", frozenset({Principal.user("ana")}))
    house.directory.load(DirectoryContent((), (group,)), replace=False)
    accounts.remove(made.id)
    again = accounts.add(AccountDraft("ana", "Another Ana"))
    assert again.id != made.id
    assert Principal.group("teachers") not in house.directory.identity("ana").principals
    with pytest.raises(NotAvailableError):
        accounts.remove(made.id)


def test_somebody_of_a_file_or_of_another_provider_is_not_taken_over(
    house: House, accounts: ProvidedAccounts
) -> None:
    house.directory.put_user(UserEntry("luis", "Luis", "luis@campus.example"))
    with pytest.raises(TakenError):
        accounts.add(AccountDraft("luis", "Mallory", enabled=False))
    adopting = ProvidedAccounts(house.database, "corp", house.clock, adopt=True)
    taken = adopting.add(AccountDraft("luis", "Luis", enabled=False))
    assert not house.directory.identity("luis").enabled
    for provider in ("corp", "other"):
        with pytest.raises(TakenError):
            ProvidedAccounts(house.database, provider, adopt=True).add(AccountDraft("luis", "x"))
    made = accounts.add(AccountDraft("ana", "Ana"))
    with pytest.raises(TakenError):
        accounts.change(made.id, lambda _: AccountDraft("luis", "x"))
    assert accounts.get(taken.id).version == 1


def test_a_version_that_is_not_the_present_one_changes_nothing(accounts: ProvidedAccounts) -> None:
    made = accounts.add(AccountDraft("ana", "Ana"))
    for act in (
        lambda: accounts.change(made.id, lambda _: AccountDraft("x", "x"), expected=2),
        lambda: accounts.remove(made.id, expected=0),
    ):
        with pytest.raises(ChangedMeanwhileError):
            act()
    assert accounts.get(made.id) == made
    assert accounts.change(made.id, lambda _: AccountDraft("x", "x"), expected=1).version == 2


def test_what_is_asked_of_the_index_is_answered_for_this_provider_alone(
    house: House, accounts: ProvidedAccounts
) -> None:
    mine = accounts.add(AccountDraft("ana", "Ana", external_id="e-1"))
    other = ProvidedAccounts(house.database, "other")
    theirs = other.add(AccountDraft("eva", "Eva", external_id="e-1"))
    assert accounts.among(Lookup(external_id="e-1")) == [mine]
    assert other.page(0, 10) == (1, [theirs])
    assert accounts.page(1, 10) == (1, [])
    with pytest.raises(NotAvailableError):
        accounts.get(theirs.id)


def test_a_file_that_is_merged_leaves_the_groups_of_a_provider_to_it(
    house: House, accounts: ProvidedAccounts
) -> None:
    made = accounts.add(AccountDraft("ana", "Ana"))
    steps = [MemberStep(StepKind.ADD, (made.id,))]
    ProvidedGroups(house.database, "corp").add(GroupDraft("staff", "Staff", steps=steps))
    content = DirectoryContent(
        (UserEntry("ana", "Ana", groups=("chess",)),), (GroupEntry("chess", "Chess", None),)
    )
    house.directory.load(content, replace=False)
    held = house.directory.identity("ana").principals
    assert {Principal.group("chess"), Principal.group("scim:corp:staff")} <= held


def test_a_directory_that_is_replaced_forgets_the_rows_with_the_people(
    house: House, accounts: ProvidedAccounts
) -> None:
    made = accounts.add(AccountDraft("ana", "Ana"))
    house.directory.load(DirectoryContent((UserEntry("luis", "Luis"),), ()), replace=True)
    with pytest.raises(NotAvailableError):
        accounts.get(made.id)
    assert {each.__tablename__ for each in (ScimResource, TokenLink)} == {"scim_resources", "token_links"}
