"""The words of the evidence, read once for all claims."""

from fidedigno.verify.align import EvidenceText
from fidedigno.verify.evidence_words import NO_LINE, grams_of, read_evidence, stem_of
from fidedigno.verify.passage import Passage

TEXT = "# Kilns\n\nThe red kiln cools slowly. Kilns hum."


def test_words_pairs_and_letters_of_all_sentences_are_there() -> None:
    words = read_evidence(EvidenceText([Passage(TEXT, language="en")], 1_000))
    assert {"the", "red", "kiln", "kilns", "hum"} <= words.words
    assert ("red", "kiln") in words.bigrams
    assert ("slowly", "kilns") not in words.bigrams
    assert ("kiln", "hum") in words.pairs
    assert {" red", "red ", " kil"} <= words.grams


def test_a_sentence_is_read_once_with_what_stands_over_it() -> None:
    words = read_evidence(EvidenceText([Passage(TEXT, language="en")], 1_000))
    line = words.line(0)
    assert line is words.line(0)
    assert [word.text for word in line.content] == ["red", "kiln", "cools", "slowly"]
    assert line.stems == tuple(stem_of(word) for word in line.content)
    assert {("red", "kiln"), ("red", "cool")} <= line.near
    assert ("red", "slowli") not in line.near
    assert "kiln" in line.terms
    assert NO_LINE.words == ()


def test_short_words_are_one_group_of_letters() -> None:
    assert grams_of("a") == [" a "]
    assert grams_of("abc") == [" abc", "abc "]


def test_no_evidence_has_no_words() -> None:
    assert read_evidence(EvidenceText([], 10)).words == frozenset()
