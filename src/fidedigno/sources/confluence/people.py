"""The people and groups of a site, as entries that the directory can load.

Every account is a group of one, empty where nobody is linked to it or the account does not count; groups of
the site hold accounts. So an account that is switched off empties one group and thereby leaves all of them.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Sequence

from fidedigno.access.content import (
    DirectoryContent,
    EntryError,
    GroupEntry,
    UserEntry,
    checked_email,
    checked_name,
)
from fidedigno.model import Principal
from fidedigno.sources.confluence.names import (
    account_principal,
    group_principal,
    licensed_principal,
    readable_id,
)
from fidedigno.sources.confluence.options import ConfluenceOptions
from fidedigno.sources.confluence.service import ConfluenceService, each_of
from fidedigno.sources.confluence.wire import Account, Group, Listing, Member
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.shapes import fits, read_shape

_log = logging.getLogger(__name__)
AT_ONCE = 200


def user_attribute(site: str) -> str:
    """The attribute of a directory user that holds the user's account id in a site."""
    return f"confluence.{site}.account"


async def read_people(
    service: ConfluenceService, options: ConfluenceOptions, named: Iterable[str]
) -> DirectoryContent:
    """Read every group of the site with its members, each once, and how the accounts stand.

    Args:
        service: of the site.
        options: of the site.
        named: accounts that access lists name, which may be in no group.

    Raises:
        SourceError: if they could not be read whole; nothing is to be loaded then. A group that is refused
            or cannot be understood is left without members.
    """
    me = await service.myself()
    groups = await _groups(service)
    members = dict(zip(groups, await each_of(groups, lambda each: _members(service, each)), strict=True))
    wanted = {*named, *options.links, *(each for some in members.values() for each in some)}
    accounts = await _accounts(service, sorted(wanted | {me}))
    # Who may not look up people sees none, and would take everybody for gone.
    if me not in accounts or await service.myself() != me:
        raise SourceError(SourceErrorKind.NOT_AVAILABLE, f"{service.name}: people cannot be looked up")
    people = _linked(accounts, options)
    entries = [_account_entry(options, each, people) for each in sorted(wanted)]
    entries += [_group_entry(options, each, members[each]) for each in sorted(members)]
    if options.licensed_groups:
        licensed = frozenset(
            group_principal(options.name, e) for e in options.licensed_groups if e in members
        )
        entries.append(_entry(options, licensed_principal(options.name), licensed))
    return DirectoryContent(_users(accounts, people, options), tuple(entries), partial=True)


async def _groups(service: ConfluenceService) -> list[str]:
    found: dict[str, None] = {}
    async for entry in service.numbered("/rest/api/group", {}, "the groups"):
        read: tuple[Group] | None = fits(Group, entry)
        if read is not None and readable_id(read[0].id) is not None:
            found[read[0].id] = None
    return list(found)


async def _members(service: ConfluenceService, group: str) -> frozenset[str]:
    address = f"/rest/api/group/{group}/membersByGroupId"
    found: set[str] = set()
    try:
        async for entry in service.numbered(address, {}, "the members of a group"):
            read: tuple[Member] | None = fits(Member, entry)
            if read is not None and readable_id(read[0].account_id) is not None:
                found.add(read[0].account_id)
    except SourceError as error:
        # What may pass by itself must not rewrite what is known; a refusal is an answer, and closes.
        if error.kind not in {SourceErrorKind.NOT_AVAILABLE, SourceErrorKind.SHAPE}:
            raise
        _log.warning("%s: group %s: members not read (%s)", service.name, group, error.kind.value)
        return frozenset()
    return frozenset(found)


async def _accounts(service: ConfluenceService, wanted: Sequence[str]) -> dict[str, Account]:
    """The accounts that the site knows, by id; what it does not describe whole is left out."""
    found: dict[str, Account] = {}
    for first in range(0, len(wanted), AT_ONCE):
        some = frozenset(wanted[first : first + AT_ONCE])
        answer = await service.post("/api/v2/users-bulk", {"accountIds": sorted(some)})
        page: Listing = read_shape(Listing, answer, "accounts")
        for entry in page.results:
            read: tuple[Account] | None = fits(Account, entry)
            if read is not None and read[0].account_id in some:
                found[read[0].account_id] = read[0]
    return found


def _linked(accounts: dict[str, Account], options: ConfluenceOptions) -> dict[str, str]:
    """The directory user of each account that counts and is linked: by map, or by an address of its own."""
    counting = [each for each in accounts.values() if each.counts]
    linked = {
        each.account_id: options.links[each.account_id]
        for each in counting
        if each.account_id in options.links
    }
    if not options.trust_email:
        return linked
    by_email = {
        e.account_id: address for e in counting if e.account_id not in linked and (address := _address(e))
    }
    often = Counter(by_email.values())
    taken = frozenset(options.links.values())
    # An address of two accounts is nobody's; one that the map gives away is not taken from it.
    linked |= {id_: each for id_, each in by_email.items() if often[each] == 1 and each not in taken}
    return linked


def _address(account: Account) -> str | None:
    try:
        return checked_email(account.email)
    except EntryError:
        return None


def _users(
    accounts: dict[str, Account], people: dict[str, str], options: ConfluenceOptions
) -> tuple[UserEntry, ...]:
    users: dict[str, UserEntry] = {}
    for identifier, name in sorted(people.items()):
        account = accounts[identifier]
        try:
            display = checked_name(account.display, "display")[1]
        except EntryError:
            display = name
        email = name if identifier not in options.links else None
        attributes = {user_attribute(options.name): identifier}
        entry = UserEntry(name, display, email, attributes=attributes, where=f"confluence {options.name}")
        users.setdefault(name, entry)
    return tuple(users.values())


def _account_entry(options: ConfluenceOptions, account: str, people: dict[str, str]) -> GroupEntry:
    members = frozenset({Principal.user(people[account])} if account in people else ())
    return _entry(options, account_principal(options.name, account), members)


def _group_entry(options: ConfluenceOptions, group: str, accounts: frozenset[str]) -> GroupEntry:
    members = frozenset(account_principal(options.name, each) for each in accounts)
    return _entry(options, group_principal(options.name, group), members)


def _entry(options: ConfluenceOptions, principal: Principal, members: frozenset[Principal]) -> GroupEntry:
    # Its id is its display: the names of groups tell what people have not been told.
    return GroupEntry(principal.name, principal.name, members, f"confluence {options.name}")
