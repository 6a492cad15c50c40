"""Vectors are made once, remembered within bounds, and read as nearness and difference."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Lock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from fidedigno.errors import ConfigurationError
from fidedigno.verify.semantic import (
    LONGEST,
    NOT_NEAR,
    Head,
    Nearness,
    SentenceEmbedder,
    Vectors,
    differences,
)

DIMENSIONS = 4


def vector_of(text: str) -> NDArray[np.float32]:
    """One that depends on the text alone."""
    values = np.random.default_rng(abs(hash(text)) % 2**32).normal(size=DIMENSIONS)
    return (values / np.linalg.norm(values)).astype(np.float32)


class FakeEmbedder:
    """Counts what it is asked, and whether two threads are ever in it at once."""

    fingerprint = "fake-1"

    def __init__(self) -> None:
        self.calls: list[list[str]] = []
        self.inside = 0
        self.most_inside = 0
        self._lock = Lock()

    def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        with self._lock:
            self.inside += 1
            self.most_inside = max(self.most_inside, self.inside)
            self.calls.append(list(texts))
        rows = np.stack([vector_of(text) for text in texts])
        with self._lock:
            self.inside -= 1
        return rows

    @property
    def asked(self) -> list[str]:
        return [text for call in self.calls for text in call]


def test_all_that_is_not_known_is_embedded_in_one_call_and_once() -> None:
    embedder: SentenceEmbedder
    embedder = fake = FakeEmbedder()
    vectors = Vectors(embedder)
    found = vectors.of(["kiln", "clay", "kiln"])
    assert set(found) == {"kiln", "clay"}
    assert np.array_equal(found["kiln"], vector_of("kiln"))
    vectors.of(["clay", "glaze"])
    vectors.of(["glaze", "kiln"])
    assert fake.calls == [["kiln", "clay"], ["glaze"]]
    assert vectors.embedded == 3
    assert vectors.fingerprint == "fake-1"


def test_given_vectors_are_used_and_neither_embedded_nor_remembered() -> None:
    fake = FakeEmbedder()
    vectors = Vectors(fake)
    mine = vector_of("another")
    found = vectors.of(["kiln", "clay"], {"kiln": mine, "unasked": mine})
    assert found["kiln"] is mine
    assert set(found) == {"kiln", "clay"}
    assert fake.asked == ["clay"]
    assert np.array_equal(vectors.of(["kiln"])["kiln"], vector_of("kiln"))


def test_nothing_is_asked_of_the_embedder_for_nothing() -> None:
    fake = FakeEmbedder()
    assert Vectors(fake).of([]) == {}
    assert fake.calls == []


def test_long_texts_are_embedded_by_their_beginning() -> None:
    fake = FakeEmbedder()
    beginning = "k" * LONGEST
    found = Vectors(fake).of([beginning + "one", beginning + "two"])
    assert fake.asked == [beginning]
    assert found[beginning + "one"] is found[beginning + "two"]


def test_what_was_not_used_longest_is_forgotten_first() -> None:
    fake = FakeEmbedder()
    vectors = Vectors(fake, kept=2)
    for texts in (["a"], ["b"], ["a"], ["c"], ["a"], ["b"]):
        vectors.of(texts)
    assert fake.asked == ["a", "b", "c", "b"]


@settings(deadline=None)
@given(st.lists(st.lists(st.sampled_from("abcdef"), max_size=6), max_size=8), st.integers(0, 4))
def test_whatever_is_asked_the_memory_stays_within_its_bound(calls: list[list[str]], kept: int) -> None:
    fake = FakeEmbedder()
    vectors = Vectors(fake, kept)
    for texts in calls:
        found = vectors.of(texts)
        assert {text: row.tolist() for text, row in found.items()} == {
            text: vector_of(text).tolist() for text in texts
        }
        assert len(vectors._known) <= kept
    assert all(row.base is None for row in vectors._known.values())
    assert vectors.embedded == len(fake.asked)


def test_twenty_threads_embed_each_text_once_one_at_a_time() -> None:
    fake = FakeEmbedder()
    vectors = Vectors(fake)
    together = Barrier(20)
    texts = [f"text {number}" for number in range(30)]

    def ask(shift: int) -> bool:
        together.wait()
        found = vectors.of(texts[shift:] + texts[:shift])
        return all(np.array_equal(found[text], vector_of(text)) for text in texts)

    with ThreadPoolExecutor(20) as pool:
        assert all(pool.map(ask, range(20)))
    assert sorted(fake.asked) == sorted(texts)
    assert fake.most_inside == 1
    assert vectors.embedded == 30


@pytest.mark.parametrize(
    "rows",
    [
        np.zeros((1, DIMENSIONS), np.float32),
        np.zeros((3, DIMENSIONS), np.float32),
        np.zeros(2, np.float32),
        np.full((2, DIMENSIONS), np.nan, np.float32),
        np.full((2, DIMENSIONS), np.inf, np.float32),
    ],
)
def test_an_embedder_that_does_not_answer_for_each_text_is_refused_and_nothing_is_remembered(
    rows: NDArray[np.float32],
) -> None:
    class Broken(FakeEmbedder):
        def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
            return rows

    vectors = Vectors(Broken())
    for _ in range(2):
        with pytest.raises(ConfigurationError, match="fake-1"):
            vectors.of(["kiln", "clay"])
    assert vectors.embedded == 0


def test_an_embedder_that_failed_is_asked_again() -> None:
    class Failing(FakeEmbedder):
        def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
            if not self.calls:
                self.calls.append([])
                raise OSError
            return super().passages(texts)

    vectors = Vectors(Failing())
    with pytest.raises(OSError):  # noqa: PT011 - it has no words
        vectors.of(["kiln"])
    assert np.array_equal(vectors.of(["kiln"])["kiln"], vector_of("kiln"))


def test_the_head_reads_cosine_and_a_weighed_difference() -> None:
    sentence, claim = vector_of("kiln"), vector_of("clay")
    head = Head(np.arange(3 * DIMENSIONS, dtype=np.float32) / 10, -0.25, "fake-1")
    near = head.nearness(sentence, claim)
    scale = DIMENSIONS**0.5
    expected = -0.25
    for at in range(DIMENSIONS):
        one, other = float(sentence[at]), float(claim[at])
        expected += at / 10 * abs(one - other) * scale
        expected += (at + DIMENSIONS) / 10 * one * other * scale * 4
        expected += (at + 2 * DIMENSIONS) / 10 * (other - one) * scale
    assert near == pytest.approx((float(sentence @ claim), expected), rel=1e-4)
    assert head.nearness(sentence, sentence).cosine == pytest.approx(1.0, abs=1e-5)
    assert isinstance(near, Nearness)
    assert NOT_NEAR == (0.0, 0.0)


def test_differences_of_rows_are_those_of_each_pair() -> None:
    one, other = (np.stack([vector_of(text) for text in texts]) for texts in (("a", "b"), ("c", "d")))
    rows = differences(one, other)
    assert rows.shape == (2, 3 * DIMENSIONS)
    assert rows.dtype == np.float32
    assert np.allclose(rows[1], differences(one[1], other[1]))
