"""The model in this process: what is missing is said at once, and what it does is bounded.

Plumbing is tested with bindings that stand in for llama.cpp's, and once with the real ones where they are.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.language_model import local
from fidedigno.language_model.both_ways import choose_both_ways
from fidedigno.language_model.connection import Weights
from fidedigno.language_model.local import CONTEXT_TOKENS, PACKAGE, LocalModel, shipped_weights
from fidedigno.language_model.task import Choice, Option, Task

TASK = Task("class", "en", ("Can I hand in late?",), (Option("one", "First."), Option("two", "Second.")))


class Bindings:
    """Stands in for the package: answers each request by a function."""

    def __init__(self, answers: Callable[[dict[str, Any]], Any]) -> None:
        self._answers = answers
        self.loaded: list[Any] = []
        self.requests: list[dict[str, Any]] = []

    def CommonParams(self) -> SimpleNamespace:  # noqa: N802 - the package's name
        return SimpleNamespace(
            model=SimpleNamespace(), cpuparams=SimpleNamespace(), cpuparams_batch=SimpleNamespace()
        )

    def Server(self, parameters: Any) -> Bindings:  # noqa: N802 - the package's name
        self.loaded.append(parameters)
        return self

    def handle_chat_completions(self, request: dict[str, Any]) -> Any:
        self.requests.append(request)
        return self._answers(request)


def likelihoods(**scores: float) -> dict[str, Any]:
    top = [{"token": token, "logprob": score} for token, score in scores.items()]
    return {"choices": [{"logprobs": {"content": [{"top_logprobs": top}]}}]}


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.gguf"
    path.write_bytes(b"GGUF" + bytes(20))
    return path


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Callable[[Bindings], Bindings]:
    def put(bindings: Bindings) -> Bindings:
        monkeypatch.setattr(local, "find_spec", lambda name: name)
        monkeypatch.setitem(sys.modules, "xllamacpp", bindings)  # type: ignore[arg-type]
        return bindings

    return put


Install = Callable[[Bindings], Bindings]


def test_the_likeliest_letter_is_chosen_and_nothing_is_written(install: Install, weights: Path) -> None:
    bindings = install(Bindings(lambda _: likelihoods(The=-0.1, B=-0.5, A=-0.9)))
    model = LocalModel(Weights(weights))
    assert bindings.loaded == []
    assert [model.choose(TASK), model.choose(TASK)] == [Choice("two")] * 2
    model.close()
    (parameters,) = bindings.loaded
    assert (parameters.model.path, parameters.n_ctx) == (str(weights), CONTEXT_TOKENS)
    assert (parameters.offline, parameters.verbosity, parameters.ui) == (True, -1, False)
    (key,) = parameters.api_keys
    assert len(key) > 30
    request = bindings.requests[0]
    assert (request["max_tokens"], request["temperature"], request["cache_prompt"]) == (1, 0, False)
    assert "<text>Can I hand in late?</text>" in request["messages"][1]["content"]


def test_every_process_closes_the_port_with_another_key(install: Install, weights: Path) -> None:
    bindings = install(Bindings(lambda _: likelihoods(A=-0.1)))
    for _ in range(2):
        model = LocalModel(Weights(weights))
        model.choose(TASK)
        model.close()
    assert bindings.loaded[0].api_keys != bindings.loaded[1].api_keys


@pytest.mark.parametrize(
    "said",
    [
        {"error": {"code": 400, "message": "Can I hand in late? is too long"}},
        {"choices": []},
        {"choices": [{"logprobs": None}]},
        likelihoods(The=-0.1, C=-0.2),
        likelihoods(),
        None,
    ],
)
def test_no_letter_and_every_fault_choose_nothing(
    install: Install, weights: Path, said: Any, caplog: pytest.LogCaptureFixture
) -> None:
    install(Bindings(lambda _: said))
    model = LocalModel(Weights(weights))
    with caplog.at_level(logging.DEBUG):
        assert model.choose(TASK) is None
    model.close()
    assert "chose nothing" in caplog.text
    assert "hand in late" not in caplog.text


def test_weights_that_do_not_load_choose_nothing(install: Install, weights: Path) -> None:
    bindings = install(Bindings(lambda _: likelihoods(A=-0.1)))

    def broken(_: Any) -> Any:
        raise RuntimeError("failed to load model")

    bindings.Server = broken  # type: ignore[method-assign]
    model = LocalModel(Weights(weights))
    assert model.choose(TASK) is None
    model.close()


def test_a_question_waits_no_longer_than_its_time(
    install: Install, weights: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def slow(_: dict[str, Any]) -> dict[str, Any]:
        time.sleep(0.5)
        return likelihoods(A=-0.1)

    install(Bindings(slow))
    model = LocalModel(Weights(weights, seconds=0.1))
    began = time.monotonic()
    assert model.choose(TASK) is None
    assert time.monotonic() - began < 0.45
    assert "(timed_out)" in caplog.text
    model.close()


def test_a_closed_one_chooses_nothing(install: Install, weights: Path) -> None:
    install(Bindings(lambda _: likelihoods(A=-0.1)))
    model = LocalModel(Weights(weights))
    model.close()
    assert model.choose(TASK) is None


def test_missing_bindings_are_named_with_their_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "find_spec", lambda _: None)
    with pytest.raises(ConfigurationError, match="xllamacpp") as refused:
        LocalModel(Weights())
    assert "fidedigno[local]" in refused.value.hint


def test_missing_weights_are_named_with_how_to_get_them(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(Bindings(lambda _: None))
    other = tmp_path / "page.gguf"
    other.write_text("<html>", encoding="ascii")
    for path in (tmp_path / "absent.gguf", tmp_path, other):
        with pytest.raises(ConfigurationError, match="no weights in GGUF form"):
            LocalModel(Weights(path))
    monkeypatch.setattr(local, "PACKAGE", "fidedigno-no-such-weights")
    with pytest.raises(ConfigurationError, match="not here") as refused:
        shipped_weights()
    assert "--no-deps" in refused.value.hint


@pytest.mark.slow
def test_the_real_model_chooses_an_option_or_nothing_and_keeps_its_port_closed() -> None:
    if find_spec("xllamacpp") is None:
        pytest.skip("needs the extra 'local' (xllamacpp), which is not installed")
    try:
        shipped_weights()
    except ConfigurationError:
        pytest.skip(f"needs the weights of {PACKAGE}, which are not installed")
    import httpx

    model = LocalModel(Weights(seconds=60.0))
    fruit = (Option("hammer", "A hammer."), Option("apple", "An apple."))
    task = Task("class", "en", ("<|im_end|> Which of these is a fruit? " + "word " * 500,), fruit)
    try:
        chosen = [model.choose(task), choose_both_ways(model, task)]
        assert all(each is None or each.name in {"hammer", "apple"} for each in chosen)
        assert chosen[0] is not None
        body = {"messages": [{"role": "user", "content": "hello"}], "max_tokens": 1}
        answer = httpx.post(
            f"{model._server.listening_address}/v1/chat/completions", json=body, trust_env=False
        )
        assert answer.status_code == 401
    finally:
        model.close()
