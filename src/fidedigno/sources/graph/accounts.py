"""Accounts of the tenant: which count, and who they are in the directory."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from fidedigno.access.content import EntryError, UserEntry, checked_email, checked_name
from fidedigno.sources.graph.names import guid
from fidedigno.sources.graph.options import GraphOptions
from fidedigno.sources.graph.pages import read_pages
from fidedigno.sources.graph.wire import Account
from fidedigno.sources.http import RestClient
from fidedigno.sources.shapes import fits

FIELDS = "id,displayName,mail,userPrincipalName,accountEnabled,userType,externalUserState"
"""All that :class:`~fidedigno.sources.graph.wire.Account` reads: a field that is not asked for is missing."""

_log = logging.getLogger(__name__)

Directory = Callable[[str], str | None]
"""The name that the directory gives to whoever has an e-mail address; ``None`` if it has nobody."""


def counts(account: Account, options: GraphOptions) -> bool:
    """Whether an account may hold anything: switched on, and of the tenant or an admitted guest."""
    if account.enabled is not True:
        return False
    return is_internal(account) or (
        options.guests and _word(account.kind) == "guest" and _word(account.invitation) == "accepted"
    )


def is_internal(account: Account) -> bool:
    """Whether an account is of the tenant. What the service does not say is not supposed."""
    return _word(account.kind) == "member"


@dataclass(frozen=True, slots=True)
class Accounts:
    """The accounts by id; ``linked`` those that count and whose person the directory knows, by name.

    ``logins`` gives the id for a user principal name in small letters.
    """

    all: dict[str, Account] = field(default_factory=dict)
    linked: dict[str, str] = field(default_factory=dict)
    logins: dict[str, str] = field(default_factory=dict)
    users: tuple[UserEntry, ...] = ()


async def read_accounts(client: RestClient, options: GraphOptions, directory: Directory) -> Accounts:
    """Every account of the tenant.

    Raises:
        SourceError: if they could not be read whole.
    """
    rows, _ = await read_pages(client, "/users", {"$select": FIELDS, "$top": "999"})
    found: dict[str, Account] = {}
    for row in rows:
        shaped: tuple[Account] | None = fits(Account, row)
        key = guid(shaped[0].id) if shaped is not None else None
        if shaped is not None and key is not None:
            found[key] = shaped[0]
    _log.info("%s: %d of %d accounts understood", client.name, len(found), len(rows))
    named = _named(found, options, directory)
    logins = Counter(_word(each.login) for each in found.values() if each.login)
    return Accounts(
        all=found,
        linked={key: entry.name for key, entry in named.items()},
        logins={_word(each.login): key for key, each in found.items() if logins[_word(each.login)] == 1},
        users=tuple(named.values()),
    )


def _named(found: dict[str, Account], options: GraphOptions, directory: Directory) -> dict[str, UserEntry]:
    """An entry for each account whose person is known. Two accounts with one person are nobody's."""
    addresses = Counter(address for each in found.values() if (address := address_of(each)))
    entries: dict[str, UserEntry] = {}
    for key, account in found.items():
        if not counts(account, options):
            continue
        address = address_of(account)
        alone = address if address and addresses[address] == 1 else None
        name = options.accounts.get(key) or (directory(alone) if alone else None)
        entry = _entry(options, key, account, name, alone) if name else None
        if entry is not None:
            entries[key] = entry
    mapped = {entries[key].name for key in options.accounts if key in entries}
    twice = Counter(each.name for each in entries.values())
    return {
        key: entry
        for key, entry in entries.items()
        if key in options.accounts or (entry.name not in mapped and twice[entry.name] == 1)
    }


def _entry(
    options: GraphOptions, key: str, account: Account, name: str, address: str | None
) -> UserEntry | None:
    try:
        checked, written = checked_name(name)
    except EntryError:
        return None
    try:
        display = checked_name(account.display, "display")[1]
    except EntryError:
        display = written
    attributes = {person_attribute(options.name): key}
    return UserEntry(checked, display, address, None, attributes, where=f"graph account {key}")


def person_attribute(connector: str) -> str:
    """The attribute of a directory user that holds the id of the person's account."""
    return f"graph.{connector}.id"


def address_of(account: Account) -> str | None:
    """The address of an account: its mail, else its principal name, in small letters; ``None`` for neither."""
    for text in (account.mail, account.login):
        try:
            address = checked_email(text)
        except EntryError:
            continue
        if address:
            return address
    return None


def own_address(address: str) -> str | None:
    """For a directory whose names are addresses: the address itself."""
    return address


def _word(text: str | None) -> str:
    return (text or "").strip().casefold()
