"""The classes of a model, by name: which score means entailed, neutral or contradicted.

Models order their classes differently, and two with the same file layout can mean opposite things. Nothing is
guessed from the order: a name that says nothing has to be explained by whoever uses the model.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from importlib.resources import files

import yaml

from fidedigno.consolidate.plain import plain
from fidedigno.errors import ConfigurationError
from fidedigno.verify.entailment.protocol import Relation


class Role(StrEnum):
    """What a class means."""

    ENTAILED = "entailed"
    NEUTRAL = "neutral"
    CONTRADICTED = "contradicted"
    NOT_ENTAILED = "not_entailed"
    NOT_CONTRADICTED = "not_contradicted"


_SETS = frozenset(
    frozenset(each)
    for each in (
        (Role.ENTAILED, Role.NEUTRAL, Role.CONTRADICTED),
        (Role.ENTAILED, Role.NOT_ENTAILED),
        (Role.CONTRADICTED, Role.NOT_CONTRADICTED),
        (Role.ENTAILED, Role.CONTRADICTED),
        (Role.ENTAILED,),
        (Role.CONTRADICTED,),
    )
)
_HINT = (
    "say what the classes mean, in the order of the model's scores: "
    "labels=('contradiction', 'neutral', 'entailment')"
)
_ENOUGH = 0.02
"""How far the scores of a pair may be from adding up to 1, which rounding explains."""


def roles_of(
    names: Sequence[str], labels: Sequence[str] | Mapping[str, str] | None = None
) -> tuple[Role, ...]:
    """What each class means.

    Args:
        names: how the model calls its classes, in the order of its scores.
        labels: what they mean instead: names in the same order, or by the model's name.

    Raises:
        ConfigurationError: if a name says nothing, or the classes together make no model of entailment.
    """
    if isinstance(labels, Mapping):
        said = {_key(name): meaning for name, meaning in labels.items()}
        names = [said.get(_key(name), name) for name in names]
    elif labels is not None:
        if names and len(labels) != len(names):
            raise ConfigurationError(
                f"{len(labels)} labels for the {len(names)} classes of the entailment model", _HINT
            )
        names = list(labels)
    unknown = [name for name in names if _key(name) not in _known()]
    if unknown or not names:
        told = ", ".join(repr(name[:40]) for name in unknown[:4]) or "none"
        raise ConfigurationError(f"the classes of the entailment model say nothing: {told}", _HINT)
    roles = tuple(_known()[_key(name)] for name in names)
    if len(set(roles)) < len(roles) or frozenset(roles) not in _SETS:
        raise ConfigurationError(
            f"these classes make no model of entailment: {', '.join(roles)}",
            "three (entailed, neutral, contradicted), or one of the outer two and its opposite",
        )
    return roles


def relation_of(roles: Sequence[Role], probabilities: Sequence[float]) -> Relation:
    """The relation from the probability of each class.

    Raises:
        ValueError: if there are not as many, one is no share of 1, or several do not add up to 1.
    """
    shares = [float(each) for each in probabilities]
    if len(shares) != len(roles) or not all(math.isfinite(each) and 0 <= each <= 1 for each in shares):
        raise ValueError("no probabilities of these classes")
    if len(shares) > 1 and abs(sum(shares) - 1) > _ENOUGH:
        raise ValueError("the probabilities do not add up to 1")
    by_role = dict(zip(roles, shares, strict=True))
    if Role.ENTAILED in by_role:
        entailed = by_role[Role.ENTAILED]
        contradicted = min(by_role.get(Role.CONTRADICTED, 0.0), 1 - entailed)
        return Relation(entailed, 1 - entailed - contradicted, contradicted)
    contradicted = by_role[Role.CONTRADICTED]
    return Relation((1 - contradicted) / 2, (1 - contradicted) / 2, contradicted)


def _key(name: str) -> str:
    return plain(name).strip().replace("-", "_").replace(" ", "_")


@cache
def _known() -> Mapping[str, Role]:
    text = files("fidedigno.verify.entailment").joinpath("labels.yaml").read_text(encoding="utf-8")
    return read_names(yaml.safe_load(text))


def read_names(data: object) -> Mapping[str, Role]:
    """Check the names of classes from parsed YAML.

    Raises:
        ConfigurationError: if a role is missing or unknown, or a name stands twice.
    """
    if not isinstance(data, dict) or set(data) != {each.value for each in Role}:
        raise ConfigurationError(f"names of classes: expected exactly {', '.join(Role)}")
    known: dict[str, Role] = {}
    for role, names in data.items():
        for name in names if isinstance(names, list) else [None]:
            if not isinstance(name, str) or _key(name) in known:
                raise ConfigurationError(
                    f"names of classes: {role} holds {name!r}, which is no name or not its own"
                )
            known[_key(name)] = Role(role)
    return known
