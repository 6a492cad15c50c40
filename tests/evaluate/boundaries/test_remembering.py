"""What is remembered is what the embedder would say, and it is asked once."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.evaluate.boundaries.remembering import RememberingEmbedder


class Counting:
    fingerprint = "counting/2"
    dimensions = 2

    def __init__(self) -> None:
        self.seen: list[str] = []

    def question(self, text: str):
        self.seen.append(text)
        return np.array([len(text), 1], np.float32)

    def passages(self, texts):
        self.seen += texts
        return np.array([[len(text), 2] for text in texts], np.float32).reshape(len(texts), 2)


@given(st.lists(st.lists(st.sampled_from(["a", "bb", "ccc"]), max_size=4), max_size=5))
def test_passages_are_those_of_the_embedder_each_computed_once(batches) -> None:
    plain, counting = Counting(), Counting()
    remembering = RememberingEmbedder(counting)
    for texts in batches:
        assert np.array_equal(remembering.passages(texts), plain.passages(texts))
    assert sorted(counting.seen) == sorted({text for texts in batches for text in texts})


def test_a_question_is_not_taken_for_a_passage() -> None:
    counting = Counting()
    remembering = RememberingEmbedder(counting)
    first = remembering.question("a")
    assert remembering.question("a") is first
    assert not np.array_equal(remembering.passages(["a"])[0], first)
    assert counting.seen == ["a", "a"]
    assert (remembering.fingerprint, remembering.dimensions) == ("counting/2", 2)
