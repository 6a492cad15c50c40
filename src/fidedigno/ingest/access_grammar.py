"""How an access list is written in YAML.

- ``[group:teachers, user:ana]``, or one such word alone: any of these may read;
- ``{all_of: [[...], [...]], deny: [...]}``: one of each clause is needed, and none of the denied;
- ``nobody``: no one may read.
"""

from __future__ import annotations

from typing import Any

from fidedigno.model import NOBODY, AccessList, Principal

MAX_PRINCIPALS = 10_000


def parse_access_list(value: Any) -> AccessList:
    """Read an access list from parsed YAML.

    Raises:
        ValueError: if it is not of one of the forms; an empty list is an error and not a right.
    """
    if isinstance(value, str):
        return NOBODY if value.strip().casefold() == "nobody" else AccessList.any_of(_principal(value))
    if isinstance(value, list):
        return AccessList((_clause(value),))
    if isinstance(value, dict):
        return _conjunction(value)
    raise ValueError("an access list is a list of principals, a mapping with all_of, or the word nobody")


def _conjunction(value: dict[Any, Any]) -> AccessList:
    unknown = sorted(set(map(str, value)) - {"all_of", "deny"})
    if unknown:
        raise ValueError(f"unknown key {unknown[0]!r} in an access list (its keys are all_of and deny)")
    clauses = value.get("all_of")
    if not isinstance(clauses, list) or not clauses:
        raise ValueError("all_of needs a list of clauses, each a list of principals")
    denied = value.get("deny")
    if denied is not None and not isinstance(denied, (list, str)):
        raise ValueError("deny needs a list of principals")
    denials = _clause(denied) if denied else frozenset()
    if any(each.is_claimed for each in denials):
        raise ValueError(
            "a group that only tokens tell of (oidc:...) cannot be denied: who is in it is not known"
        )
    return AccessList(tuple(_clause(clause) for clause in clauses), denials)


def _clause(value: Any) -> frozenset[Principal]:
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list) or not names:
        raise ValueError("a clause needs at least one principal")
    if len(names) > MAX_PRINCIPALS:
        raise ValueError(f"a clause may name at most {MAX_PRINCIPALS:,} principals")
    return frozenset(_principal(name) for name in names)


def _principal(value: Any) -> Principal:
    if not isinstance(value, str):
        raise ValueError("a principal is written user:NAME, group:NAME, domain:NAME or anyone")  # noqa: TRY004
    return Principal.parse(value)
