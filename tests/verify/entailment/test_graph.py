"""The judges' model of pairs raises their error and no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from fidedigno.verify.entailment.graph import Graph
from fidedigno.verify.entailment.protocol import EntailmentError
from tests.fakes import tiny_models


def test_what_the_graph_cannot_do_is_an_error_of_the_judges(tmp_path: Path) -> None:
    tiny_models.pairs(tmp_path / "model.onnx", {"same": (float("nan"), 0.0, 0.0)})
    tiny_models.tokenizer(tmp_path, ["same", "secret"])
    graph = Graph(tmp_path)
    for second, cause in (("same", "shape"), ("secret", r"^runtime: \w+$")):
        encoded = graph.encode("same", second)
        assert encoded is not None
        with pytest.raises(EntailmentError, match=cause) as failed:
            graph.scores([encoded])
        assert failed.value.__cause__ is None


def test_a_tokenizer_that_fails_is_an_error_of_the_judges(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = Graph(tiny_models.nli(tmp_path))

    class Broken:
        def encode(self, *_: object, **__: object) -> None:
            raise ValueError("the secret of a text")

    monkeypatch.setattr(graph, "_tokenizer", Broken())
    with pytest.raises(EntailmentError, match=r"^tokenizer: ValueError$"):
        graph.encode("same", "not")
