"""What a language model may be asked: to choose one of a few options. And what it may say: which."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

MAX_OPTIONS = 8
MAX_TEXTS = 4


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be chosen. ``name`` is what the caller knows it by; ``description`` is what the model
    reads, in the language of the task."""

    name: str
    description: str


@dataclass(frozen=True, slots=True)
class Task:
    """A question with a closed list of answers.

    ``instruction`` names a template of ``prompts.yaml``. ``texts`` are other people's words: they are shown as
    data, cut to a length, and never as instructions. ``language`` is ``es`` or ``en``.

    Raises:
        ValueError: if there are fewer than two options, too many, two of one name, or too many texts.
    """

    instruction: str
    language: str
    texts: tuple[str, ...]
    options: tuple[Option, ...]

    def __post_init__(self) -> None:
        if not 2 <= len(self.options) <= MAX_OPTIONS:
            raise ValueError(f"a task has between 2 and {MAX_OPTIONS} options")
        if len({each.name for each in self.options}) < len(self.options):
            raise ValueError("two options of a task have one name")
        if not 1 <= len(self.texts) <= MAX_TEXTS:
            raise ValueError(f"a task has between 1 and {MAX_TEXTS} texts")


@dataclass(frozen=True, slots=True)
class Choice:
    """The option that was chosen, by its name."""

    name: str


class LanguageModel(Protocol):
    """Something that can choose."""

    def choose(self, task: Task) -> Choice | None:
        """One of the options of ``task``; ``None`` for whatever else happens: another reply, a refusal, an
        error, no reply in time. Raises nothing."""
        ...

    def close(self) -> None:
        """Let go of threads and memory."""
        ...
