import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from fidedigno.deliver.sanitise import for_markdown, for_terminal

APPROVED = frozenset({"docs.example.org"})


def test_escape_sequences_controls_and_reordering_marks_are_removed_for_terminals() -> None:
    text = "a\x1b[31mred\x1b[0m\x1b]0;title\x07 b\x00c\x9b2Jd\u202eevil\u2066x\u200by\tz\r\nend\rover"
    assert for_terminal(text) == "ared bcdevilxy\tz\nend\nover"


@given(st.text())
def test_nothing_that_acts_on_a_terminal_is_left(text: str) -> None:
    clean = for_terminal(text)
    assert not [c for c in clean if (ord(c) < 32 and c not in "\n\t") or 127 <= ord(c) < 160]
    assert for_terminal(clean) == clean


@given(st.text(alphabet=st.characters(categories=("L", "N", "P", "Zs"))))
def test_ordinary_text_is_left_as_it_is_for_terminals(text: str) -> None:
    assert for_terminal(text) == text


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("![x](https://evil.example/p.png?q=secret)", "x"),
        ("[read me](https://evil.example/a)", "read me"),
        ("[read me](https://docs.example.org/a)", "[read me](https://docs.example.org/a)"),
        ("[a](https://DOCS.example.org/a 'title')", "[a](https://DOCS.example.org/a 'title')"),
        ("[a](//evil.example/a)", "a"),
        ("[a](javascript:alert(1))", "a"),
        ("[a](https://docs.example.org@evil.example/)", "a"),
        ("[a](https://docs.example.org.evil.example/)", "a"),
        ("[a](https:\\\\evil.example)", "a"),
        ("[![i](https://evil.example/i.png)](https://evil.example/)", "i"),
        ("<https://evil.example/a>", "`https://evil.example/a`"),
        ("see https://evil.example/a now", "see `https://evil.example/a` now"),
        ("[x]: https://evil.example/a 'b'", "[x]: #"),
        ("<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)>"),
        ("1 < 2 and handlers[0](event)", "1 < 2 and handlers[0](event)"),
        ("plain **bold** `code` text", "plain **bold** `code` text"),
    ],
)
def test_links_and_images_to_unapproved_hosts_lose_their_target(text: str, safe: str) -> None:
    assert for_markdown(text, approved_hosts=APPROVED) == safe


_parts = st.sampled_from(
    [
        "[",
        "]",
        "(",
        ")",
        "!",
        "<",
        ">",
        "a",
        " ",
        "\n",
        "\\",
        "`",
        "https://evil.example/x",
        "//evil.example",
        ": ",
        "[a]: ",
        "[a]",
        "![b](",
        "\x1b[1m",
        "\u202e",
        "http:",
        "/",
        "'",
        '"',
        "&#104;ttps://evil.example",
        "javascript:x",
    ]
)


@given(st.lists(_parts, max_size=14).map("".join))
def test_a_renderer_finds_no_address_of_a_stranger_in_what_is_left(text: str) -> None:
    tokens = MarkdownIt("commonmark", {"html": True}).parse(for_markdown(text, approved_hosts=APPROVED))
    for token in tokens:
        for child in [token, *(token.children or [])]:
            target = str(child.attrs.get("href") or child.attrs.get("src") or "")
            assert "evil.example" not in target, (text, target)
            assert not target.startswith("javascript:")
            assert child.type not in ("html_inline", "html_block")


@pytest.mark.parametrize(
    "piece", ["[", "![", "[a](", "](", "<", "[]", "<a:", "(", "`", "https://", "[x]: ", "\x1b]"]
)
def test_hostile_repetition_takes_little_time(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    began = time.perf_counter()
    for_markdown(text)
    assert time.perf_counter() - began < 3


def test_an_angle_bracket_inside_a_target_does_not_save_it() -> None:
    assert for_markdown("![b](https://evil.example/x<)") == "b"
