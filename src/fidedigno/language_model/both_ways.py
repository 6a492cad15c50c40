"""Asking twice. Models favour places: the first option, or the letter A, whatever stands there."""

from __future__ import annotations

from dataclasses import replace

from fidedigno.language_model.task import Choice, LanguageModel, Task


def choose_both_ways(model: LanguageModel, task: Task) -> Choice | None:
    """What ``model`` chooses both with the options in their order and in the reverse one; else ``None``.

    Whatever a model returns, the result is one of the options of ``task`` or ``None``.
    """
    first = model.choose(task)
    if first is None or first.name not in {each.name for each in task.options}:
        return None
    second = model.choose(replace(task, options=task.options[::-1]))
    return first if second is not None and second.name == first.name else None
