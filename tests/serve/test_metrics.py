"""Metrics for Prometheus: one sample a corpus, and no name of a person or a document."""

from datetime import UTC, datetime, timedelta

import pytest
from prometheus_client.parser import text_string_to_metric_families

from fidedigno import Fidedigno
from fidedigno.access.content import UserEntry
from fidedigno.connected.lags import RightsEvent
from fidedigno.errors import ConfigurationError
from fidedigno.serve.metrics import exposition
from tests.conftest import MakeCorpus

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)


def samples(workspace: Fidedigno) -> dict[tuple[str, str], float]:
    families = text_string_to_metric_families(exposition(workspace))
    return {
        (each.name.removeprefix("fidedigno_"), *each.labels.values()): each.value  # type: ignore[misc]
        for family in families
        for each in family.samples
    }


def test_each_corpus_has_its_samples(workspace: Fidedigno, make_corpus: MakeCorpus) -> None:
    workspace.ingest(make_corpus({"a.md": "# A\n\nUno.\n"}), make_corpus({}, name="otro"))
    workspace.declared.mark_acl_synced("otro", datetime.now(UTC) - timedelta(days=2))
    for seconds in (1, 2, 30):
        workspace.lags.add(
            "docs",
            RightsEvent.RIGHTS,
            since=NOW,
            counted_at=NOW + timedelta(seconds=seconds),
            exact=True,
            events=1,
        )
    found = samples(workspace)
    assert found["corpus_open", "docs"] == 1
    assert found["corpus_open", "otro"] == 0
    assert found["permissions_age_seconds", "otro"] > 47 * 3600
    assert found["revocation_lag_seconds", "docs"] == 86_400
    assert found["measured_lag_p95_seconds", "docs"] == 30
    assert ("measured_lag_p95_seconds", "otro") not in found
    assert (found["unknown_rights", "docs"], found["sync_failures", "docs"]) == (0, 0)


def test_labels_are_names_of_corpora_and_connections_only(
    workspace: Fidedigno, make_corpus: MakeCorpus
) -> None:
    workspace.directory.put_user(UserEntry("zoe", "Zoe", "zoe@campus.example"))
    workspace.ingest(make_corpus({"secret-plan.md": "# Plan\n\nUno.\n"}))
    text = exposition(workspace)
    families = list(text_string_to_metric_families(text))
    assert {label for family in families for each in family.samples for label in each.labels} == {"corpus"}
    assert not [word for word in ("zoe", "plan", "owner", "Uno") if word in text]


def test_without_the_package_it_is_said_what_to_install(
    workspace: Fidedigno, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    with pytest.raises(ConfigurationError) as caught:
        exposition(workspace)
    assert "fidedigno[server]" in caught.value.hint
