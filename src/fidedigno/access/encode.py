"""Access lists and principals as text, without ambiguity whatever characters a name holds."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from functools import lru_cache

from fidedigno.model import AccessList, AclState, Principal, PrincipalKind


@lru_cache(maxsize=65_536)
def principal_key(principal: Principal) -> str:
    """A string that two different principals never share: kind, length of the source, source, name.

    The length matters: without it the source ``a`` with the group ``b:c`` and the source ``a:b`` with the
    group ``c`` would be one and the same.
    """
    return f"{principal.kind.value}:{len(principal.source)}:{principal.source}:{principal.name}"


def encode_acl(acl: AccessList) -> str:
    """The canonical form as JSON: equal texts if and only if the normalised rules are equal."""
    canonical = acl.normalised()
    clauses = sorted(_encode_principals(clause) for clause in canonical.clauses)
    return json.dumps(
        [canonical.state.value, clauses, _encode_principals(canonical.denials)],
        ensure_ascii=True,
        separators=(",", ":"),
    )


def decode_acl(encoded: str) -> AccessList:
    """The access list that :func:`encode_acl` wrote."""
    state, clauses, denials = json.loads(encoded)
    return AccessList(
        tuple(_decode_principals(clause) for clause in clauses), _decode_principals(denials), AclState(state)
    )


def digest_of_acl(acl: AccessList) -> str:
    """SHA-256, hex, of the canonical form."""
    return hashlib.sha256(encode_acl(acl).encode("ascii")).hexdigest()


def digest_of_principals(principals: Iterable[Principal]) -> str:
    """SHA-256, hex, of a set of principals: what caches carry instead of the names."""
    keys = sorted(principal_key(each) for each in principals)
    return hashlib.sha256(json.dumps(keys, ensure_ascii=True).encode("ascii")).hexdigest()


def _encode_principals(principals: Iterable[Principal]) -> list[list[str]]:
    return sorted([each.kind.value, each.source, each.name] for each in principals)


def _decode_principals(encoded: list[list[str]]) -> frozenset[Principal]:
    return frozenset(Principal(PrincipalKind(kind), name, source) for kind, source, name in encoded)
