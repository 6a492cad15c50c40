"""What one document says of itself, in its front matter or in ``NAME.meta.yaml`` beside it.

A corpus is declared by whoever answers for the folder; a document may have been written by anyone. So a
document may only *narrow*: its access list is added to the corpus' one (both must be satisfied), and its
sensitivity may only rise. ``documents_may_widen: true`` in ``corpus.yaml`` lifts the first rule for
corpora whose documents carry the rights of a trusted system; then a document's list replaces the default.

Front matter may hold any other key (real documents have many), either under ``fidedigno:`` or at the top
level; a sidecar is written for Fidedigno alone, so there an unknown key is refused. The sidecar wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from fidedigno.errors import ConfigurationError, DocumentRefusedError
from fidedigno.ingest.declaration import (
    Acl,
    FactNames,
    Label,
    Language,
    Scope,
    Words,
    explain_invalid,
    read_mapping,
)
from fidedigno.model import AccessList, Sensitivity

NESTED_KEY = "fidedigno"


Labels = Annotated[
    dict[Annotated[str, Field(min_length=1, max_length=300)], Annotated[str, Field(max_length=300)]],
    Field(max_length=50),
]


class _DocumentKeys(BaseModel):
    """The keys that a document may set."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)

    title: Words | None = None
    owner: Words | None = None
    acl: Acl | None = None
    sensitivity: Label | None = None
    authority: Words | None = None
    language: Language | None = None
    version: Words | None = None
    created: Annotated[str, Words] | None = None
    updated: Annotated[str, Words] | None = None
    review: Annotated[str, Words] | None = None
    reviewed: Annotated[str, Words] | None = None
    effective_from: Annotated[str, Words] | None = None
    effective_until: Annotated[str, Words] | None = None
    ai_allowed: bool | None = None
    personal_data: bool | None = None
    scope: Scope | None = None
    supports: FactNames | None = None
    series: Words | None = None
    labels: Labels | None = None


@dataclass(frozen=True, slots=True)
class Overrides:
    """The values that were given; ``None`` where nothing was. Dates are still text.

    ``acls`` and ``sensitivities`` keep those of front matter and sidecar both: each can only narrow.
    """

    acls: tuple[AccessList, ...] = ()
    sensitivities: tuple[Sensitivity, ...] = ()
    title: str | None = None
    owner: str | None = None
    authority: str | None = None
    language: str | None = None
    version: str | None = None
    created: str | None = None
    updated: str | None = None
    review: str | None = None
    reviewed: str | None = None
    effective_from: str | None = None
    effective_until: str | None = None
    ai_allowed: bool | None = None
    personal_data: bool | None = None
    scope: Mapping[str, str] | None = None
    supports: tuple[str, ...] | None = None
    series: str | None = None
    labels: Mapping[str, str] | None = None
    """Labels of the system that the document comes from, by name."""


NO_OVERRIDES = Overrides()
_PLAIN = tuple(f.name for f in fields(Overrides) if f.name not in {"acls", "sensitivities"})
KNOWN_KEYS = tuple(_DocumentKeys.model_fields)
_LENIENT = frozenset(
    {
        "title",
        "authority",
        "language",
        "version",
        "owner",
        "created",
        "updated",
        "reviewed",
        "scope",
        "supports",
        "series",
        "labels",
    }
)
"""Keys that other programs use in front matter with meanings of their own: not ours, not an error."""


def overrides_from_front_matter(metadata: Mapping[str, object], *, name: str) -> Overrides:
    """Read the known keys of front matter; those under ``fidedigno:`` win over the top level.

    Raises:
        DocumentRefusedError: if a key that guards the document cannot be understood, or an unknown one
            stands under ``fidedigno:``.
    """
    nested = metadata.get(NESTED_KEY)
    if nested is not None and not isinstance(nested, Mapping):
        raise DocumentRefusedError(
            f"{name}: 'fidedigno' in its front matter must hold keys", "Write keys and values under it."
        )
    top = {key: metadata[key] for key in KNOWN_KEYS if metadata.get(key) is not None}
    top = {key: value for key, value in top.items() if key not in _LENIENT or _is_valid(key, value)}
    return _validated({**top, **dict(nested or {})}, {}, f"{name}, front matter")


def overrides_from_sidecar(content: bytes, *, name: str) -> Overrides:
    """Read a ``NAME.meta.yaml``.

    Raises:
        DocumentRefusedError: if it is not valid. A document whose sidecar cannot be read may be meant for
            fewer readers than it would get without.
    """
    try:
        raw, lines = read_mapping(content.decode("utf-8-sig"), where=name)
    except UnicodeDecodeError:
        raise DocumentRefusedError(f"{name}: it is not UTF-8 text", "Save it as UTF-8.") from None
    except ConfigurationError as error:
        raise DocumentRefusedError(error.message, error.hint) from None
    return _validated(raw, lines, name)


def _is_valid(key: str, value: object) -> bool:
    try:
        _DocumentKeys.model_validate({key: value})
    except ValidationError:
        return False
    return True


def _validated(raw: Mapping[str, Any], lines: Mapping[tuple[str, ...], int], where: str) -> Overrides:
    # An empty ``acl:`` says that somebody meant to restrict and did not finish: not the same as no key.
    if "acl" in raw and raw["acl"] is None:
        raise DocumentRefusedError(f"{where}: acl is empty", "Name who may read, or write 'nobody'.")
    try:
        keys = _DocumentKeys.model_validate(dict(raw))
    except ValidationError as error:
        explained = explain_invalid(error, lines, KNOWN_KEYS, where=where)
        raise DocumentRefusedError(explained.message, explained.hint) from None
    return Overrides(
        acls=() if keys.acl is None else (keys.acl,),
        sensitivities=() if keys.sensitivity is None else (keys.sensitivity,),
        **{key: getattr(keys, key) for key in _PLAIN},
    )


def merged(front_matter: Overrides, sidecar: Overrides) -> Overrides:
    """Both together: the sidecar's values win; access lists and sensitivities add up; AI is allowed only
    if neither forbids it."""
    values = {
        key: getattr(front_matter, key) if getattr(sidecar, key) is None else getattr(sidecar, key)
        for key in _PLAIN
    }
    said = [each for each in (front_matter.ai_allowed, sidecar.ai_allowed) if each is not None]
    values["ai_allowed"] = all(said) if said else None
    if front_matter.labels and sidecar.labels:
        values["labels"] = {**front_matter.labels, **sidecar.labels}
    return Overrides(
        acls=front_matter.acls + sidecar.acls,
        sensitivities=front_matter.sensitivities + sidecar.sensitivities,
        **values,
    )
