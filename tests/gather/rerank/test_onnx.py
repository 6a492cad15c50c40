"""A cross-encoder in a file scores each passage with the question whole; what is no score is an error."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.gather.rerank.onnx import OnnxReranker
from fidedigno.gather.rerank.protocol import Passage, RerankError
from fidedigno.gather.rerank.stage import Outcome, RerankStage
from tests.fakes import tiny_models
from tests.gather.rerank.cards import candidates, passages

ONE = {"good": (2.0,), "bad": (-1.0,), "word": (0.0,)}
TWO = {"good": (0.0, 2.0), "bad": (1.0, 0.0), "word": (0.0, 0.0)}


def model(folder: Path, table: dict[str, tuple[float, ...]] = ONE, **options: object) -> Path:
    tiny_models.pairs(folder / "model.onnx", table, **options)  # type: ignore[arg-type]
    tiny_models.tokenizer(folder, list(table))
    return folder


@pytest.mark.parametrize("table", [ONE, TWO])
@pytest.mark.parametrize("batch", [1, 2, 8])
def test_each_passage_gets_its_score_from_one_output_or_two(
    tmp_path: Path, table: dict[str, tuple[float, ...]], batch: int
) -> None:
    reranker = OnnxReranker(model(tmp_path, table), batch=batch)
    assert reranker.score("word", passages("bad bad", "good", "", "good good bad")) == [-2.0, 2.0, 0.0, 3.0]
    assert reranker.score("word good", passages("word")) == [2.0]
    assert reranker.score("word", []) == []


def test_a_graph_of_fixed_length_and_batch_is_filled_up(tmp_path: Path) -> None:
    reranker = OnnxReranker(model(tmp_path, length=16, batch=3))
    assert reranker.score("word", passages("good", "bad", "good bad", "bad bad")) == [2.0, -1.0, 1.0, -2.0]


def test_the_passage_is_cut_and_the_question_never(tmp_path: Path) -> None:
    reranker = OnnxReranker(model(tmp_path), max_length=20)
    # [CLS] word word [SEP] and the last [SEP] leave 15 tokens.
    assert reranker.score("word word", passages("good " * 100_000)) == [30.0]
    for question in ("word " * 12, "word " * 100_000, "", " "):
        with pytest.raises(RerankError, match="question"):
            reranker.score(question, passages("good"))


def test_the_place_of_a_passage_is_read_with_it(tmp_path: Path) -> None:
    made = Passage("a", "word", title="good", section=("good bad",))
    assert OnnxReranker(model(tmp_path)).score("word", [made]) == [3.0]


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_scores_that_are_no_numbers_leave_the_order(tmp_path: Path, value: float) -> None:
    reranker = OnnxReranker(model(tmp_path, {"good": (value,), "word": (0.0,)}))
    with pytest.raises(RerankError, match="shape"):
        reranker.score("word", passages("good", "word"))
    stage = RerankStage(reranker, milliseconds=20_000)
    found = stage.order("word", candidates("word", "good"))
    assert (found.outcome, found.cause) == (Outcome.FAILED, "shape")
    assert [each.evidence.id for each in found.candidates] == ["0", "1"]
    stage.close()


def test_a_model_of_other_outputs_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RerankError, match="shape"):
        OnnxReranker(model(tmp_path / "three", {"word": (1.0, 2.0, 3.0)})).score("word", passages("word"))
    tiny_models.tokens(tmp_path / "tokens" / "model.onnx", {"word": (1.0,)})
    tiny_models.tokenizer(tmp_path / "tokens", ["word"])
    with pytest.raises(RerankError, match="shape"):
        OnnxReranker(tmp_path / "tokens").score("word", passages("word"))


def test_a_graph_that_fails_says_the_kind_of_error_only(tmp_path: Path) -> None:
    tiny_models.pairs(tmp_path / "model.onnx", {"word": (1.0,)})
    tiny_models.tokenizer(tmp_path, ["word", "secret"])  # a word beyond the table of the model
    with pytest.raises(RerankError, match=r"^runtime: \w+$") as failed:
        OnnxReranker(tmp_path).score("word", passages("secret"))
    assert failed.value.__cause__ is None


def test_no_further_batch_is_begun_once_the_time_is_over(tmp_path: Path) -> None:
    ticks: Iterator[float] = iter([0.0, 0.5, 2.0])
    reranker = OnnxReranker(model(tmp_path), batch=1, seconds=1.0, clock=lambda: next(ticks))
    with pytest.raises(RerankError, match="timed_out"):
        reranker.score("word", passages("good", "bad", "word"))


@pytest.mark.parametrize("text", ["\0", "\ud800 good", "🙂", "\u202e", "مرحبا", "x" * 100_000])
def test_hostile_texts_do_not_raise(tmp_path: Path, text: str) -> None:
    assert len(OnnxReranker(model(tmp_path)).score("word", passages(text, "good"))) == 2


def test_another_model_is_another_reranker(tmp_path: Path) -> None:
    first = OnnxReranker(model(tmp_path / "a" / "tiny"))
    second = OnnxReranker(model(tmp_path / "b" / "tiny", TWO))
    assert first.fingerprint.startswith("onnx:tiny/")
    assert first.fingerprint != second.fingerprint
    assert first.fingerprint == OnnxReranker(tmp_path / "a" / "tiny" / "model.onnx").fingerprint
    assert first.may_read(Passage("a", "x"))


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="no ONNX file"):
        OnnxReranker(tmp_path)
