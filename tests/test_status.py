"""What operators see."""

import json
from datetime import UTC, datetime

import pytest

from fidedigno import Fidedigno
from fidedigno.errors import NotAvailableError
from fidedigno.status import corpora, corpus, status
from fidedigno.version import __version__
from tests.conftest import MakeCorpus


def test_an_empty_workspace_has_nothing_to_show(workspace: Fidedigno) -> None:
    found = status(workspace)
    assert (found["corpora"], found["documents"], found["chunks"]) == ([], 0, 0)
    assert (found["version"], found["owner"], found["users"]) == (__version__, "owner", 1)
    assert found["disk_bytes"] > 0


def test_sizes_and_rules_of_each_corpus_are_shown(workspace: Fidedigno, make_corpus: MakeCorpus) -> None:
    workspace.ingest(
        make_corpus({"a.md": "# A\n\n## B\n\nUno.\n\n## C\n\nDos.\n", "b.md": "# B\n\nTres.\n"}),
        make_corpus({}, name="vacio", audience="public", sensitivity="public"),
    )
    one, empty = corpora(workspace)
    assert (one["name"], one["documents"], one["chunks"], one["state"]) == ("docs", 2, 3, "open")
    assert (empty["name"], empty["documents"], empty["sensitivity"]) == ("vacio", 0, "public")
    assert status(workspace)["chunks"] == 3
    json.dumps(status(workspace))


def test_a_closed_corpus_says_why(workspace: Fidedigno, make_corpus: MakeCorpus) -> None:
    workspace.ingest(make_corpus({"a.md": "# A\n\nUno.\n"}))
    workspace.declared.mark_acl_synced("docs", datetime(2026, 1, 1, tzinfo=UTC))
    (found,) = corpora(workspace)
    assert found["state"] == "closed: stale"
    assert "days" in found["permissions_age"]


def test_one_corpus_lists_its_documents(workspace: Fidedigno, make_corpus: MakeCorpus) -> None:
    workspace.ingest(make_corpus({"b.md": "# B\n\nUno.\n", "x/a.md": "# Título\n\nDos.\n"}))
    found = corpus(workspace, "docs")
    assert [(each["path"], each["title"], each["version"]) for each in found["documents"]] == [
        ("b.md", "B", "v1"),
        ("x/a.md", "Título", "v1"),
    ]
    assert found["document_count"] == 2
    json.dumps(found)
    for name in ("", "Docs", "otro", "docs' OR 1=1"):
        with pytest.raises(NotAvailableError):
            corpus(workspace, name)
