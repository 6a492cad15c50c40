"""The re-evaluation map as a file: JSON, sorted, so that two of them can be compared line by line.

``format`` is the number of this format. ``sources`` gives for each path ``version``, ``corpus``,
``authority``, ``validity`` (two dates or empty texts), ``scope``, ``acl_class`` and ``edition``. ``cases``
gives for each name ``class``, ``named``, ``used`` (path and version), ``corpora``, ``reads_passages`` and
``authorities``. No question and no text of a document is in it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from fidedigno.errors import ConfigurationError
from fidedigno.evaluate.changes import SourceState
from fidedigno.evaluate.impact import Basis, ImpactMap

FORMAT = 1


class _Source(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    version: str
    corpus: str
    authority: str
    validity: Annotated[list[str], Field(min_length=2, max_length=2)]
    scope: dict[str, str]
    acl_class: str
    edition: str


class _Case(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=True)

    question_class: str = Field(alias="class")
    named: list[str]
    used: dict[str, str]
    corpora: list[str]
    reads_passages: bool
    authorities: list[str]


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    format: int = Field(ge=FORMAT, le=FORMAT)
    sources: dict[str, _Source]
    cases: dict[str, _Case]


def map_as_dict(found: ImpactMap) -> dict[str, Any]:
    """The map as plain data."""
    return {
        "format": FORMAT,
        "sources": {
            path: {
                "version": each.version,
                "corpus": each.corpus,
                "authority": each.authority,
                "validity": list(each.validity),
                "scope": dict(each.scope),
                "acl_class": each.acl_class,
                "edition": each.edition,
            }
            for path, each in found.sources.items()
        },
        "cases": {
            name: {
                "class": each.question_class,
                "named": sorted(each.named),
                "used": dict(each.used),
                "corpora": sorted(each.corpora),
                "reads_passages": each.reads_passages,
                "authorities": sorted(each.authorities),
            }
            for name, each in found.cases.items()
        },
    }


def write_map(path: Path, found: ImpactMap) -> None:
    """Write the map, whole or not at all.

    Raises:
        ConfigurationError: if the file cannot be written.
    """
    text = json.dumps(map_as_dict(found), ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        raise ConfigurationError(
            f"{path.name} cannot be written: {type(error).__name__}", "check its folder"
        ) from error


def read_map(path: Path) -> ImpactMap:
    """Read a map.

    Raises:
        ConfigurationError: if it cannot be read, or is not of this format; says where.
    """
    hint = "run all the cases again to write it anew"
    try:
        content = _File.model_validate_json(path.read_text(encoding="utf-8"))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise ConfigurationError(f"{path.name}: {where}: {first['msg']}", hint) from None
    except (OSError, ValueError) as error:
        raise ConfigurationError(f"{path.name} cannot be read: {type(error).__name__}", hint) from error
    sources = {
        name: SourceState(
            each.version,
            each.corpus,
            each.authority,
            (each.validity[0], each.validity[1]),
            each.scope,
            each.acl_class,
            each.edition,
        )
        for name, each in content.sources.items()
    }
    cases = {
        name: Basis(
            each.question_class,
            frozenset(each.named),
            each.used,
            frozenset(each.corpora),
            each.reads_passages,
            frozenset(each.authorities),
        )
        for name, each in content.cases.items()
    }
    return ImpactMap(cases, sources)
