"""What operators see of a workspace. Nothing here is meant for, or reachable by, those who ask."""

from __future__ import annotations

from datetime import UTC, datetime
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
    stale = workspace.catalog.stale(datetime.now(UTC))
    health = corpora_health(workspace)
    return [
        {**_corpus(declared[each.id], each, sizes, stale.get(each.name, 0)), **health[each.name].as_dict()}
        for each in workspace.declared.status()
        if each.name in health
    ]


def corpus(workspace: Fidedigno, name: str) -> dict[str, Any]:
    """One corpus with its documents.

    Raises:
        NotAvailableError: if there is no corpus of that name.
    """
    found = corpus_state(workspace, name)
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
            "labels": dict(each.labels),
        }
        for each in workspace.catalog.documents(name)
    ]
    return {**found, "document_count": found["documents"], "documents": documents}


def corpus_state(workspace: Fidedigno, name: str) -> dict[str, Any]:
    """One corpus with its rules and state.

    Raises:
        NotAvailableError: if there is no corpus of that name.
    """
    found = next((each for each in corpora(workspace) if each["name"] == name), None)
    if found is None:
        raise NotAvailableError("no corpus is called so", "'fidedigno corpora list' lists them")
    return found


def status(workspace: Fidedigno) -> dict[str, Any]:
    """Version, place, embedder, the corpora, and what got worse in the answers over them."""
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
        "live_checks": workspace.live.status(),
        "connections": [each.as_dict() for each in connections_health(workspace)],
        "drift": {
            "recorded": workspace.settings.drift,
            "alerts": [each.to_dict() for each in workspace.drift_alerts()],
        },
    }


def _corpus(
    declared: Corpus, state: CorpusStatus, sizes: dict[str, tuple[int, int]], stale: int
) -> dict[str, Any]:
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
        "source": declared.source,
        "ai_allowed": declared.ai_allowed,
        "when_stale": declared.when_stale.value,
        "approved_until": state.approved_until.isoformat() if state.approved_until else None,
        "documents": documents,
        "chunks": chunks,
        "past_review": stale,
        "permissions_age": "never read" if state.age is None else str(state.age).split(".")[0],
        "state": "open" if state.open else f"closed: {(state.reason or '').replace('_', ' ')}",
    }
