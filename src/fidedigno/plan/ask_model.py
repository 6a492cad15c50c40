"""Asking a language model which of the likely classes a question in doubt belongs to.

It may settle a doubt that the person would otherwise be asked about, and no more:

- it is asked only where two of the likely classes or more answer, and none of them asks for an action: whether
  somebody wanted a thing done is for that person to say;
- where out of scope is likely it is one of the options, and choosing it changes nothing: the person is asked, or
  the most restrictive class is taken, as without a model. So a model never takes an answer away either;
- what it says counts for nothing where it leads from a class in which a wrong answer decides something for a person
  (``high_impact``) to one in which it does not: whoever is wrongly understood there would miss what holds for them.
"""

from __future__ import annotations

from collections.abc import Sequence

from fidedigno.language_model import LanguageModel, Option, Task, choose_both_ways
from fidedigno.model import Route
from fidedigno.plan.pack import QuestionClass

INSTRUCTION = "class"


def choose_class(
    model: LanguageModel, question: str, language: str, likely: Sequence[QuestionClass]
) -> str | None:
    """The name of one of ``likely`` that answers, chosen in both orders; ``None`` where none is."""
    answering = [each for each in likely if each.route.answers]
    if len(answering) < 2 or any(each.route is Route.REFUSE_ACTION for each in likely):
        return None
    options = tuple(Option(each.name, _describe(each, language)) for each in likely)
    choice = choose_both_ways(model, Task(INSTRUCTION, language, (question,), options))
    chosen = next((each for each in answering if choice is not None and each.name == choice.name), None)
    if chosen is None or (any(each.high_impact for each in answering) and not chosen.high_impact):
        return None
    return chosen.name


def _describe(each: QuestionClass, language: str) -> str:
    label = each.label.get(language, each.label["en"])
    return f"{label}: {each.description.get(language, each.description['en'])}"
