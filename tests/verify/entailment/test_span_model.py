"""Unsupported words become stretches of the answer as it was given, and what one passage carries is carried."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.verify.entailment.graph import Encoded
from fidedigno.verify.entailment.protocol import EntailmentError
from fidedigno.verify.entailment.span_model import SpanModel
from tests.fakes import tiny_models

WORDS = {"good": (3.0, -3.0), "bad": (-3.0, 3.0), "worse": (-5.0, 5.0)}


@pytest.fixture
def model(tmp_path: Path) -> SpanModel:
    tiny_models.tokens(tmp_path / "model.onnx", WORDS)
    tiny_models.tokenizer(tmp_path, list(WORDS))
    return SpanModel(tmp_path)


def test_neighbouring_unsupported_words_are_one_stretch_of_the_answer(model: SpanModel) -> None:
    answer = "good bad  worse good bad"
    spans = model.spans("bad?", ["bad passage"], answer)
    assert spans is not None
    assert [(each.start, each.end, each.text) for each in spans] == [(5, 15, "bad  worse"), (21, 24, "bad")]
    assert all(answer[each.start : each.end] == each.text for each in spans)
    assert spans[0].probability > spans[1].probability > 0.99


@pytest.mark.parametrize("passages", [[], [""], ["good", "good"]])
def test_an_answer_that_is_carried_has_no_stretch(model: SpanModel, passages: list[str]) -> None:
    assert model.spans("", passages, "good good") == ()


def test_places_count_characters_whatever_they_are(model: SpanModel) -> None:
    answer = "good 🙂🙂 bad \ud800 good ñandú worse"
    spans = model.spans("", ["good"], answer)
    assert spans is not None
    assert all(answer[each.start : each.end] == each.text for each in spans)
    assert "bad" in spans[0].text
    assert spans[-1].text.endswith("worse")


def test_an_empty_answer_and_one_that_does_not_fit_are_not_judged(tmp_path: Path, model: SpanModel) -> None:
    assert model.spans("", ["good"], " ") is None
    assert SpanModel(tmp_path, max_length=16).spans("", ["good"], "bad " * 20) is None


def test_passages_that_do_not_fit_together_are_shown_in_groups(tmp_path: Path, model: SpanModel) -> None:
    narrow = SpanModel(tmp_path, max_length=24)
    passages = ["good " * 8, "good " * 8, "bad " * 8, "bad " * 80]
    groups = narrow._groups("", passages, "bad good")
    assert [(len(each.ids), each.cut) for each in groups] == [(21, False), (13, False), (24, True)]
    spans = narrow.spans("", passages, "bad good")
    assert spans is not None
    assert [each.text for each in spans] == ["bad"]


def test_a_word_that_one_group_carries_is_carried(model: SpanModel, monkeypatch: pytest.MonkeyPatch) -> None:
    groups = [each for text in ("good", "bad good") if (each := model._encode("", [text], "bad bad"))]
    # One group carries the first word, the other one neither.
    unsupported = [(9.0, 9.0), (-9.0, 9.0)]

    def scores(encoded: Sequence[Encoded]) -> list[list[list[float]]]:
        rows = [[[0.0, 0.0] for _ in each.ids] for each in encoded]
        for each, row, told in zip(encoded, rows, unsupported, strict=True):
            for (at, _, _), score in zip(each.second, told, strict=True):
                row[at] = [0.0, score]
        return rows

    monkeypatch.setattr(model, "_groups", lambda *_: groups)
    monkeypatch.setattr(model, "_scores", scores)
    spans = model.spans("", ["good", "bad good"], "bad bad")
    assert spans is not None
    assert [(each.start, each.end) for each in spans] == [(4, 7)]


def test_the_class_that_means_unsupported_can_be_said(tmp_path: Path, model: SpanModel) -> None:
    turned = SpanModel(tmp_path, unsupported=0).spans("", [""], "good bad")
    assert turned is not None
    assert [each.text for each in turned] == ["good"]


def test_a_model_of_another_form_is_an_error(tmp_path: Path, model: SpanModel) -> None:
    with pytest.raises(EntailmentError, match="shape"):
        SpanModel(tmp_path, unsupported=2).spans("", [""], "good")
    tiny_models.pairs(tmp_path / "model.onnx", WORDS)
    with pytest.raises(EntailmentError, match="shape"):
        SpanModel(tmp_path).spans("", [""], "good")


@pytest.mark.parametrize("template", ["{question}", "{passages}{question}", "{question}{passages}{passages}"])
def test_a_template_needs_a_place_for_each(tmp_path: Path, model: SpanModel, template: str) -> None:
    with pytest.raises(ConfigurationError, match="template"):
        SpanModel(tmp_path, template=template)


def test_a_text_that_names_a_hole_fills_nothing_in(model: SpanModel) -> None:
    assert model.spans("{passages}", ["{question}"], "good") == ()
