"""What holds figures and is no value."""

import pytest

from fidedigno.verify.values.skipped import Mask, mask_of, mask_the_rest


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("It is so [1].", "[1]"),
        ("It is so [2, 3].", "[2, 3]"),
        ("It is so [4-6].", "[4-6]"),
        ("Es así【12†source】.", "【12†source】"),
        ("3. Abra la caja.", "3."),
        ("  (4) Open it.", "(4)"),
        ("See https://example.org/2024/05", "https://example.org/2024/05"),
        ("Write to a1@example.org", "a1@example.org"),
        ("1\ufe0f\u20e3 Open it", "1\ufe0f\u20e3"),
    ],
)
def test_markers_and_addresses_are_taken_at_once(text: str, taken: str) -> None:
    start = text.index(taken)
    mask = mask_of(text)
    assert not mask.is_free(start, start + 1)
    assert not mask.is_free(start + len(taken) - 1, start + len(taken))


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("Call +34 600 123 123 now", "+34 600 123 123"),
        ("Call 600-123-123 now", "600-123-123"),
        ("the host 10.0.0.1:80", "10.0.0.1"),
        ("open 24/7", "24/7"),
        ("el 2º piso", "2º"),
        ("the 21st one", "21st"),
    ],
)
def test_telephones_and_ordinals_are_taken_after_the_dates(text: str, taken: str) -> None:
    mask = mask_of(text)
    start = text.index(taken)
    assert mask.is_free(start, start + len(taken))
    mask_the_rest(text, mask)
    assert not mask.is_free(start, start + len(taken))


def test_a_figure_in_a_sentence_is_free() -> None:
    text = "It costs 3. That is all (5 euros)."
    mask = mask_of(text)
    mask_the_rest(text, mask)
    assert mask.is_free(0, len(text))


def test_a_mask_knows_what_was_taken() -> None:
    mask = Mask(10)
    mask.take(3, 5)
    assert mask.is_free(0, 3)
    assert not mask.is_free(0, 4)
    assert mask.is_free(5, 10)
