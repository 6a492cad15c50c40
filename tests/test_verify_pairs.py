"""The minimal pairs that verification is measured with are what their README says they are."""

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parents[1] / "benchmarks" / "data" / "verify_pairs.jsonl"
ROWS: list[dict[str, Any]] = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
LARGE = {
    "unit_conversion", "decimal_convention", "number_words", "negation", "antonym", "quantifier", "bound", "role",
    "attribute", "weekday", "quotation", "citation",
}  # fmt: skip
SMALL = {"date", "time_zone", "entity", "billing_period"}
KEYS = {"id", "pair", "split", "wording", "lang", "kind", "question", "context", "answer", "label", "spans"}
LANGUAGES = ("es", "en")


def of_pairs() -> dict[str, list[dict[str, Any]]]:
    pairs: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in ROWS:
        pairs[row["pair"]].append(row)
    return pairs


PAIRS = of_pairs()


def test_there_are_enough_rows_and_each_has_all_its_fields() -> None:
    assert len(ROWS) >= 1_100
    assert all(set(row) == KEYS for row in ROWS)
    assert len({row["id"] for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_its_share_of_each_language(language: str) -> None:
    counts = Counter(row["kind"] for row in ROWS if row["lang"] == language)
    assert set(counts) == LARGE | SMALL
    assert min(counts[kind] for kind in LARGE) >= 20
    assert min(counts[kind] for kind in SMALL) >= 8


def test_both_languages_have_as_many_rows() -> None:
    counts = Counter(row["lang"] for row in ROWS)
    assert counts["es"] == counts["en"]


@pytest.mark.parametrize("kind", sorted(LARGE | SMALL))
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("wording", ["close", "free"])
def test_every_kind_is_in_both_halves_alike(kind: str, language: str, wording: str) -> None:
    chosen = [r for r in ROWS if (r["kind"], r["lang"], r["wording"]) == (kind, language, wording)]
    counts = Counter(row["split"] for row in chosen)
    assert set(counts) == {"dev", "test"}
    assert counts["dev"] == counts["test"]


def test_a_pair_is_one_faithful_and_one_unfaithful_answer_to_the_same() -> None:
    for rows in PAIRS.values():
        assert [row["label"] for row in rows] == [0, 1]
        for key in ("split", "wording", "lang", "kind", "question", "context"):
            assert rows[0][key] == rows[1][key]


def test_no_answer_is_there_twice() -> None:
    counts = Counter(" ".join(row["answer"].casefold().split()) for row in ROWS)
    assert [answer for answer, count in counts.items() if count > 1] == []


def test_no_question_is_put_to_two_pairs() -> None:
    assert len({rows[0]["question"] for rows in PAIRS.values()}) == len(PAIRS)


def test_the_wrong_stretch_lies_in_the_unfaithful_answer_and_nowhere_else() -> None:
    for row in ROWS:
        assert bool(row["spans"]) == bool(row["label"])
        for start, end in row["spans"]:
            assert 0 <= start < end <= len(row["answer"])
            wrong = row["answer"][start:end]
            assert wrong == wrong.strip()


def test_outside_the_wrong_stretch_the_two_answers_share_most_of_their_words() -> None:
    for faithful, unfaithful in PAIRS.values():
        start, end = unfaithful["spans"][0][0], unfaithful["spans"][-1][1]
        kept = (unfaithful["answer"][:start] + unfaithful["answer"][end:]).casefold().split()
        shared = [word for word in kept if word in faithful["answer"].casefold()]
        assert len(shared) >= 0.7 * len(kept), unfaithful["id"]


def test_evidence_is_short_and_half_of_it_holds_other_facts_too() -> None:
    for rows in PAIRS.values():
        assert rows[0]["context"]
        assert all(passage.strip() for passage in rows[0]["context"])
        assert all(len(passage) < 400 for passage in rows[0]["context"])
    several = [rows for rows in PAIRS.values() if sentences(rows[0]["context"]) > 1]
    assert len(several) >= len(PAIRS) / 2


def sentences(context: list[str]) -> int:
    return sum(passage.count(". ") + passage.count("; ") + 1 for passage in context)


def test_every_text_is_of_one_line_without_control_characters() -> None:
    for row in ROWS:
        for text in (row["question"], row["answer"], *row["context"]):
            assert text.isprintable()
            assert text == text.strip()


LEARN = DATA.with_name("verify_pairs_learn.jsonl")


def test_what_is_learnt_from_is_judged_nowhere() -> None:
    learnt = [json.loads(line) for line in LEARN.read_text(encoding="utf-8").splitlines()]
    assert all(set(row) == KEYS and row["split"] == "learn" for row in learnt)
    assert len(learnt) >= 300
    assert [row["label"] for row in learnt] == [0, 1] * (len(learnt) // 2)
    for key in ("id", "answer", "question"):
        assert {row[key] for row in learnt}.isdisjoint({row[key] for row in ROWS})
    for row in learnt:
        assert bool(row["spans"]) == bool(row["label"])
        assert all(0 <= start < end <= len(row["answer"]) for start, end in row["spans"])
