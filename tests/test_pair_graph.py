"""A model is found by its path, gets the inputs that it wants, and what does not fit is the premise's loss."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fidedigno.errors import ConfigurationError
from fidedigno.pair_graph import GraphError, PairGraph, class_names, readable
from tests.fakes import tiny_models
from tests.fakes.tiny_models import NLI


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_models.nli(tmp_path_factory.mktemp("models") / "tiny")


def test_a_model_is_found_in_its_folder_by_its_file_and_below(folder: Path, tmp_path: Path) -> None:
    assert PairGraph(folder).file == PairGraph(folder / "model.onnx").file == folder / "model.onnx"
    assert PairGraph(folder).name == PairGraph(folder / "model.onnx").name == "tiny"
    inner = tmp_path / "packed" / "weights"
    tiny_models.pairs(inner / "small_int8.onnx", NLI)
    tiny_models.tokenizer(tmp_path / "packed" / "words", list(NLI))
    assert PairGraph(tmp_path / "packed").file == inner / "small_int8.onnx"
    assert PairGraph(inner / "small_int8.onnx", tmp_path / "packed" / "words").name == "weights"


def test_a_folder_without_a_model_or_with_several_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="no ONNX file"):
        PairGraph(tmp_path)
    with pytest.raises(ConfigurationError, match="no ONNX file"):
        PairGraph(tmp_path / "nowhere")
    tiny_models.pairs(tmp_path / "one.onnx", NLI)
    with pytest.raises(ConfigurationError, match=r"no tokenizer\.json"):
        PairGraph(tmp_path)
    tiny_models.pairs(tmp_path / "two.onnx", NLI)
    with pytest.raises(ConfigurationError, match="several ONNX file"):
        PairGraph(tmp_path)


@pytest.mark.parametrize("broken", ["model.onnx", "tokenizer.json", "config.json"])
def test_a_broken_file_is_refused(tmp_path: Path, broken: str) -> None:
    tiny_models.nli(tmp_path)
    (tmp_path / broken).write_bytes(b"\x00 not a model {")
    with pytest.raises(ConfigurationError):
        PairGraph(tmp_path)


def test_a_missing_package_is_named_with_its_extra(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("onnxruntime", "tokenizers"):
        with monkeypatch.context() as without:
            without.setitem(sys.modules, name, None)
            with pytest.raises(ConfigurationError, match=name) as refused:
                PairGraph(folder)
            assert "fidedigno[entailment]" in refused.value.hint


def test_a_graph_that_wants_other_inputs_is_refused(tmp_path: Path) -> None:
    tiny_models.pairs(tmp_path / "model.onnx", NLI, inputs=("input_ids", "pixel_values"))
    tiny_models.tokenizer(tmp_path, list(NLI))
    with pytest.raises(ConfigurationError, match="pixel_values"):
        PairGraph(tmp_path)


@pytest.mark.parametrize(
    "inputs",
    [("input_ids",), ("input_ids", "attention_mask"), ("input_ids", "token_type_ids"),
     ("input_ids", "attention_mask", "token_type_ids")],
)  # fmt: skip
def test_a_graph_gets_the_inputs_that_it_wants(tmp_path: Path, inputs: tuple[str, ...]) -> None:
    tiny_models.pairs(tmp_path / "model.onnx", NLI, inputs=inputs)
    tiny_models.tokenizer(tmp_path, list(NLI))
    graph = PairGraph(tmp_path)
    encoded = graph.encode("same same same", "not")
    assert encoded is not None
    # Only a model that sees where the second text begins leaves the words of the first one out.
    expected = [0.0, 0.0, 4.0] if "token_type_ids" in inputs else [12.0, 0.0, 4.0]
    assert graph.scores([encoded])[0].tolist() == expected


def test_the_lengths_that_a_tokenizer_was_saved_with_do_not_count(tmp_path: Path) -> None:
    tiny_models.pairs(tmp_path / "model.onnx", NLI)
    tiny_models.tokenizer(tmp_path, list(NLI), padded=True)
    encoded = PairGraph(tmp_path).encode("same " * 20, "not")
    assert encoded is not None
    assert len(encoded.ids) == 24


def test_a_graph_of_fixed_length_and_batch_is_filled_up(tmp_path: Path) -> None:
    tiny_models.pairs(tmp_path / "model.onnx", NLI, length=16, batch=3)
    tiny_models.tokenizer(tmp_path, list(NLI))
    graph = PairGraph(tmp_path, max_length=400)
    assert graph.max_length == 16
    encoded = [graph.encode("same " * count, "other") for count in (1, 3, 2, 1)]
    scores = graph.scores([each for each in encoded if each is not None])
    assert [each.tolist() for each in scores] == [[4, 4, 0], [12, 4, 0], [8, 4, 0], [4, 4, 0]]


def test_the_premise_is_cut_and_the_hypothesis_never(folder: Path) -> None:
    graph = PairGraph(folder, max_length=20)
    encoded = graph.encode("same " * 100, "not other not")
    assert encoded is not None
    assert (len(encoded.ids), encoded.cut) == (20, True)
    assert [place[1:] for place in encoded.second] == [(0, 3), (4, 9), (10, 13)]
    whole = graph.encode("same " * 14, "not other not")
    assert whole is not None
    assert not whole.cut
    assert graph.encode("same", "not " * 10) is None


@pytest.mark.parametrize("hypothesis", ["", " \n\t ", "not " * 100_000])
def test_nothing_and_too_much_are_not_encoded(folder: Path, hypothesis: str) -> None:
    assert PairGraph(folder).encode("same", hypothesis) is None


@pytest.mark.parametrize(
    "text", ["\0", "\ud800 same", "🙂 same", "\u202e", "مرحبا same", "\r\n", "x" * 100_000]
)
def test_hostile_texts_do_not_raise(folder: Path, text: str) -> None:
    graph = PairGraph(folder)
    encoded = [each for each in (graph.encode(text, "same"), graph.encode("same", text[:1_000])) if each]
    assert len(graph.scores(encoded)) == len(encoded) > 0


@given(st.text())
def test_a_readable_text_keeps_its_places(text: str) -> None:
    assert len(readable(text)) == len(text)
    assert "\0" not in readable(text)
    readable(text).encode("utf-8")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.lists(st.sampled_from(list(NLI)), max_size=8), st.sampled_from(list(NLI)))),
       st.integers(1, 9))  # fmt: skip
def test_scores_are_those_of_each_pair_alone_whatever_the_batch(
    folder: Path, pairs: list[tuple[list[str], str]], batch: int
) -> None:
    graph = PairGraph(folder)
    encoded = [each for words, one in pairs if (each := graph.encode(" ".join(words), one))]
    scores = graph.scores(encoded, batch)
    assert len(scores) == len(pairs)
    for (words, one), found in zip(pairs, scores, strict=True):
        assert found.tolist() == np.sum([NLI[each] for each in (*words, one)], axis=0).tolist()


def test_scores_that_are_no_numbers_are_an_error(tmp_path: Path) -> None:
    table = {"same": (float("nan"), 0.0, 0.0)}
    tiny_models.pairs(tmp_path / "model.onnx", table)
    tiny_models.tokenizer(tmp_path, list(table))
    graph = PairGraph(tmp_path)
    encoded = graph.encode("same", "same")
    assert encoded is not None
    with pytest.raises(GraphError, match="shape"):
        graph.scores([encoded])


def test_a_graph_that_fails_says_the_kind_of_error_only(tmp_path: Path) -> None:
    tiny_models.pairs(tmp_path / "model.onnx", {"same": (1.0, 0.0, 0.0)})
    tiny_models.tokenizer(tmp_path, ["same", "secret"])  # a word beyond the table of the model
    graph = PairGraph(tmp_path)
    encoded = graph.encode("same", "secret")
    assert encoded is not None
    with pytest.raises(GraphError, match=r"^runtime: \w+$") as failed:
        graph.scores([encoded])
    assert failed.value.__cause__ is None


@pytest.mark.parametrize(
    ("config", "names"),
    [
        ({"id2label": {"10": "c", "2": "b", "0": "a"}}, ("a", "b", "c")),
        ({"labels": ["a", "b"]}, ("a", "b")),
        ({"id2label": {"first": "a"}}, ()),
        ({}, ()),
    ],
)
def test_names_of_classes_come_in_the_order_of_the_scores(
    config: dict[str, object], names: tuple[str, ...]
) -> None:
    assert class_names(config) == names


def test_the_second_text_is_cut_and_the_first_never_where_the_caller_says_so(folder: Path) -> None:
    graph = PairGraph(folder, max_length=20)
    encoded = graph.encode("not other not", "same " * 100, cut_second=True)
    assert encoded is not None
    assert (len(encoded.ids), len(encoded.second), encoded.cut) == (20, 14, True)
    assert graph.scores([encoded])[0].tolist() == [56.0, 4.0, 8.0]
    assert graph.encode("not " * 10, "same", cut_second=True) is None
    assert graph.encode(" ", "same", cut_second=True) is None
    empty = graph.encode("not", "", cut_second=True)
    assert empty is not None
    assert not empty.cut
    assert empty.second == ()


def test_what_needs_the_packages_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(ConfigurationError, match="a reranking model needs") as refused:
        PairGraph(folder, what=("a reranking model", "rerank"))
    assert "fidedigno[rerank]" in refused.value.hint
