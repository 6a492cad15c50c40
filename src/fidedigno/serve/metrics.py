"""The state of corpora, connections and checks in the text format of Prometheus.

Labels are names of corpora, connections, measures and checks only: no person, document or question is in them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from fidedigno.connected.health import connections_health, corpora_health
from fidedigno.errors import ConfigurationError

if TYPE_CHECKING:
    from prometheus_client.core import Metric

    from fidedigno.workspace import Fidedigno

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def exposition(workspace: Fidedigno) -> str:
    """The present state, for one scrape.

    Raises:
        ConfigurationError: if the package is not installed.
    """
    try:
        from prometheus_client import CollectorRegistry, generate_latest
    except ModuleNotFoundError:
        raise ConfigurationError(
            "metrics need the package prometheus-client", "pip install fidedigno[server]"
        ) from None
    registry = CollectorRegistry(auto_describe=False)
    registry.register(WorkspaceCollector(workspace))
    return generate_latest(registry).decode()


class WorkspaceCollector:
    """Reads the state each time it is asked, for a registry of one's own.

    Args:
        workspace: an open workspace.
    """

    def __init__(self, workspace: Fidedigno) -> None:
        self._workspace = workspace

    def collect(self) -> Iterator[Metric]:
        """Each family of metrics, with a sample for each corpus or connection."""
        from prometheus_client.core import GaugeMetricFamily

        of_corpora = {
            name: GaugeMetricFamily(f"fidedigno_{name}", text, labels=("corpus",))
            for name, text in (
                ("permissions_age_seconds", "Age of the rights that were last read; absent if never."),
                ("revocation_lag_seconds", "How old rights may be before the corpus closes."),
                ("corpus_open", "1 if the corpus answers, 0 if it is closed."),
                ("unknown_rights", "Documents that are closed because their rights could not be read."),
                ("sync_failures", "Readings that have failed since one succeeded."),
                (
                    "measured_lag_p95_seconds",
                    "How long changes of rights took to count, 95 of 100; absent if none.",
                ),
            )
        }
        for name, each in corpora_health(self._workspace).items():
            values = {
                "permissions_age_seconds": each.age.total_seconds() if each.age is not None else None,
                "revocation_lag_seconds": each.revocation_lag.total_seconds(),
                "corpus_open": float(each.open),
                "unknown_rights": float(each.unknown),
                "sync_failures": float(each.failures),
                "measured_lag_p95_seconds": each.lag.p95.total_seconds() if each.lag else None,
            }
            for metric, value in values.items():
                if value is not None:
                    of_corpora[metric].add_metric((name,), value)
        yield from of_corpora.values()
        failures = GaugeMetricFamily(
            "fidedigno_connection_failures",
            "Readings of a connection that have failed since one succeeded.",
            labels=("connection",),
        )
        for connection in connections_health(self._workspace):
            failures.add_metric((connection.name,), float(connection.standing.failures))
        yield failures
        yield self._alerts()
        yield from self._checks()

    def _alerts(self) -> Metric:
        from prometheus_client.core import GaugeMetricFamily

        alerts = GaugeMetricFamily(
            "fidedigno_drift_alerts",
            "Changes for the worse in the answers over a corpus; an empty corpus stands for all together.",
            labels=("corpus", "signal"),
        )
        counts = Counter((each.corpus, each.signal) for each in self._workspace.drift_alerts())
        for labels, count in sorted(counts.items()):
            alerts.add_metric(labels, float(count))
        return alerts

    def _checks(self) -> Iterator[Metric]:
        """What the checks of this process counted; absent in one that answers nothing."""
        from prometheus_client.core import CounterMetricFamily

        counted = self._workspace.checked_answers()
        if counted is None:
            return
        yield CounterMetricFamily(
            "fidedigno_answers_checked", "Drafts that were checked.", value=float(counted.inspected)
        )
        yield CounterMetricFamily(
            "fidedigno_answers_flagged",
            "Of them, those whose risk was high or critical before anything was left out.",
            value=float(counted.flagged),
        )
        fired = CounterMetricFamily(
            "fidedigno_checks_fired", "How often each check fired.", labels=("check",)
        )
        for check, count in sorted(counted.by_check.items()):
            fired.add_metric((check,), float(count))
        yield fired
