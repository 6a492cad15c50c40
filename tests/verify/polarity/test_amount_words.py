from hypothesis import given
from hypothesis import strategies as st

from fidedigno.verify.polarity.amount_words import Amount, links, spans_in

WORDS = st.lists(
    st.sampled_from(
        ["not", "all", "of", "the", "only", "a", "few", "nobody", "but", "most", "always", "room"]
    ),
    max_size=12,
)


def test_the_longest_phrase_is_taken() -> None:
    assert [(phrase.amount, at) for phrase, at in spans_in(["only", "a", "few", "came"], "en")] == [
        (Amount.FEW, 0)
    ]


def test_links_are_of_their_language() -> None:
    assert "of" in links("en")
    assert "of" not in links("es")


@given(WORDS)
def test_phrases_stand_as_written_and_do_not_overlap(words: list[str]) -> None:
    end = 0
    for phrase, at in spans_in(words, "en"):
        assert at >= end
        end = at + len(phrase.words)
        assert tuple(words[at:end]) == phrase.words
