"""The settings name the reranker, its time, its depth and what may leave."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from fidedigno.config import RERANK_KEY_VARIABLE, Settings
from fidedigno.errors import ConfigurationError
from fidedigno.gather.rerank.opening import open_rerank
from fidedigno.gather.rerank.stage import Outcome
from tests.fakes import tiny_models
from tests.fakes.chat_server import serving
from tests.fakes.rerank_server import reranks
from tests.gather.rerank.cards import candidates


def test_without_the_setting_the_order_stands() -> None:
    stage = open_rerank(Settings(rerank=""))
    assert stage.depth == 0
    assert stage.order("q", candidates("a", "b")).outcome is Outcome.OFF
    stage.close()


def test_the_learned_one_comes_with_the_package() -> None:
    stage = open_rerank(Settings(rerank="learned", rerank_depth=7, rerank_ms=20_000))
    found = stage.order("When does the desk open?", candidates("The cat sleeps.", "The desk opens at nine."))
    assert (found.outcome, stage.depth) == (Outcome.USED, 7)
    assert found.reranker.startswith("learned/")
    stage.close()


def test_the_learned_one_is_off_without_vectors() -> None:
    stage = open_rerank(Settings(rerank="learned", embedder="none"))
    assert stage.order("q", candidates("a", "b")).outcome is Outcome.OFF
    stage.close()


def test_an_address_is_asked_with_the_key_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(RERANK_KEY_VARIABLE, " sk-123\n")
    with serving(reranks()) as service:
        stage = open_rerank(Settings(rerank=service.url, rerank_model="m", rerank_ms=5_000))
        assert stage.order("nine", candidates("ten", "nine")).outcome is Outcome.USED
        stage.close()
    ((path, headers, body),) = service.requests
    assert (path, headers["Authorization"], body["model"]) == ("/v1/rerank", "Bearer sk-123", "m")


def test_the_ceiling_is_the_one_of_the_settings() -> None:
    for ceiling, outcome in (("internal", Outcome.FAILED), ("public", Outcome.OFF)):
        # Port 9 of a name that resolves nowhere: what may be sent fails, what may not is not tried.
        address = "https://rerank.invalid:9"
        stage = open_rerank(Settings(rerank=address, rerank_sensitivity=ceiling, rerank_ms=5_000))
        assert stage.order("q", candidates("a", "b")).outcome is outcome
        stage.close()


def test_a_path_is_a_model(tmp_path: Path) -> None:
    tiny_models.pairs(tmp_path / "model.onnx", {"good": (1.0,), "word": (0.0,)})
    tiny_models.tokenizer(tmp_path, ["good", "word"])
    stage = open_rerank(Settings(rerank=str(tmp_path), rerank_ms=20_000))
    found = stage.order("word", candidates("word", "good"))
    assert [each.evidence.id for each in found.candidates] == ["1", "0"]
    stage.close()


@pytest.mark.parametrize("setting", ["nowhere/at/all", "http://models.example", "Learned"])
def test_what_names_nothing_is_refused(setting: str) -> None:
    with pytest.raises(ConfigurationError):
        open_rerank(Settings(rerank=setting))


@pytest.mark.parametrize(
    "wrong", [{"rerank_ms": 0}, {"rerank_ms": 1e9}, {"rerank_depth": 1}, {"rerank_sensitivity": "secret"}]
)
def test_settings_out_of_range_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Settings(**wrong)  # type: ignore[arg-type]
    assert Settings(rerank_sensitivity="Public").rerank_sensitivity == "public"
