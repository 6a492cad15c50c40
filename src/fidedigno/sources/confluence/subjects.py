"""Who a grant of Confluence is for, as principals; what is not understood grants nothing and is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from fidedigno.model import ANYONE, Principal
from fidedigno.sources.confluence.names import (
    account_principal,
    group_principal,
    licensed_principal,
    readable_id,
)
from fidedigno.sources.confluence.options import ConfluenceOptions

_LICENSED = ("all-licensed-users", "authenticated-users")
_ANONYMOUS = "anonymous-users"


class Subjects:
    """Makes principals for one site, and keeps what a reading met.

    ``accounts`` are the accounts that access lists name. ``ignored`` counts grants to something that is not
    understood or that an option does not allow, by a word for what it was.
    """

    def __init__(self, options: ConfluenceOptions) -> None:
        self._options = options
        self.accounts: set[str] = set()
        self.ignored: Counter[str] = Counter()

    def of_account(self, identifier: object) -> Principal | None:
        """The principal of an account id; ``None`` for what is none."""
        account = readable_id(identifier)
        if account is None:
            self.ignored["account"] += 1
            return None
        self.accounts.add(account)
        return account_principal(self._options.name, account)

    def of_group(self, identifier: object) -> Principal | None:
        """The principal of a group id; ``None`` for what is none, such as a name alone."""
        group = readable_id(identifier)
        if group is None:
            self.ignored["group"] += 1
            return None
        return group_principal(self._options.name, group)

    def of_class(self, identifier: object) -> Principal | None:
        """The principal of a class of people, where an option says that it may open something."""
        if identifier == _ANONYMOUS and self._options.anonymous_access:
            return ANYONE
        if identifier in _LICENSED and self._options.licensed_groups:
            return licensed_principal(self._options.name)
        self.ignored["class"] += 1
        return None

    def of_typed(self, kind: str, identifier: str) -> Principal | None:
        """The principal of an id with its kind, as permissions and roles write it."""
        match kind.casefold():
            case "user":
                return self.of_account(identifier)
            case "group":
                return self.of_group(identifier)
            case "access_class":
                return self.of_class(identifier)
            case _:
                self.ignored["kind"] += 1
                return None

    def of_users(self, entries: Iterable[Any]) -> set[Principal]:
        """The principals of the users of a restriction."""
        found = {self.of_account(_known(each, "accountId")) for each in entries}
        return {each for each in found if each is not None}

    def of_groups(self, entries: Iterable[Any]) -> set[Principal]:
        """The principals of the groups of a restriction."""
        found = {self.of_group(_known(each, "id")) for each in entries}
        return {each for each in found if each is not None}


def _known(entry: Any, key: str) -> object:
    if not isinstance(entry, dict) or entry.get("type") in ("anonymous", "unknown"):
        return None
    return entry.get(key)
