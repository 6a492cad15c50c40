from __future__ import annotations

from dataclasses import replace

import pytest

from fidedigno.config import Settings
from fidedigno.ingest.cutting import Cutting
from fidedigno.ingest.parsed import ParseOptions

USUAL = Cutting()


@pytest.mark.parametrize(
    "other",
    [
        replace(USUAL, max_tokens=64),
        replace(USUAL, overlap_tokens=0),
        replace(USUAL, context="none"),
        replace(USUAL, token_counter="estimate"),
    ],
)
def test_whatever_changes_what_is_indexed_changes_the_mark(other: Cutting) -> None:
    assert other.mark("a.md") != USUAL.mark("a.md")


def test_text_recognition_concerns_only_what_it_may_read() -> None:
    without = replace(USUAL, options=ParseOptions(ocr_pages=0))
    assert without.mark("a.md") == USUAL.mark("a.md")
    assert without.mark("a.pdf") != USUAL.mark("a.pdf")


def test_a_file_of_another_kind_has_another_mark() -> None:
    assert USUAL.mark("a.md") != USUAL.mark("a.txt")


def test_it_is_what_the_settings_of_a_workspace_say() -> None:
    assert Cutting.of(Settings()) == USUAL
    chosen = Settings(chunk_tokens=100, overlap_tokens=10, context="none", ocr_pages=3)
    assert Cutting.of(chosen) == Cutting(100, 10, "none", options=ParseOptions(ocr_pages=3))
