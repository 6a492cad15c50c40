"""From the claims of a checked token to an identity. Doubt is nobody; the directory has the last word.

It never checks a signature: whoever calls has done so, and passes what an issuer really said.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, or_, select

from fidedigno.access.content import EntryError, checked_email, checked_name
from fidedigno.access.directory import Directory, with_claimed
from fidedigno.access.links import has_other_subject, linked_user
from fidedigno.access.outside_tables import ScimResource
from fidedigno.access.tables import User
from fidedigno.database import Database
from fidedigno.errors import BusyError, NotAvailableError, WorkspaceError
from fidedigno.model import Identity, Principal
from fidedigno.model.principal import CLAIMED_PREFIX

MAX_GROUPS = 1_000
"""More groups than this in one token are taken as unknown."""


@dataclass(frozen=True, slots=True)
class ClaimRules:
    """What the claims of one issuer may decide.

    ``name`` is part of the names of its groups, ``oidc:NAME:GROUP``. ``email_domains`` are those of which it
    may say that an address is verified; empty, addresses link nobody. ``scim`` names the provider, and
    ``scim_claim`` the claim, by whose external id an account is linked. ``groups_claim`` empty: groups in
    tokens count for nothing. ``unlinked_reads_public``: somebody whom nothing links reads what is public, or
    nothing at all.
    """

    name: str
    email_domains: frozenset[str] = frozenset()
    scim: str = ""
    scim_claim: str = "sub"
    groups_claim: str = ""
    unlinked_reads_public: bool = True


def identity_of_claims(
    database: Database,
    directory: Directory,
    claims: Mapping[str, Any],
    rules: ClaimRules,
    moment: datetime | None = None,
) -> Identity:
    """The identity of the person whom ``claims`` name, in one state of the directory.

    Linked by the explicit map of issuer and subject, else by the external id of the declared provider, else
    by a verified address that one user has. A disabled account holds nothing, whatever the token says.

    Raises:
        NotAvailableError: if the directory cannot be read.
    """
    try:
        with database.snapshot() as connection:
            user = _user_of(connection, claims, rules)
            identity = directory.identity_in(connection, user, moment or datetime.now(UTC))
            if identity.user is None:
                return identity if rules.unlinked_reads_public else _nothing(identity)
            return with_claimed(identity, token_groups(claims, rules))
    except (WorkspaceError, BusyError) as error:
        raise NotAvailableError("not available") from error


def token_groups(claims: Mapping[str, Any], rules: ClaimRules) -> frozenset[Principal]:
    """The groups that a token asserts, under the prefix of its issuer; none where they are not told whole.

    A person of too many groups gets a token with a reference instead (``_claim_names``), which is not followed.
    Groups that are not known count for nothing; that is safe because no access list can deny one of them.
    """
    if not rules.groups_claim:
        return frozenset()
    said = claims.get(rules.groups_claim)
    elsewhere = claims.get("_claim_names")
    if (isinstance(elsewhere, Mapping) and rules.groups_claim in elsewhere) or claims.get("hasgroups"):
        return frozenset()
    if not isinstance(said, list) or len(said) > MAX_GROUPS:
        return frozenset()
    found: set[Principal] = set()
    for each in said:
        try:
            name, _ = checked_name(each)
            found.add(Principal.group(f"{CLAIMED_PREFIX}{rules.name}:{name}"))
        except (EntryError, ValueError):
            return frozenset()
    return frozenset(found)


def address_of(claims: Mapping[str, Any]) -> str | None:
    """The verified address in the form in which the directory keeps addresses, or ``None``.

    Only ``true`` is verified, not a text that says so. An address that becomes another one when look-alike
    characters are folded is nobody's: the issuer verified what it wrote, not what we would read.
    """
    written = claims.get("email")
    if claims.get("email_verified") is not True or not isinstance(written, str):
        return None
    try:
        address = checked_email(written)
    except EntryError:
        return None
    plain = unicodedata.normalize("NFC", written) == written and written.lower() == address
    return address if plain else None


def _user_of(connection: Connection, claims: Mapping[str, Any], rules: ClaimRules) -> int | None:
    issuer, subject = claims["iss"], claims["sub"]
    user = linked_user(connection, issuer, subject)
    if user is not None:
        return user
    # Where the id is somebody's, or of several, an address does not decide for another person.
    named = _of_external_id(connection, claims, rules)
    user = _by_address(connection, claims, rules) if not named else named[0] if len(named) == 1 else None
    return None if user is None or has_other_subject(connection, issuer, user) else user


def _of_external_id(connection: Connection, claims: Mapping[str, Any], rules: ClaimRules) -> list[int]:
    value = claims.get(rules.scim_claim)
    if not rules.scim or not isinstance(value, str) or not value:
        return []
    theirs = (ScimResource.provider == rules.scim) & (ScimResource.external_id == value)
    users = select(ScimResource.user_id).where(theirs, ScimResource.user_id.is_not(None)).limit(2)
    return [user for user in connection.scalars(users) if user is not None]


def _by_address(connection: Connection, claims: Mapping[str, Any], rules: ClaimRules) -> int | None:
    address = address_of(claims)
    if address is None or address.rpartition("@")[2] not in rules.email_domains:
        return None
    held = or_(User.email == address, User.name == address)
    found = connection.execute(select(User.id, User.email).where(held).limit(2)).all()
    return found[0].id if len(found) == 1 and found[0].email == address else None


def _nothing(identity: Identity) -> Identity:
    return Identity(identity.tenant, None, frozenset(), False, identity.epoch, identity.resolved_at)
