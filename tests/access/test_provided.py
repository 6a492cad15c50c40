"""Writers at the same time: every change counts, and of those that name one version only one does."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from fidedigno.access.provided import ChangedMeanwhileError, Lookup, Provided
from fidedigno.access.provided_accounts import AccountDraft, ProvidedAccounts
from fidedigno.access.provided_groups import GroupDraft, MemberStep, ProvidedGroups, StepKind
from tests.access.house import House

WRITERS = 8


def test_members_added_at_the_same_time_are_all_in_and_each_moves_the_epoch(house: House) -> None:
    accounts, groups = ProvidedAccounts(house.database, "corp"), ProvidedGroups(house.database, "corp")
    people = [accounts.add(AccountDraft(f"u{n}", "U")).id for n in range(WRITERS)]
    group = groups.add(GroupDraft("g", "G"))
    before = house.directory.identity(None).epoch
    start = Barrier(WRITERS)

    def join(person: str) -> Provided:
        start.wait(30)
        steps = [MemberStep(StepKind.ADD, (person,))]
        return groups.change(group.id, lambda _: GroupDraft("g", "G", steps=steps))

    with ThreadPoolExecutor(WRITERS) as threads:
        versions = sorted(each.version for each in threads.map(join, people))
    assert versions == list(range(2, WRITERS + 2))
    assert {each.id for each in groups.members(groups.get(group.id))} == set(people)
    assert house.directory.identity(None).epoch == before + WRITERS


def test_of_changes_that_name_one_version_one_counts(house: House) -> None:
    accounts = ProvidedAccounts(house.database, "corp")
    made = accounts.add(AccountDraft("ana", "Ana"))
    start = Barrier(WRITERS)

    def rename(number: int) -> bool:
        start.wait(30)
        try:
            accounts.change(made.id, lambda _: AccountDraft(f"ana{number}", "Ana"), expected=1)
        except ChangedMeanwhileError:
            return False
        return True

    with ThreadPoolExecutor(WRITERS) as threads:
        won = list(threads.map(rename, range(WRITERS)))
    assert won.count(True) == 1
    assert accounts.among(Lookup(name=f"ana{won.index(True)}")) == [accounts.get(made.id)]


def test_what_a_draft_raises_leaves_all_as_it_was(house: House) -> None:
    accounts = ProvidedAccounts(house.database, "corp")
    made = accounts.add(AccountDraft("ana", "Ana"))
    before = house.directory.identity("ana").epoch

    def fails(_: Provided) -> AccountDraft:
        raise ChangedMeanwhileError("x")

    with pytest.raises(ChangedMeanwhileError):
        accounts.change(made.id, fails)
    assert accounts.get(made.id) == made
    assert house.directory.identity("ana").epoch == before
