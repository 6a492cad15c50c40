"""Accounts and groups of a tenant as entries that the directory can load.

Groups nest as they do in Entra; the directory computes who is in them, circles included. A group that could
not be read is there without members, so that nobody reads through it.
"""

from __future__ import annotations

from collections.abc import Iterable

from fidedigno.access.content import DirectoryContent, GroupEntry
from fidedigno.model import Principal, normalise_name
from fidedigno.sources.graph.accounts import Accounts, counts, is_internal
from fidedigno.sources.graph.claims import Claim, ClaimKind
from fidedigno.sources.graph.grants import group_of
from fidedigno.sources.graph.groups import EntraGroups
from fidedigno.sources.graph.names import Names
from fidedigno.sources.graph.options import GraphOptions
from fidedigno.sources.graph.site_groups import SiteGroups


def directory_content(
    options: GraphOptions,
    accounts: Accounts,
    entra: EntraGroups,
    sites: SiteGroups,
    known_groups: Iterable[str] = (),
) -> DirectoryContent:
    """The content for the directory.

    Args:
        options: of the connector.
        accounts: of the tenant.
        entra: its groups.
        sites: groups of sites.
        known_groups: names of groups in the directory; those of this connector that are gone from the tenant
            are emptied, since the directory keeps what nobody names.
    """
    names = Names(options.name)
    members: dict[str, frozenset[Principal]] = {}
    for key in accounts.all:
        members[names.account(key)] = _people(accounts, (key,))
    internal = (key for key, each in accounts.all.items() if counts(each, options) and is_internal(each))
    members[names.members] = _people(accounts, internal)
    members[names.everyone] = _people(accounts, accounts.linked)
    for key, held in entra.members.items():
        nested = frozenset(Principal.group(names.group(each)) for each in held & entra.members.keys())
        members[names.group(key)] = _people(accounts, held) | nested
    for key, held in entra.owners.items():
        members[names.owners(key)] = _people(accounts, held)
    named = frozenset(members)
    for (site, number), claims in sites.members.items():
        found = (_member(claim, names, accounts, named) for claim in claims)
        members[names.site_group(site, number)] = frozenset(each for each in found if each is not None)
    for gone in _own(known_groups, names) - members.keys():
        members[gone] = frozenset()
    where = f"graph {options.name}"
    groups = tuple(GroupEntry(name, name, held, where) for name, held in sorted(members.items()))
    return DirectoryContent(accounts.users, groups, partial=True)


def _people(accounts: Accounts, keys: Iterable[str]) -> frozenset[Principal]:
    return frozenset(Principal.user(accounts.linked[each]) for each in keys if each in accounts.linked)


def _member(claim: Claim, names: Names, accounts: Accounts, named: frozenset[str]) -> Principal | None:
    if claim.kind is not ClaimKind.LOGIN:
        group = group_of(claim, names)
        return Principal.group(group) if group in named else None
    key = accounts.logins.get(claim.value)
    name = accounts.linked.get(key) if key is not None else None
    return Principal.user(name) if name is not None else None


def _own(known_groups: Iterable[str], names: Names) -> set[str]:
    normalised = set()
    for each in known_groups:
        if each.casefold().startswith(names.prefix):
            normalised.add(normalise_name(each))
    return normalised
