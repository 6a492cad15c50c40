"""From a task to the words for a model. Texts are fenced, and cannot close their fence.

Models read some strings (``<|im_end|>``) as the end of a speaker's turn, wherever they stand. So every angle
bracket of a text is replaced, control characters go, and the length is bounded.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import yaml

from fidedigno.errors import ConfigurationError
from fidedigno.language_model.task import Option, Task

LETTERS = "ABCDEFGH"
LANGUAGES = ("es", "en")
MAX_TEXT = 600
"""Characters of one text that are shown; of a description half as many."""
_TAGS = {"es": "texto", "en": "text"}
_HOLES = ("{texts}", "{options}")
_BRACKETS = str.maketrans({"<": "‹", ">": "›", "[": "(", "]": ")"})
"""Angle brackets make fences and special tokens; square ones (``[INST]``) do for some models."""


class Prompt(NamedTuple):
    """What a model is shown: who it is, and what it is asked."""

    system: str
    user: str


def render(task: Task) -> Prompt:
    """The words for ``task``; its options stand under letters, in their order.

    Raises:
        ConfigurationError: if no instruction has that name.
    """
    language = task.language if task.language in LANGUAGES else "en"
    told = _instruction(task.instruction)[language]
    tag = _TAGS[language]
    texts = "\n".join(f"<{tag}>{as_data(text, MAX_TEXT)}</{tag}>" for text in task.texts)
    options = "\n".join(
        f"{letter}. {as_data(option.description, MAX_TEXT // 2)}"
        for letter, option in zip(LETTERS, task.options, strict=False)
    )
    # In one pass each, from the end: a text that says "{options}" must not be filled in.
    before, _, rest = told["user"].partition("{texts}")
    between, _, after = rest.partition("{options}")
    return Prompt(told["system"], f"{before}{texts}{between}{options}{after}")


def shipped_options(instruction: str, language: str) -> tuple[Option, ...]:
    """The options that come with an instruction, in their order.

    Raises:
        ConfigurationError: if no instruction has that name, or it has no options of its own.
    """
    told = _instruction(instruction)[language if language in LANGUAGES else "en"]
    if not told.get("options"):
        raise ConfigurationError(f"instruction {instruction!r} has no options of its own")
    return tuple(Option(name, text) for name, text in told["options"].items())


def as_data(text: str, limit: int) -> str:
    """A text of somebody else in one line of at most ``limit`` characters, without brackets or controls."""
    plain = "".join(c if unicodedata.category(c)[0] != "C" else " " for c in text[: 4 * limit])
    return " ".join(plain.translate(_BRACKETS).split())[:limit]


def _instruction(name: str) -> Mapping[str, Any]:
    if name not in instructions():
        raise ConfigurationError(f"no instruction is called {name!r}", f"one of: {', '.join(instructions())}")
    return instructions()[name]


@cache
def instructions() -> Mapping[str, Mapping[str, Any]]:
    """Every instruction by name and language, checked."""
    text = files("fidedigno.language_model").joinpath("prompts.yaml").read_text(encoding="utf-8")
    return read_instructions(yaml.safe_load(text))


def read_instructions(data: Any) -> Mapping[str, Mapping[str, Any]]:
    """Check instructions from parsed YAML.

    Raises:
        ConfigurationError: naming the instruction that is not whole in both languages.
    """
    if not isinstance(data, dict) or not data:
        raise ConfigurationError("the prompts are not a list of instructions")
    for name, entry in data.items():
        if not isinstance(entry, dict) or set(entry) != set(LANGUAGES):
            raise ConfigurationError(f"prompt {name!r}: expected exactly {', '.join(LANGUAGES)}")
        for language, told in entry.items():
            if not _is_whole(told):
                raise ConfigurationError(
                    f"prompt {name!r} ({language}): expected system, and user with {' and then '.join(_HOLES)}"
                )
        if len({tuple(told.get("options", ())) for told in entry.values()}) > 1:
            raise ConfigurationError(f"prompt {name!r}: the options are not the same in every language")
    return data


def _is_whole(told: Any) -> bool:
    if not isinstance(told, dict) or not {"system", "user"} <= set(told) <= {"system", "user", "options"}:
        return False
    texts = [told["system"], told["user"], *told.get("options", {}).values()]
    if not all(isinstance(each, str) and each for each in texts):
        return False
    places = [told["user"].find(hole) for hole in _HOLES]
    return -1 < places[0] < places[1] and all(told["user"].count(hole) == 1 for hole in _HOLES)
