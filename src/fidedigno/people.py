"""Who may ask, what they hold, and who administers: the people of a workspace."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fidedigno.connections import Connections
from fidedigno.model import Identity, Principal, normalise_name

if TYPE_CHECKING:
    from fidedigno.access import Approvals
    from fidedigno.access.claims import ClaimRules
    from fidedigno.access.provided_accounts import ProvidedAccounts
    from fidedigno.access.provided_groups import ProvidedGroups
    from fidedigno.administration import Administration


class People(Connections):
    """A workspace as the directory, identity providers and administrators see it."""

    def load_directory(self, path: str | Path, *, merge: bool = False) -> dict[str, int]:
        """Load users and groups from YAML, CSV or SCIM-like JSON; all of the file or nothing.

        The workspace's owner stays, whatever the file says.
        """
        from fidedigno.trace.event import Action
        from fidedigno.trace.trail import About

        loaded = self.directory.load(Path(path), replace=not merge)
        self._keep_owner()
        counted = {"users": loaded.users, "groups": loaded.groups, "memberships": loaded.memberships}
        self.audit.trail.note(Action.DIRECTORY_LOADED, About(numbers=counted))
        return counted

    def users(self) -> list[dict[str, Any]]:
        """The users of the directory, for operators."""
        return [
            {
                "name": each.display,
                "email": each.email,
                "enabled": each.enabled,
                "attributes": dict(each.attributes),
            }
            for each in self.directory.users()
        ]

    def user(self, name: str) -> dict[str, Any]:
        """What one person holds: the principals of their identity."""
        identity = self.identity(name)
        return {
            "user": identity.user,
            "known": identity.user is not None,
            "enabled": identity.enabled,
            "principals": sorted(str(principal) for principal in identity.principals),
        }

    def set_enabled(self, name: str, enabled: bool) -> None:
        """Switch an account on or off, from the next question on."""
        self.directory.set_enabled(name, enabled)
        self._note_switched(normalise_name(name), enabled)

    def identity(self, user: str | None) -> Identity:
        """The identity of a user at this moment: every group at any depth."""
        return self.directory.identity(user)

    def identity_of_claims(self, claims: Mapping[str, Any], rules: ClaimRules) -> Identity:
        """The identity of the person whom the claims of a token name. The token must have been checked before.

        Raises:
            NotAvailableError: if the directory cannot be read.
        """
        from fidedigno.access.claims import identity_of_claims

        return identity_of_claims(self._database, self.directory, claims, rules)

    def provided(self, provider: str, *, adopt: bool = False) -> tuple[ProvidedAccounts, ProvidedGroups]:
        """The accounts and the groups that an identity provider keeps in the directory."""
        from fidedigno.access.provided_accounts import ProvidedAccounts
        from fidedigno.access.provided_groups import ProvidedGroups

        accounts = ProvidedAccounts(self._database, provider, adopt=adopt, switched=self._note_switched)
        return accounts, ProvidedGroups(self._database, provider)

    def administration(self, *, as_user: str | None) -> Administration:
        """Why somebody may read a document and who may, for an administrator.

        Raises:
            NotAvailableError: for anybody else.
        """
        from fidedigno.administration import Administration
        from fidedigno.trace.event import Action
        from fidedigno.trace.trail import About

        identity = self.identity(as_user)

        def noted(document: int, person: str | None) -> None:
            about = About(people=(person,) if person else (), documents=(document,))
            self.audit.trail.require(Action.ACCESS_EXPLAINED, about, actor=identity.user)

        return Administration(
            self._database, self.catalog, self.settings, identity, self.live.sources, self.now, noted
        )

    @property
    def approvals(self) -> Approvals:
        """The written approvals of restricted corpora."""
        from fidedigno.access import Approvals, Role
        from fidedigno.trace.event import Action
        from fidedigno.trace.trail import About

        settings = self.settings
        named = {Role.SECURITY: settings.approvers_security, Role.LEGAL: settings.approvers_legal}
        holders = {role: Principal.parse(name) for role, name in named.items() if name}

        def told(corpus: str, approved: bool, by: str) -> None:
            action = Action.CORPUS_APPROVED if approved else Action.APPROVAL_REVOKED
            self.audit.trail.note(action, About(corpora=(corpus,)), actor=by)

        return Approvals(self._database, self.now, holders, told)

    def _note_switched(self, name: str, enabled: bool) -> None:
        from fidedigno.trace.event import Action
        from fidedigno.trace.trail import About

        action = Action.ACCOUNT_ENABLED if enabled else Action.ACCOUNT_DISABLED
        self.audit.trail.note(action, About(people=(name,)))

    def _keep_owner(self) -> None:
        """The workspace's owner is always in the directory, enabled, whatever a file said."""
        from fidedigno.access import UserEntry

        known = {each.name for each in self.directory.users()}
        if normalise_name(self.settings.owner) not in known:
            self.directory.put_user(UserEntry(normalise_name(self.settings.owner), self.settings.owner))
