from __future__ import annotations

from itertools import pairwise

from fidedigno.verify.entities.name import Name, NameKind
from fidedigno.verify.entities.read import read, read_names


class Told:
    name = "told"

    def __init__(self, *names: Name) -> None:
        self.told = names

    def names(self, text: str) -> tuple[Name, ...]:
        return self.told


def at(text: str, word: str, kind: NameKind = NameKind.PERSON) -> Name:
    return Name(text.index(word), text.index(word) + len(word), word, kind, 0.8)


def test_names_and_references_come_in_order_and_apart() -> None:
    text = "See ORD-10482, Helen Marlow and https://zorb.example in Warsaw."
    found = read_names(text, "en")
    assert [each.text for each in found] == ["ORD-10482", "Helen Marlow", "https://zorb.example", "Warsaw"]
    assert all(text[each.start : each.end] == each.text for each in found)
    assert all(one.end <= other.start for one, other in pairwise(found))


def test_a_models_name_is_trimmed_of_article_and_possessive() -> None:
    text = "so the Quixel's end"
    assert [each.text for each in read(text, Told(at(text, "the Quixel's"))).names] == ["Quixel"]


def test_common_words_that_a_model_takes_for_a_name_are_dropped() -> None:
    text = "so Customer Support and the Spanish did"
    told = Told(at(text, "Customer Support"), at(text, "Spanish"))
    assert read(text, told).names == ()


def test_a_title_is_kept_with_the_name_that_a_model_gives() -> None:
    text = "so Dr. Helen Marlow left"
    assert [each.text for each in read(text, Told(at(text, "Helen Marlow"))).names] == ["Dr. Helen Marlow"]


def test_only_sure_names_are_added_to_those_of_a_model() -> None:
    text = "so Quixel saw Dr. Marlow in Warsaw"
    assert [each.text for each in read(text, Told()).names] == ["Dr. Marlow", "Warsaw"]


def test_names_over_references_outside_the_text_or_over_each_other_are_dropped() -> None:
    text = "see ORD-10482 by Quixel Blip"
    told = Told(
        at(text, "ORD-10482"), at(text, "Quixel Blip"), at(text, "Blip"), Name(90, 95, "Zorn", NameKind.NAME)
    )
    assert [each.text for each in read(text, told).names] == ["Quixel Blip"]


def test_a_model_is_not_asked_where_case_tells_nothing() -> None:
    assert read("so quixel left", Told(at("so quixel left", "quixel"))).names == ()
