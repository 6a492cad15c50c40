"""What operators see of a workspace. Nothing here is meant for, or reachable by, those who ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fidedigno.access import CorpusStatus
from fidedigno.connected.health import connections_health, corpora_health
from fidedigno.errors import NotAvailableError
from fidedigno.model import Corpus
from fidedigno.version import __version__

if TYPE_CHECKING:
    from fidedigno.workspace import Fidedigno


def corpora(workspace: Fidedigno) -> list[dict[str, Any]]:
    """The corpora with their rules, sizes and whether they are open."""
    sizes = workspace.catalog.sizes()
    declared = workspace.declared.all()
    health = corpora_health(workspace)
    return [
        {**_corpus(declared[each.id], each, sizes), **health[each.name].as_dict()}
        for each in workspace.declared.status()
        if each.name in health
    ]


def corpus(workspace: Fidedigno, name: str) -> dict[str, Any]:
    """One corpus with its documents.

    Raises:
        NotAvailableError: if there is no corpus of that name.
    """
    found = next((each for each in corpora(workspace) if each["name"] == name), None)
    if found is None:
        raise NotAvailableError("no corpus is called so", "'fidedigno corpora list' lists them")
    documents = [
        {
            "id": each.document_id,
            "path": each.external_id,
            "title": each.title,
            "version": each.version,
            "chunks": each.chunks,
            "language": each.language,
            "updated_at": each.updated_at.isoformat(),
            "review_at": each.review_at.isoformat(),
        }
        for each in workspace.catalog.documents(name)
    ]
    return {**found, "document_count": found["documents"], "documents": documents}


def status(workspace: Fidedigno) -> dict[str, Any]:
    """Version, place, embedder, and the corpora."""
    listed = corpora(workspace)
    disk = sum(path.stat().st_size for path in workspace.folder.rglob("*") if path.is_file())
    return {
        "version": __version__,
        "workspace": str(workspace.folder),
        "tenant": workspace.settings.tenant,
        "owner": workspace.settings.owner,
        "embedder": workspace.embedder.fingerprint,
        "users": len(workspace.users()),
        "documents": sum(each["documents"] for each in listed),
        "chunks": sum(each["chunks"] for each in listed),
        "disk_bytes": disk,
        "corpora": listed,
        "connections": [each.as_dict() for each in connections_health(workspace)],
    }


def _corpus(declared: Corpus, state: CorpusStatus, sizes: dict[str, tuple[int, int]]) -> dict[str, Any]:
    documents, chunks = sizes.get(declared.name, (0, 0))
    return {
        "name": declared.name,
        "audience": declared.audience.value,
        "sensitivity": declared.sensitivity.name.lower(),
        "owner": declared.owner,
        "authority": declared.authority,
        "language": declared.language or "",
        "timezone": declared.timezone,
        "revocation_lag": str(declared.revocation_lag),
        "freshness": str(declared.freshness),
        "access_pattern": declared.access_pattern.value,
        "ai_allowed": declared.ai_allowed,
        "documents": documents,
        "chunks": chunks,
        "permissions_age": "never read" if state.age is None else str(state.age).split(".")[0],
        "state": "open" if state.open else f"closed: {(state.reason or '').replace('_', ' ')}",
    }
