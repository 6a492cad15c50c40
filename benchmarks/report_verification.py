"""The tables of ``docs/verification.md``, as text."""

from __future__ import annotations

from typing import Any

from benchmarks.report_table import table


def _cell(figures: dict[str, Any] | None) -> str:
    if figures is None:
        return "–"
    low, high = figures["interval"]
    return f"{figures['balanced_accuracy']:.3f} [{low:.3f}, {high:.3f}]"


def faithfulness(result: dict[str, Any]) -> str:
    """Balanced accuracies of all sets; then areas under the curve; then the means."""
    kinds = ("lexical", "semantic")
    rows, areas = [], []
    for name, figures in result["sets"].items():
        peer = figures["peer"]
        cells = [_cell(figures[kind][part]) for kind in kinds for part in ("as_shipped", "own_marks")]
        own = figures["semantic"]["own_marks"]
        rows.append((
            name, own["answers"], f"{peer['reference']:.3f}", f"{peer['reference_spacy']:.3f}",
            f"{peer['forty_features']:.3f}", *cells,
        ))  # fmt: skip
        areas.append((
            name,
            *(
                f"{part['auc']:.3f}" if part else "–"
                for kind in kinds
                for part in (figures[kind]["as_shipped"], figures[kind]["own_marks"])
            ),
            f"{own['recall_at_5_percent_false_alarms']:.3f}",
        ))  # fmt: skip
    ways = ("words, as shipped", "words, own marks", "vectors, as shipped", "vectors, own marks")
    columns = ("set", "answers", "reference", "reference, spaCy", "40 features", *ways)
    area_columns = ("AUROC", *ways, "unfaithful found at 5 % false alarms (vectors, own marks)")
    loose = {kind: result["sets"]["SummEdits"][kind]["own_marks_ungrouped"] for kind in kinds}
    means = result["means"]
    return "\n\n".join(
        (
            table(columns, rows),
            table(area_columns, areas),
            "Mean over the seven sets of answers (the parts of AttributionBench count as one): words "
            f"{means['lexical'][0]:.3f} as shipped and {means['lexical'][1]:.3f} with own marks; vectors "
            f"{means['semantic'][0]:.3f} and {means['semantic'][1]:.3f}. SummEdits has 162 documents with 29 answers "
            "each; with folds drawn answer by answer, which part answers over one document, own marks reach "
            f"{_cell(loose['lexical'])} with words and {_cell(loose['semantic'])} with vectors.",
        )
    )


def verify_alarms(result: dict[str, Any]) -> str:
    """What is flagged at the default preset, and the trade-off."""
    rows, curve = [], []
    for name, figures in result["sets"].items():
        good, bad = figures["faithful"], figures["unfaithful"]
        low, high = good["serious_interval"]
        rows.append((
            name, good["answers"], f"{good['serious']:.3f} [{low:.3f}, {high:.3f}]", f"{good['flagged']:.3f}",
            f"{bad['serious']:.3f}", f"{bad['flagged']:.3f}",
        ))  # fmt: skip
        curve.append(
            (
                name,
                *(
                    f"{good['below'][str(at)]:.2f} / {bad['below'][str(at)]:.2f}"
                    for at in result["thresholds"]
                ),
            )
        )
    columns = ("set", "faithful answers", "faithful not shown (high, critical)", "faithful flagged at all",
               "unfaithful not shown", "unfaithful flagged at all")  # fmt: skip
    return "\n\n".join(
        (
            table(columns, rows),
            "Faithful / unfaithful answers whose probability of being carried lies below a threshold:",
            table(("set", *(f"{at:.1f}" for at in result["thresholds"])), curve),
        )
    )
