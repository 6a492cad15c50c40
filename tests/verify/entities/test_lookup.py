from __future__ import annotations

import pytest

from fidedigno.verify.entities.evidence import Evidence
from fidedigno.verify.entities.lookup import References
from fidedigno.verify.entities.references import references_in
from fidedigno.verify.passage import as_passages


def known(text: str, *passages: str) -> bool:
    (reference,) = references_in(text)[0]
    return References(Evidence.of("", as_passages(passages))).knows(reference)


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("arXiv:2107.01234v2", "see arxiv.org/abs/2107.01234"),
        ("doi:10.1234/ab", "10.1234/AB"),
        ("ISBN 84-376-0494-X", "ISBN 9788437604947"),
        ("https://example.org", "see www.example.org/docs/a?b=1"),
        ("https://example.org/docs", "see http://example.org/docs/a"),
        ("https://shop.example", "write to help@shop.example"),
        ("ORD-10482", "order 10482 was sent"),
        ("ORD-10482", "ord 10482"),
        ("#10482", "ticket 10482"),
        ("v2.3.1", "version 2.3.1"),
        ("3f2a9c1d", "commit 3f2a9c1d77e0aa"),
        ("@shop_help", "shop_help"),
        ("art. 25", "Artículo 25.3"),
        ("art. 25.3", "apartado 3 del artículo 25"),
        ("Article 6", "articles 5 to 8"),
        ("clause 4.2", "4.2. Payment\nWe pay."),
        ("Ley 39/2015", "la 39/2015, de 1 de octubre"),
    ],
)
def test_other_notations_of_what_is_there_are_known(text: str, evidence: str) -> None:
    assert known(text, "nothing", evidence)


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("arXiv:2107.01235", "arXiv:2107.01234"),
        ("https://example.org/other", "https://example.org/docs"),
        ("ORD-10483", "ORD-10482"),
        ("ORD-10482", "INV-10482"),
        ("SKU-441", "441 pieces"),
        ("v2.3.1", "version 2.3.10"),
        ("art. 26", "Artículo 25.3"),
        ("Section 25", "Article 25"),
        ("Ley 39/2015", "Ley 40/2015"),
    ],
)
def test_near_numbers_are_not_known(text: str, evidence: str) -> None:
    assert not known(text, evidence)


def test_the_one_sibling_is_what_the_evidence_has_instead() -> None:
    (reference,) = references_in("ORD-10483")[0]
    evidence = Evidence.of("", as_passages(["It was ORD-10482."]))
    found = References(evidence).nearest(reference)
    assert found is not None
    assert found.text == "ORD-10482"
    two = Evidence.of("", as_passages(["It was ORD-10482 or ORD-10484."]))
    assert References(two).nearest(reference) is None


def test_no_article_stands_for_another() -> None:
    (reference,) = references_in("art. 26")[0]
    assert References(Evidence.of("", as_passages(["art. 25"]))).nearest(reference) is None
