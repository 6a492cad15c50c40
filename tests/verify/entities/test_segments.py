from __future__ import annotations

from fidedigno.consolidate.passages import words_in
from fidedigno.verify.entities.segments import alike, segments_of, sentence_around, without


def segments(text: str, *names: str) -> list[tuple[list[str], list[str]]]:
    spans = [(text.index(name), text.index(name) + len(name)) for name in names]
    found = segments_of(text, 0, len(text), spans)
    return [([w.text for w in each.before], [w.text for w in each.behind]) for each in found]


def test_a_sentence_is_cut_at_the_strongest_mark_between_two_names() -> None:
    text = "Oats, by rail, go to Kiel; rye and barley go to Riga by sea."
    assert segments(text, "Kiel", "Riga") == [
        (["oats", "by", "rail", "go", "to"], []),
        (["rye", "and", "barley", "go", "to"], ["by", "sea"]),
    ]


def test_names_without_a_mark_between_them_share_their_words() -> None:
    one, other = segments("La barca va de Ibiza a Denia.", "Ibiza", "Denia")
    assert one[0] == ["la", "barca", "va", "de"]
    assert other[0][:4] == one[0]


def test_words_of_another_sentence_are_no_part_of_a_segment() -> None:
    (found,) = segments("Ana escribe. El lunes va a Denia. Luego duerme.", "Denia")
    assert found == (["el", "lunes", "va", "a"], [])


def test_a_sentence_ends_where_another_begins() -> None:
    text = "One. Two Kiel three. Four."
    first, last = sentence_around(text, 9, 13)
    assert text[first:last].strip() == "Two Kiel three"


def test_words_are_alike_by_stem_or_family() -> None:
    damage, damaged, oats = words_in("damage damaged oats", language="en")
    assert alike(damage, damaged)
    assert without([damage, oats], [damaged]) == [oats]
