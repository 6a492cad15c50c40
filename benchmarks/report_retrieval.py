"""The tables of retrieval."""

from __future__ import annotations

from typing import Any

from benchmarks.report_table import table


def _interval(low_high: list[float], form: str = ".3f") -> str:
    low, high = low_high
    return f"[{low:{form}}, {high:{form}}]"


def retrieval(result: dict[str, Any]) -> str:
    """One table for each set."""
    columns = ("row", "nDCG@10", "95 %", "gain", "95 %", "Recall@5", "Recall@20", "failure@20", "p95 ms")
    parts = []
    for each in result["sets"]:
        rows = [
            (
                row["row"], f"{row['ndcg10']:.3f}", _interval(row["interval"]), f"{row['gain']:+.3f}",
                _interval(row["gain_interval"], "+.3f"), f"{row['recall5']:.3f}", f"{row['recall20']:.3f}",
                f"{row['failure20']:.3f}", f"{row['p95_ms']:.0f}",
            )
            for row in each["rows"]
        ]  # fmt: skip
        head = f"**{each['set']}**: {each['questions']:,} questions, {each['passages']:,} passages"
        parts.append(f"{head}\n\n{table(columns, rows)}")
    return "\n\n".join(parts)


def lookalike(result: dict[str, Any]) -> str:
    """One table for each set of marked sections."""
    columns = ("row", "failure@20", "95 %", "right section first", "wrong document first", "95 %")
    parts = []
    for each in result["sets"]:
        rows = [
            (
                row["row"], f"{row['failure20']:.3f}", _interval(row["failure20_interval"]), f"{row['first']:.3f}",
                f"{row['wrong']:.3f}", _interval(row["wrong_interval"]),
            )
            for row in each["rows"]
        ]  # fmt: skip
        parts.append(f"**{each['set']}**: {each['questions']} questions\n\n{table(columns, rows)}")
    return "\n\n".join(parts)
