"""``/Users``: the accounts of one provider."""

from __future__ import annotations

from fidedigno.access.provided import Provided
from fidedigno.access.provided_accounts import AccountDraft, ProvidedAccounts
from fidedigno.serve.scim.attributes import fields_of
from fidedigno.serve.scim.change import changed
from fidedigno.serve.scim.endpoint import Endpoint, Resource
from fidedigno.serve.scim.operations import Operation, Verb, read_operations
from fidedigno.serve.scim.query import Query
from fidedigno.serve.scim.refusal import ScimRefusal
from fidedigno.serve.scim.user import account_of, checked_user, user_of

_PLAIN = Query()


class Users(Endpoint):
    """Accounts are in force as they are written: an inactive one retrieves nothing from the next question on.

    Args:
        accounts: where they are kept.
        base: the address under which they are read.
        domains: the only domains whose addresses link accounts; empty, all do.
    """

    kind = "User"
    name_attribute = "userName"

    def __init__(self, accounts: ProvidedAccounts, base: str, domains: frozenset[str] = frozenset()) -> None:
        super().__init__(accounts, base)
        self._accounts = accounts
        self._domains = domains

    def create(self, body: object) -> Resource:
        """Make an account, active unless the body says otherwise."""
        user = checked_user(fields_of(body, "User"))
        return self._shown(self._accounts.add(account_of(user, self._domains, enabled=True)), _PLAIN)

    def replace(self, identifier: str, body: object, expected: int | None) -> Resource:
        """Write an account anew. A body that does not say whether it is active leaves that as it is."""
        user = checked_user(fields_of(body, "User"))

        def draft(before: Provided) -> AccountDraft:
            return account_of(user, self._domains, enabled=before.enabled)

        return self._shown(self._accounts.change(identifier, draft, expected), _PLAIN)

    def patch(self, identifier: str, body: object, expected: int | None) -> Resource:
        """Change an account by operations, all of them or none."""
        operations = [_closing(each) for each in read_operations(body, "User")]

        def draft(before: Provided) -> AccountDraft:
            user = checked_user(changed(user_of(before), operations))
            return account_of(user, self._domains, enabled=before.enabled)

        return self._shown(self._accounts.change(identifier, draft, expected), _PLAIN)

    def _attributes(self, row: Provided, query: Query) -> Resource:  # noqa: ARG002 - nothing here costs much
        return user_of(row)


def _closing(operation: Operation) -> Operation:
    """Without ``active`` an account is not active; without ``userName`` it is none."""
    attribute = operation.target.attribute
    empties = operation.verb is Verb.REMOVE or operation.value is None
    if attribute == "userName" and empties:
        raise ScimRefusal(400, "mutability", "userName cannot be removed")
    if attribute == "active" and empties:
        return Operation(Verb.REPLACE, operation.target, False)
    return operation
