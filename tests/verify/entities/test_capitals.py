from __future__ import annotations

import pytest

from fidedigno.verify.entities.capitals import Run, runs_in
from fidedigno.verify.entities.layout import layout_of


def runs(text: str) -> list[Run]:
    return list(runs_in(text, layout_of(text), bytearray(len(text))))


def texts(text: str) -> list[str]:
    return [text[run.words[0].start : run.words[-1].end] for run in runs(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("so Helen Marlow left", ["Helen Marlow"]),
        ("so Helen Marlow, Wei Tan and Reed left", ["Helen Marlow", "Wei Tan", "Reed"]),
        ("so J. K. Marlow left", ["J. K. Marlow"]),
        ("so Dr. Marlow's dog left", ["Dr. Marlow"]),
        ("the University of Deusto and the Bank of Quixel", ["University of Deusto", "Bank of Quixel"]),
        (
            "la Universidad de Deusto y el Ayuntamiento de Lugo",
            ["Universidad de Deusto", "Ayuntamiento de Lugo"],
        ),
        ("con María de la Torre y Juan Ríos", ["María de la Torre", "Juan Ríos"]),
        ("so Johannes van der Berg left", ["Johannes van der Berg"]),
        ("with Zephyr, Inc. and others", ["Zephyr, Inc"]),
        ("a Zephyr-based tool and iPhone", ["Zephyr", "iPhone"]),
        ("so it's I'm Don't That's fine", []),
        ("Presidente de Francia", ["Presidente", "Francia"]),
        ("the Department of Health and Human Services", ["Department of Health and Human Services"]),
    ],
)
def test_what_makes_one_run(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Zorblatt left.",
        "so. Zorblatt left",
        "so: Zorblatt",
        "- Zorblatt",
        "1. Zorblatt is",
        "“Zorblatt",
        "| a | Zorblatt |",
    ],
)
def test_where_a_capital_comes_from_its_place(text: str) -> None:
    assert runs(text)[-1].words[0].initial


@pytest.mark.parametrize("text", ["so Zorblatt left", "so, Zorblatt", "the **Zorblatt** one"])
def test_where_it_does_not(text: str) -> None:
    assert not runs(text)[-1].words[0].initial


def test_what_others_have_read_is_left_out() -> None:
    text = "see Zorblatt and Quixel"
    taken = bytearray(len(text))
    taken[4:12] = b"\x01" * 8
    assert [run.words[0].text for run in runs_in(text, layout_of(text), taken)] == ["Quixel"]


def test_the_words_around_a_run() -> None:
    (run,) = runs("el presidente Marlow dijo algo")
    assert (run.before, run.after) == ("presidente", "dijo")
