"""Who may read a page, as an access list of groups; and the groups that such lists name.

Where rules only add, the list names the wiki's own groups and accounts. Where a nearer rule takes away what a
farther one gives, or a wildcard names each person, no list of groups says it: the list then names one group,
whose members are computed for each account by the wiki's own rule whenever people are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from fidedigno.model import ANYONE, NOBODY, AccessList, Principal
from fidedigno.sources.dokuwiki.accounts import Account, Accounts, encoded, is_clean
from fidedigno.sources.dokuwiki.names import WikiNames
from fidedigno.sources.dokuwiki.rules import READ, Place, Rules, places_of

EVERYBODY = "@ALL"


@dataclass
class Readers:
    """What rules and accounts, read at one moment, come to.

    Args:
        rules: of the wiki.
        accounts: of the wiki.
        names: how its groups are called.
        superusers: ``@group`` or login, clean; they read every page.
        visitors: whether a page that strangers may read without an account is public here too.
    """

    rules: Rules
    accounts: Accounts
    names: WikiNames
    superusers: tuple[str, ...] = ()
    visitors: bool = False
    _own: dict[str, dict[str, dict[str, int]]] = field(init=False, repr=False)
    _personal: frozenset[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        logins = self.accounts.by_login.items() if self.rules.wild else ()
        self._own = {login: self.rules.own(account) for login, account in logins}
        self._personal = frozenset(place for own in self._own.values() for place in own)

    def access(self, page: str) -> AccessList:
        """Who may read a page. Without any rule for it the wiki lets nobody in, and nor do we."""
        places = places_of(page)
        plain = self._plain(places)
        readers = {self.names.readers(self._scope(places))} if plain is None else plain
        if not readers and not self.superusers:
            return NOBODY
        return AccessList.any_of(*readers, *(self._principal(each) for each in self.superusers))

    def may_read(self, account: Account, page: str) -> bool:
        """Whether an account may read a page by the rules."""
        if {encoded_subject(each) for each in self.superusers} & account.subjects:
            return True
        return self._reads(account, page)

    def is_personal(self, page: str) -> bool:
        """Whether lines with wildcards bear on a page: the wiki fills them with whoever asks it."""
        return not self._personal.isdisjoint(places_of(page))

    def named(self) -> set[Principal]:
        """Every group that rules name, also those that nobody is in any more."""
        subjects = {subject for place in self.rules.fixed.values() for subject in place}
        found = {each for subject in subjects for each in self._named(subject) if each != ANYONE}
        return found | {self._principal(each) for each in self.superusers}

    def computed(self) -> Iterable[tuple[Principal, frozenset[str]]]:
        """The groups that stand for rules, each with the logins of its members."""
        subjects = {login: account.subjects for login, account in self.accounts.by_login.items()}
        for scope in sorted({*self.rules.fixed, *self._personal}):
            places = places_of(scope)
            if self._plain(places) is None:
                yield self.names.readers(scope), self._members(scope, places, subjects)

    def _members(
        self, scope: str, places: list[str], subjects: Mapping[str, frozenset[str]]
    ) -> frozenset[str]:
        """Who reads in a scope. Accounts that its rules cannot tell apart are judged once."""
        mentioned = frozenset(subject for place in places for subject in self.rules.fixed.get(place, {}))
        judged: dict[frozenset[str], bool] = {}
        members: set[str] = set()
        for login, account in self.accounts.by_login.items():
            if not self._own.get(login, {}).keys().isdisjoint(places):
                reads = self._reads(account, scope)
            else:
                alike = subjects[login] & mentioned
                if alike not in judged:
                    judged[alike] = self._reads(account, scope)
                reads = judged[alike]
            if reads:
                members.add(login)
        return frozenset(members)

    def _reads(self, account: Account, scope: str) -> bool:
        return self.rules.level(account, scope, self._own.get(account.login, {})) >= READ

    def _scope(self, places: list[str]) -> str:
        """The nearest place with a rule: pages with the same one are read by the same people."""
        return next(each for each in places if each in self.rules.fixed or each in self._personal)

    def _plain(self, places: list[str]) -> set[Principal] | None:
        """Whoever may read, where a list of groups can say it; ``None`` where it cannot."""
        readers: set[Principal] = set()
        takes_away = False
        for place in places:
            if place in self._personal:
                return None
            rules: Place = self.rules.fixed.get(place, {})
            giving = {subject for subject, level in rules.items() if level >= READ}
            if giving and takes_away:
                return None
            readers |= {found for each in giving for found in self._named(each)}
            if EVERYBODY in rules:
                break
            takes_away = takes_away or len(giving) < len(rules)
        return readers

    def _named(self, subject: str) -> list[Principal]:
        if subject == EVERYBODY:
            return [self.names.everyone, *([ANYONE] if self.visitors else [])]
        name = unquote(subject.removeprefix("@"), errors="replace")
        # Another spelling means nobody to the wiki, whatever it looks like.
        if not is_clean(name) or encoded(name) != subject.removeprefix("@"):
            return []
        return [self._principal(f"@{name}" if subject.startswith("@") else name)]

    def _principal(self, subject: str) -> Principal:
        named = self.names.group if subject.startswith("@") else self.names.account
        return named(subject.removeprefix("@"))


def encoded_subject(subject: str) -> str:
    """``@group`` or login as rules write it."""
    return f"@{encoded(subject[1:])}" if subject.startswith("@") else encoded(subject)
