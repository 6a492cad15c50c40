"""The words of values: complete in both languages, and refused when damaged."""

from collections.abc import Iterator
from typing import Any

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.verify.values import lexicon as module
from fidedigno.verify.values.lexicon import LANGUAGES, alternatives, lexicon


def by_language(node: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every mapping of the data that has a language as key, with its path."""
    if isinstance(node, dict):
        if set(node) & set(LANGUAGES):
            yield path, node
        for key, value in node.items():
            yield from by_language(value, f"{path}.{key}")


def test_every_list_has_both_languages() -> None:
    lists = list(by_language(lexicon().data))
    assert len(lists) > 50
    assert not [path for path, node in lists if not set(LANGUAGES) <= set(node)]


def test_every_unit_and_period_has_words() -> None:
    known = lexicon()
    assert known.units[known.unit_of["semanas"]].name == known.units[known.unit_of["weeks"]].name == "week"
    assert known.currency_of["euros"] == known.currency_of["€"] == "EUR"
    assert set(known.shared_signs) <= set(known.currency_of.values())
    assert known.durations <= {unit.base for unit in known.units.values()}


def test_the_longest_words_are_tried_first() -> None:
    assert alternatives(["día", "días hábiles"]) == r"(?:dias\s{1,3}habiles|dia)"


def test_damaged_words_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.yaml, "safe_load", lambda text: {"units": {"day": {}}})
    with pytest.raises(ConfigurationError, match="damaged"):
        lexicon.__wrapped__()
