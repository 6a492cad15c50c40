"""Who may read a declared document. A field that a rule names and the document lacks closes the document."""

from __future__ import annotations

from fidedigno.model import ANYONE, NOBODY, UNKNOWN, AccessList, Principal
from fidedigno.sources.declared.declaration import Access, AccountRule, AnyOf, Rule, TeamRule, ValueRule
from fidedigno.sources.declared.names import Names
from fidedigno.sources.declared.paths import MISSING, id_of, value_at

MOST_IDS = 10_000


def access_list(access: Access, names: Names, document: object) -> AccessList:
    """The access list of a document, as its system gave it."""
    return AccessList.all_of(*(_any_of(rules, names, document) for rules in access.clauses))


def _any_of(rules: AnyOf, names: Names, document: object) -> AccessList:
    found: set[Principal] = set()
    for rule in rules:
        granted = _granted(rule, names, document)
        if granted is None:
            return UNKNOWN
        found |= granted
    return AccessList.any_of(*found) if found else NOBODY


def _granted(rule: Rule, names: Names, document: object) -> frozenset[Principal] | None:
    """Whom a rule opens to; ``None`` where that cannot be read."""
    if isinstance(rule, ValueRule):
        return _by_value(rule, names, value_at(document, rule.field))
    ids = ids_at(document, rule.account if isinstance(rule, AccountRule) else rule.team)
    if ids is None:
        return None
    named = names.team if isinstance(rule, TeamRule) else names.account
    return frozenset(named(each) for each in ids)


def _by_value(rule: ValueRule, names: Names, value: object) -> frozenset[Principal] | None:
    if value is None:
        return frozenset()
    if isinstance(value, bool):
        value = "true" if value else "false"
    spelled = id_of(value)
    if spelled is None:
        return None
    match rule.values.get(spelled, "nobody"):
        case "nobody":
            return frozenset()
        case "everyone":
            return frozenset({names.everyone()})
        case "public":
            return frozenset({ANYONE})
        case group:
            return frozenset({Principal.parse(group)})


def ids_at(document: object, path: str) -> tuple[str, ...] | None:
    """The ids at a path, one or a list; none for ``null``; ``None`` where they cannot be read."""
    value = value_at(document, path)
    if value is MISSING:
        return None
    values = value if isinstance(value, list) else [] if value is None else [value]
    ids = [id_of(each) for each in values]
    if len(ids) > MOST_IDS or None in ids:
        return None
    return tuple(each for each in ids if each is not None)
