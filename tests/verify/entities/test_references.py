from __future__ import annotations

import pytest

from fidedigno.verify.entities.name import NameKind
from fidedigno.verify.entities.references import address_key, code_in, references_in


def read(text: str) -> list[tuple[str, str]]:
    found, taken = references_in(text)
    assert len(taken) == len(text)
    for each in found:
        assert text[each.name.start : each.name.end] == each.name.text
        assert all(taken[each.name.start : each.name.end])
    return [(each.name.text, each.key) for each in found]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("arXiv:2107.01234", "arxiv:2107.01234"),
        ("arXiv 2107.01234v3", "arxiv:2107.01234"),
        ("https://arxiv.org/abs/2107.01234", "arxiv:2107.01234"),
        ("doi:10.48550/arXiv.2107.01234", "arxiv:2107.01234"),
        ("arXiv:hep-th/9901001", "arxiv:hep-th/9901001"),
        ("https://doi.org/10.1234/AB.c", "doi:10.1234/ab.c"),
        ("10.1234/ab.c", "doi:10.1234/ab.c"),
        ("ISBN 978-84-376-0494-7", "isbn:843760494"),
        ("ISBN 84-376-0494-X", "isbn:843760494"),
        ("PMID: 123456", "pmid:123456"),
        ("http://www.Example.org/a/", "url:example.org/a"),
        ("example.org/a#b", "url:example.org/a"),
        ("help@shop.example", "mail:help@shop.example"),
        ("@shop_help", "handle:shop_help"),
        ("#4821", "ticket:4821"),
        ("ORD-10482", "code:ord-10482"),
        ("SKU-441", "code:sku-441"),
        ("3f2a9c1d", "code:3f2a9c1d"),
        ("v2.3.1", "code:v2.3.1"),
        ("config/app.yaml", "code:config/app.yaml"),
        ("art. 12", "article:12"),
    ],
)
def test_each_reference_has_a_key_of_one_notation(text: str, key: str) -> None:
    assert read(f"({text}), and.") == [(text, key)]


@pytest.mark.parametrize(
    "text",
    [
        "COVID-19",
        "UTF-8",
        "Q3-2024",
        "tier-1",
        "top-10",
        "the 1990s",
        "3rd",
        "24/7",
        "and/or",
        "e.g.",
        "5km",
        "a.m.",
    ],
)
def test_everyday_codes_ordinals_and_periods_are_none(text: str) -> None:
    assert read(f"so {text} it") == []


def test_one_reference_is_read_once() -> None:
    text = "https://arxiv.org/abs/2107.01234 and a@b.example"
    assert [key for _, key in read(text)] == ["arxiv:2107.01234", "mail:a@b.example"]


def test_handles_in_code_are_skipped() -> None:
    found, _ = references_in("@property", bytearray(b"\x01" * 9))
    assert found == []


def test_kinds() -> None:
    found, _ = references_in("arXiv:2107.01234 https://a.example art. 3 ORD-10482")
    assert [each.name.kind for each in found] == [
        NameKind.PAPER,
        NameKind.URL,
        NameKind.ARTICLE,
        NameKind.IDENTIFIER,
    ]


def test_an_address_has_no_scheme_anchor_or_closing_slash() -> None:
    assert address_key("HTTPS://www.a.example/B/#c") == "a.example/b"


def test_a_code_is_found_inside_its_punctuation() -> None:
    assert code_in("ORD-10482.") == "ord-10482"
    assert code_in("plain") == ""
