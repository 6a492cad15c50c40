from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fidedigno.consolidate.plain import plain
from fidedigno.verify.entities.source_index import index_of


@given(st.text(max_size=80))
def test_every_word_stands_where_it_is_said_to_stand(text: str) -> None:
    index = index_of(text)
    folded = plain(text)
    for word, start in zip(index.words, index.starts, strict=True):
        assert folded.startswith(word, start)
    for word, places in index.positions.items():
        assert places == sorted(places)
        assert all(word in index.words[place] for place in places)


def test_parts_of_joined_words_stand_at_the_place_of_the_whole() -> None:
    index = index_of("The PaymentService has a payment page.")
    assert index.positions["payment"] == [1, 4]
    assert index.positions["service"] == [1]
    assert {"paymentservice", "service", "paymentpage", "apaymentpage"} <= index.runs


def test_what_a_text_cites_is_read_with_it() -> None:
    index = index_of("See Article 12, Table 4 and RFC 9110.")
    assert {each.key for each in index.references} == {"article:12", "label:table.4", "standard:rfc 9110"}
    assert [each.key for each in index.articles] == ["article:12"]
    assert [each.key for each in index.labelled] == ["table:4"]


def test_a_text_is_indexed_once() -> None:
    assert index_of("Ana vive en Lugo.") is index_of("Ana vive en Lugo.")
    assert index_of("ANA VIVE EN LUGO.").cased is False
