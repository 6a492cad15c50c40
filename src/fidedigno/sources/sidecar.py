"""What stands beside each document of a mirror, as ordinary ingestion reads it: title, readers, labels."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

import yaml

from fidedigno.model import NOBODY, AccessList, AclState, Principal
from fidedigno.safe_yaml import LOADER
from fidedigno.sources.connector import SourceItem

_DUMPER = yaml.CSafeDumper if yaml.__with_libyaml__ else yaml.SafeDumper
_LONGEST_TITLE = 300


def sidecar_of(item: SourceItem, version: str, before: bytes | None = None) -> bytes:
    """The sidecar of a content.

    Args:
        item: the document as its system has it now.
        version: of the content that lies there, which may be an older one; empty where it is not known.
        before: the sidecar of that content until now. Then the document opens to those alone whom both lists let
            in: what lies there may hold what was taken out before others were let in.
    """
    acl = spelled(item.acl)
    said: dict[str, object] = {
        "title": plain_title(item.title) or plain_title(item.name) or "?",
        "acl": acl if before is None else both(_access_in(before), acl),
        "version": version or "unknown",
    }
    if plain_title(item.owner):
        said["owner"] = plain_title(item.owner)
    if item.labels:
        said["labels"] = kept_labels(item.labels)
    if version == item.version and item.updated_at is not None:
        said["updated"] = item.updated_at.isoformat()
    return as_yaml(said)


def both(one: object, other: object) -> object:
    """What two lists in the grammar of sidecars open both, in it.

    >>> both({"all_of": [["group:a"]]}, {"all_of": [["group:a"], ["group:b"]], "deny": ["user:x"]})
    {'all_of': [['group:a'], ['group:b']], 'deny': ['user:x']}
    >>> both("nobody", {"all_of": [["anyone"]]})
    'nobody'
    """
    if not (isinstance(one, dict) and isinstance(other, dict) and "all_of" in one and "all_of" in other):
        return "nobody"
    clauses = {tuple(clause): None for said in (one, other) for clause in said["all_of"]}
    joined: dict[str, object] = {"all_of": [list(clause) for clause in clauses]}
    denied = sorted({*one.get("deny", ()), *other.get("deny", ())})
    return {**joined, "deny": denied} if denied else joined


def _access_in(sidecar: bytes) -> object:
    try:
        said = yaml.load(sidecar, Loader=LOADER)  # noqa: S506 - a safe loader
    except yaml.YAMLError:
        return None
    return said.get("acl") if isinstance(said, dict) else None


def kept_labels(labels: Mapping[str, str]) -> dict[str, str]:
    """Labels as a sidecar holds them; of names that look alike the values stand together, and match none of them."""
    kept: dict[str, str] = {}
    for name, value in labels.items():
        plain, said = plain_title(name) or "?", plain_title(value)
        kept[plain] = f"{kept[plain]}; {said}" if plain in kept else said
    return kept


def plain_title(text: str) -> str:
    """A name that people gave, on one line, without what cannot be seen, and not endless."""
    visible = "".join(" " if unicodedata.category(each).startswith(("C", "Z")) else each for each in text)
    return " ".join(visible.split())[:_LONGEST_TITLE].strip()


def spelled(acl: AccessList) -> object:
    """An access list in the grammar of sidecars; what it cannot say is said as ``nobody``."""
    canonical = acl.normalised() if acl.state is AclState.LIST else NOBODY
    if canonical.state is not AclState.LIST:
        return "nobody"
    named = {each for clause in canonical.clauses for each in clause} | canonical.denials
    if not all(_can_be_said(each) for each in named):
        return "nobody"
    said: dict[str, object] = {"all_of": [sorted(map(str, clause)) for clause in canonical.clauses]}
    if canonical.denials:
        said["deny"] = sorted(map(str, canonical.denials))
    return said


def _can_be_said(principal: Principal) -> bool:
    try:
        return Principal.parse(str(principal)) == principal
    except ValueError:
        return False


def as_yaml(said: Mapping[str, object]) -> bytes:
    """Plain data as a file of a mirror."""
    text: str = yaml.dump(dict(said), Dumper=_DUMPER, allow_unicode=True, sort_keys=False, width=1000)
    return text.encode("utf-8", "replace")
