"""A question is made of words that stand in the document."""

from random import Random

from fidedigno.evaluate.boundaries.canaries import squeeze
from fidedigno.evaluate.boundaries.subjects import MAX_CHARACTERS, subject_of
from tests.evaluate.boundaries.made import document

TEXT = (
    "## Fees\n\nThe plan costs twenty nine euros a month.\n\n"
    "## Returns\n\nThe controller is returned within thirty days of its delivery."
)


def subjects(text: str = TEXT, sections=("Plans", "Fees", "Returns"), title: str = "Plans"):
    made = document(text=text, sections=sections, title=title)
    return [subject_of(made, Random(seed)) for seed in range(10)]  # noqa: S311


def test_the_heading_is_the_one_above_the_sentence() -> None:
    found = {(each.heading, "thirty" in each.phrase or "controller" in each.phrase) for each in subjects()}
    assert found == {("Fees", False), ("Returns", True)}


def test_the_phrase_and_the_start_are_words_of_the_document() -> None:
    for each in subjects():
        assert squeeze(each.phrase) in squeeze(TEXT)
        assert squeeze(each.start) in squeeze(TEXT)


def test_a_document_without_sentences_gives_no_subject() -> None:
    assert subjects("1 2 3\n\nYes.") == [None] * 10


def test_a_hostile_title_ends_no_quotation_and_fills_no_question() -> None:
    for each in subjects(title='»”" \n' + "x" * 1000):
        assert not set(each.title) & set('»”"\n')
        assert len(each.title) <= MAX_CHARACTERS
