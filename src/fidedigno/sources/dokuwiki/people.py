"""The accounts of a wiki and its groups, as entries that the directory can load."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from fidedigno.access.content import (
    DirectoryContent,
    EntryError,
    GroupEntry,
    UserEntry,
    checked_email,
    checked_name,
)
from fidedigno.model import Principal
from fidedigno.sources.dokuwiki.accounts import Account
from fidedigno.sources.dokuwiki.readers import Readers


def login_attribute(wiki: str) -> str:
    """The attribute of a directory user that holds the user's logins in a wiki; no login has a comma."""
    return f"dokuwiki.{wiki}.login"


def links_of(accounts: Iterable[Account], links: Mapping[str, str], by_email: bool) -> dict[str, str]:
    """The directory's user for each login that has one.

    An address that two accounts give is nobody's; a login in ``links`` is whoever they say.
    """
    linked: dict[str, str] = {}
    addresses: dict[str, str] = {}
    for account in accounts:
        try:
            if account.login in links:
                linked[account.login] = checked_name(links[account.login])[0]
            elif by_email and (email := checked_email(account.email)):
                addresses[account.login] = email
        except EntryError:
            continue
    times = Counter(addresses.values())
    return linked | {login: email for login, email in addresses.items() if times[email] == 1}


def directory_content(
    readers: Readers, links: Mapping[str, str], *, by_email: bool, where: str
) -> DirectoryContent:
    """People who are linked, and every group that an access list of the wiki can name."""
    accounts = readers.accounts.by_login
    linked = links_of(accounts.values(), links, by_email)
    # A group that lost its last member has to be written, or the directory would keep it as it was.
    members: dict[Principal, set[str]] = defaultdict(set, {each: set() for each in readers.named()})
    members[readers.names.everyone] = set(accounts)
    for login, account in accounts.items():
        members[readers.names.account(login)] = {login}
        for group in account.groups:
            members[readers.names.group(group)].add(login)
    for principal, logins in readers.computed():
        members[principal] = set(logins)
    groups = tuple(
        GroupEntry(
            principal.name,
            principal.name,
            frozenset(Principal.user(linked[login]) for login in logins if login in linked),
            where,
        )
        for principal, logins in sorted(members.items())
    )
    return DirectoryContent(_users(accounts, linked, links, readers, where), groups, partial=True)


def _users(
    accounts: Mapping[str, Account],
    linked: Mapping[str, str],
    links: Mapping[str, str],
    readers: Readers,
    where: str,
) -> tuple[UserEntry, ...]:
    logins: dict[str, list[str]] = defaultdict(list)
    for login, user in sorted(linked.items()):
        logins[user].append(login)
    users = []
    for user, theirs in sorted(logins.items()):
        first = accounts[theirs[0]]
        try:
            display = checked_name(first.display, "display")[1]
        except EntryError:
            display = user
        email = None if first.login in links else user
        attributes = {login_attribute(readers.names.wiki): ",".join(theirs)}
        users.append(UserEntry(user, display, email, attributes=attributes, where=where))
    return tuple(users)
