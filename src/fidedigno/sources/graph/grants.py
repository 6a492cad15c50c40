"""What the permissions of an item mean: the groups of the directory that may read it.

Graph lists what an item inherits beside what it was given itself, so the rows of one item are its whole
list. A row adds groups or nothing; no row takes anything away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from fidedigno.model import NOBODY, AccessList, Principal
from fidedigno.sources.graph.claims import Claim, ClaimKind, read_claim
from fidedigno.sources.graph.names import Names, guid
from fidedigno.sources.graph.options import GraphOptions
from fidedigno.sources.graph.wire import Grantee, Named, Permission
from fidedigno.sources.shapes import fits

READING_ROLES = frozenset({"read", "write", "owner", "sp.owner", "sp.member"})
"""Roles that let their holder read. Limited access, which only leads to something else, is none of them."""


@dataclass(frozen=True, slots=True)
class Grants:
    """Who may read.

    ``logins`` are accounts known by their user principal name only. ``ends`` is when the first of the grants
    ends by itself. ``not_understood`` counts rows or grantees that granted nobody because they said
    something unknown.
    """

    groups: frozenset[str] = frozenset()
    logins: frozenset[str] = frozenset()
    ends: datetime | None = None
    not_understood: int = 0

    def access_list(self, also: frozenset[str] = frozenset()) -> AccessList:
        """The list for the index; ``also`` are groups found for ``logins``."""
        groups = sorted(self.groups | also)
        return AccessList.any_of(*map(Principal.group, groups)) if groups else NOBODY


@dataclass(slots=True)
class _Found:
    groups: set[str] = field(default_factory=set)
    logins: set[str] = field(default_factory=set)
    ends: list[datetime] = field(default_factory=list)
    not_understood: int = 0


def read_grants(rows: Sequence[object], site: str | None, options: GraphOptions, now: datetime) -> Grants:
    """What the rows of one item's permissions grant.

    Args:
        rows: as Graph gives them.
        site: the id of the site that the item is in, where it is known; without it the groups that a site
            keeps for itself grant nobody.
        options: of the connector.
        now: grants that have ended by then count no more.
    """
    found = _Found()
    for raw in rows:
        row: tuple[Permission] | None = fits(Permission, raw)
        if row is None:
            found.not_understood += 1
        else:
            _take(row[0], site, options, now, found)
    ends = min(found.ends, default=None)
    return Grants(frozenset(found.groups), frozenset(found.logins), ends, found.not_understood)


def _take(row: Permission, site: str | None, options: GraphOptions, now: datetime, found: _Found) -> None:
    ends = end_of(row.expires)
    if not READING_ROLES & {each.casefold() for each in row.roles} or (ends is not None and ends <= now):
        return
    names = Names(options.name)
    if row.link is not None and row.link.scope != "users":
        found.groups |= _by_link(row, names, options, found)
    else:
        for grantee in _grantees(row):
            _name(grantee, names, site, options.tenant, found)
    if ends is not None:
        found.ends.append(ends)


def _by_link(row: Permission, names: Names, options: GraphOptions, found: _Found) -> set[str]:
    """Whom a link lets in that is not for named people. Who holds such a link cannot be known."""
    scope = row.link.scope if row.link is not None else None
    if scope == "organization":
        return {names.members} if options.organisation_links and not row.has_password else set()
    if scope == "anonymous":
        return {names.everyone} if options.anonymous_links and not row.has_password else set()
    found.not_understood += scope != "existingAccess"
    return set()


def _grantees(row: Permission) -> Iterator[object]:
    if row.link is None and row.granted is not None:
        yield row.granted
    yield from row.identities or ()
    if row.granted is None and row.identities is None:
        yield None


def _name(raw: object, names: Names, site: str | None, tenant: str, found: _Found) -> None:
    """Add one grantee, by the narrowest of its names."""
    shaped: tuple[Grantee] | None = fits(Grantee, raw)
    if shaped is None:
        found.not_understood += 1
        return
    grantee = shaped[0]
    if grantee.site_group is not None:
        # It may hold only the owners of the Entra group that is written beside it.
        number = _named(grantee.site_group).id or ""
        if site is not None and number.isascii() and number.isdigit() and len(number) < 10:
            found.groups.add(names.site_group(site, int(number)))
        else:
            found.not_understood += 1
        return
    login = _named(grantee.site_user).login
    claim = read_claim(login, tenant)
    account, group = guid(_named(grantee.user).id), guid(_named(grantee.group).id)
    if grantee.group is not None:
        # The claim of a group's owners has the group's own id beside it.
        if login is None and group is not None:
            claim = Claim(ClaimKind.GROUP, group)
        elif claim is None or (group is not None and claim.value != group) or claim.kind is ClaimKind.LOGIN:
            claim = None
    elif account is not None:
        found.groups.add(names.account(account))
        return
    _add(claim, names, found)


def _add(claim: Claim | None, names: Names, found: _Found) -> None:
    if claim is None:
        found.not_understood += 1
    elif claim.kind is ClaimKind.LOGIN:
        found.logins.add(claim.value)
    else:
        found.groups.add(group_of(claim, names))


def group_of(claim: Claim, names: Names) -> str:
    """The directory group that a claim names, other than that of an account.

    Raises:
        ValueError: for the claim of an account, whose id is not known from it.
    """
    if claim.kind is ClaimKind.LOGIN:
        raise ValueError("an account is not a group")
    if claim.kind is ClaimKind.GROUP:
        return names.group(claim.value)
    if claim.kind is ClaimKind.OWNERS:
        return names.owners(claim.value)
    return names.members if claim.kind is ClaimKind.MEMBERS else names.everyone


def _named(raw: object) -> Named:
    shaped: tuple[Named] | None = fits(Named, raw)
    return Named() if shaped is None else shaped[0]


def end_of(text: str | None) -> datetime | None:
    """When a grant ends; ``None`` for never. What is not a date has ended: nobody can say that it has not."""
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    # The service writes its earliest date for a grant that has no end.
    return None if moment.year == 1 else moment
