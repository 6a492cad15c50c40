from __future__ import annotations

import pytest

from fidedigno.verify.entities.articles import articles_in, has_article


def keys(text: str) -> set[str]:
    return {each.key for each in articles_in(text)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("art. 12", {"article:12"}),
        ("Artículo 25.3", {"article:25.3"}),
        ("Article 6(1)(f) applies", {"article:6.1.f"}),
        ("los artículos 3 y 4 bis", {"article:3", "article:4.bis"}),
        ("Articles 5, 6 and 9", {"article:5", "article:6", "article:9"}),
        ("arts. 5 a 8", {"article:5", "article:6", "article:7", "article:8"}),
        ("Section 230 and § 12", {"section:230", "section:12"}),
        ("Anexo II; Annex 2; Appendix B", {"annex:2", "annex:b"}),
        ("cláusula 4.2, clause 7", {"clause:4.2", "clause:7"}),
        ("Ley 39/2015 y Ley Orgánica 3/2018", {"law:39/2015", "law:3/2018"}),
        ("Real Decreto-ley 6/2019", {"law:6/2019"}),
        ("Regulation (EU) 2016/679, Directive 95/46/EC", {"law:2016/679", "law:95/46"}),
        ("42 U.S.C. § 1983", {"law:42.1983", "section:1983"}),
        ("Public Law 104-191", {"law:104-191"}),
    ],
)
def test_mentions_have_one_notation(text: str, expected: set[str]) -> None:
    assert keys(text) == expected


@pytest.mark.parametrize(
    "text", ["the art of 12 kings", "in part 12", "smart 12", "article in 3 parts", "arte 3", "12/2015"]
)
def test_other_numbers_are_no_articles(text: str) -> None:
    assert keys(text) == set()


def test_places_are_those_of_the_mention() -> None:
    text = "Véase el artículo 12 y también el 13."
    (found,) = articles_in(text)
    assert text[found.start : found.end] == "artículo 12"


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("article:25", True),
        ("article:25.3", True),
        ("article:25.9", False),
        ("article:26", False),
        ("section:25", False),
        ("clause:4", True),
    ],
)
def test_the_more_general_is_known_and_parts_by_their_number(key: str, *, expected: bool) -> None:
    assert has_article(key, {"article:25"}, {"4"}, {"3"}) is expected
