"""Which folders a run reads, and what was declared for each.

The nearest ``corpus.yaml`` at or above a path declares it; one below declares its own part. What nobody
declared is readable by the workspace's owner alone.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from fidedigno.errors import UsageError
from fidedigno.ingest.declaration import FILE_NAME, CorpusDeclaration, load_declaration
from fidedigno.model import AccessList, Audience, Corpus, Principal, Sensitivity

UNDECLARED_LAG = timedelta(days=30)
UNDECLARED_FRESHNESS = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class Root:
    """A folder, or a single file, to read under one declaration.

    ``only`` limits the run to that file or folder below it; ``excluded`` are folders below it that are
    roots of their own. ``declared_in`` is the declaration's file; ``None`` where nothing was declared.
    """

    path: Path
    declaration: CorpusDeclaration
    declared_in: Path | None
    only: str | None = None
    excluded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The roots of a run, and what people should know about them."""

    roots: tuple[Root, ...]
    notices: tuple[str, ...]


def plan_roots(
    paths: Iterable[Path], declare: Path | None, known: Mapping[str, str | None], owner: str
) -> Plan:
    """Find the roots for ``paths``.

    Args:
        paths: files and folders as they were named.
        declare: a declaration for what has none of its own.
        known: roots of earlier runs with the file that declared each.
        owner: the user who alone reads what nobody declared.

    Raises:
        UsageError: if a path does not exist.
        ConfigurationError: if a declaration is not valid.
    """
    roots: dict[tuple[Path, str | None], Root] = {}
    notices: list[str] = []
    for named in paths:
        path = _existing(named)
        top = _declared_above(path) or _known_above(path, known) or path
        only = path.relative_to(top).as_posix() if path != top else None
        nested = [folder for folder in _declared_below(path) if folder != top] if path.is_dir() else []
        for folder in nested:
            inner = [other for other in nested if other != folder and other.is_relative_to(folder)]
            roots.setdefault((folder, None), _root(folder, folder / FILE_NAME, None, inner))
        declared_in = _declaration_of(top, declare, known)
        if declared_in is None and nested and str(top) not in known:
            notices.append(
                f"{named}: files outside its declared folders were left out; declare them to read them"
            )
            continue
        root = _root(top, declared_in, only, nested, owner)
        roots.setdefault((top, only), root)
        if declared_in is None:
            notices.append(
                f"{named}: no {FILE_NAME}, so only the workspace's owner ({owner}) may read it; "
                f"declare an audience in {FILE_NAME} or with --declare"
            )
    return Plan(tuple(roots.values()), tuple(notices))


def _existing(path: Path) -> Path:
    try:
        return path.resolve(strict=True)
    except (OSError, RuntimeError, ValueError):
        raise UsageError(f"{path}: there is no such file or folder", "check the path") from None


def _declared_above(path: Path) -> Path | None:
    folder = path if path.is_dir() else path.parent
    return next((each for each in (folder, *folder.parents) if (each / FILE_NAME).is_file()), None)


def _known_above(path: Path, known: Mapping[str, str | None]) -> Path | None:
    return next((each for each in (path, *path.parents) if str(each) in known), None)


def _declared_below(folder: Path) -> list[Path]:
    found = []
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        if FILE_NAME in files:
            found.append(Path(place))
    return found


def _declaration_of(top: Path, declare: Path | None, known: Mapping[str, str | None]) -> Path | None:
    if (top / FILE_NAME).is_file():
        return top / FILE_NAME
    if declare is not None:
        return declare
    recorded = known.get(str(top))
    return Path(recorded) if recorded else None


def _root(
    top: Path, declared_in: Path | None, only: str | None, nested: Iterable[Path], owner: str = ""
) -> Root:
    declaration = load_declaration(declared_in) if declared_in else undeclared(top, owner)
    excluded = tuple(folder.relative_to(top).as_posix() for folder in nested if folder.is_relative_to(top))
    return Root(top, declaration, declared_in, only, excluded)


def undeclared(folder: Path, owner: str) -> CorpusDeclaration:
    """The rules of a folder (or single file) for which nobody declared any: the owner alone reads it."""
    corpus = Corpus(
        name=_slug((folder.parent if folder.is_file() else folder).name),
        owner=owner,
        # Not restricted, which is a word of its own: that asks for written approvals, and somebody declares it.
        audience=Audience.DEPARTMENT,
        sensitivity=Sensitivity.INTERNAL,
        authority="unspecified",
        revocation_lag=UNDECLARED_LAG,
        freshness=UNDECLARED_FRESHNESS,
        default_acl=AccessList.any_of(Principal.user(owner)),
        ai_allowed=True,
    )
    return CorpusDeclaration(corpus, digest=f"undeclared:{corpus.name}:{owner}")


def _slug(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9._-]+", "-", plain).strip("-._")[:80] or "documents"
