"""What a report says of the health of an answer, as measures that the record of drift can keep."""

from __future__ import annotations

from fidedigno.model.verdict import Support
from fidedigno.verify.report import Report


def health_of(report: Report, *, abstained: bool = False, top_score: float | None = None) -> dict[str, float]:
    """Measures in [0, 1] by name, for ``quality`` of :meth:`~fidedigno.verify.drift.DriftMonitor.record`.

    ``faithfulness`` of the report; the shares of its claims that are ``unsupported`` (whatever the reason) and
    ``contradicted``, where it has claims; ``abstained``; and ``top_score``, that of the best evidence, where it is
    given. An answer that abstains has no faithfulness to measure.
    """
    measured = {"abstained": float(abstained)}
    if top_score is not None:
        measured["top_score"] = top_score
    if abstained:
        return measured
    measured["faithfulness"] = report.faithfulness
    if report.claims:
        supports = [each.support for each in report.claims]
        measured["unsupported"] = sum(each is not Support.SUPPORTED for each in supports) / len(supports)
        measured["contradicted"] = supports.count(Support.CONTRADICTED) / len(supports)
    return measured
