"""What operators see of a workspace. Nothing here is meant for, or reachable by, those who ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fidedigno.errors import NotAvailableError
from fidedigno.version import __version__

if TYPE_CHECKING:
    from fidedigno.workspace import Fidedigno


def corpora(workspace: Fidedigno) -> list[dict[str, Any]]:
    """The corpora with their rules, sizes and whether they are open."""
    sizes = workspace.catalog.sizes()
    return [_corpus(each, sizes) for each in workspace.authoriser.corpus_status()]


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
    }


def _corpus(each: Any, sizes: dict[str, tuple[int, int]]) -> dict[str, Any]:
    documents, chunks = sizes.get(each.corpus.name, (0, 0))
    return {
        "name": each.corpus.name,
        "audience": each.corpus.audience.value,
        "sensitivity": each.corpus.sensitivity.name.lower(),
        "owner": each.corpus.owner,
        "authority": each.corpus.authority,
        "language": each.corpus.language or "",
        "timezone": each.corpus.timezone,
        "revocation_lag": str(each.corpus.revocation_lag),
        "freshness": str(each.corpus.freshness),
        "access_pattern": each.corpus.access_pattern.value,
        "ai_allowed": each.corpus.ai_allowed,
        "documents": documents,
        "chunks": chunks,
        "acl_synced_at": each.acl_synced_at.isoformat() if each.acl_synced_at else "never",
        "state": "open" if each.open else f"closed: {each.reason}",
    }
