from __future__ import annotations

import pytest

from fidedigno.verify.entities.layout import layout_of


def skipped(text: str) -> str:
    marks = layout_of(text).skipped
    return "".join(character for character, mark in zip(text, marks, strict=True) if mark)


@pytest.mark.parametrize(
    "line",
    [
        "# Meet Zorblatt",
        "NOTICE FOR ZORBLATT",
        "Key Benefits for Customers",
        "Próximos Pasos",
        "```\nZorblatt Run\n```",
    ],
)
def test_headings_and_code_are_skipped(line: str) -> None:
    text = f"{line}\n\nThe plan covers it."
    assert "Zorblatt" not in text or "Zorblatt" in skipped(text) or "ZORBLATT" in skipped(text)
    assert "The plan" not in skipped(text)
    assert skipped(text).strip("`\n")


@pytest.mark.parametrize(
    "text",
    ["Helen Marlow", "Helen Marlow\nDr. Wei Tan\n", "- Zorblatt Guide\n- Quixel Guide", "It ends. So."],
)
def test_names_on_lines_of_their_own_are_read(text: str) -> None:
    assert skipped(text) == ""


def test_code_between_ticks_is_skipped() -> None:
    assert skipped("Run `Zorblatt` now") == "`Zorblatt`"


@pytest.mark.parametrize("text", ["all in small letters", "ALL OF IT IS SHOUTED HERE", ""])
def test_a_text_in_one_case_tells_nothing(text: str) -> None:
    layout = layout_of(text)
    assert layout.read == ()
    assert all(layout.skipped)
