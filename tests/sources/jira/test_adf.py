from typing import Any

import pytest

from fidedigno.sources.jira.adf import MAX_DEPTH, text_of
from tests.fakes.jira import paragraph


def node(kind: str, *content: Any, **attrs: Any) -> dict[str, Any]:
    return {"type": kind, "content": list(content), "attrs": attrs}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def test_paragraphs_headings_and_lists_are_lines() -> None:
    document = node(
        "doc",
        node("heading", text("Cause"), level=1),
        node("paragraph", text("The disk "), text("was full."), node("hardBreak"), text("Again.")),
        node("bulletList", node("listItem", node("paragraph", text("clean")))),
    )
    assert text_of(document) == "### Cause\n\nThe disk was full.\nAgain.\n\n- clean"


def test_macros_media_and_cards_give_no_content() -> None:
    document = node(
        "doc",
        node("extension", text("secret"), extensionKey="jql"),
        node("bodiedExtension", node("paragraph", text("secret"))),
        node("mediaSingle", node("media", url="https://x.example/secret")),
        node("inlineCard", url="https://x.example/secret"),
        node("paragraph", node("mention", id="acc", text="@Ana")),
    )
    assert text_of(document) == "@Ana"


@pytest.mark.parametrize("value", [None, 5, [], {}, {"type": 5}, {"type": "doc", "content": "x"}])
def test_what_is_no_document_has_no_text(value: object) -> None:
    assert text_of(value) == ""


def test_wrong_types_inside_are_passed_over() -> None:
    wrong = {
        "type": "doc",
        "content": [None, 5, {"type": "text", "text": 5}, {"type": "heading", "attrs": []}],
    }
    assert text_of(wrong) == "###"


def test_a_document_deeper_than_any_reader_ends() -> None:
    deep: dict[str, Any] = text("bottom")
    for _ in range(MAX_DEPTH + 5):
        deep = node("panel", deep)
    assert text_of(deep) == ""
    assert text_of(paragraph("top")) == "top"
