import pytest

from fidedigno.ingest.parse.titles import MAX_TITLE_CHARACTERS, plain_heading, title_of
from fidedigno.ingest.parsed import Block, BlockKind


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("## **A** [b](c)", "A b"),
        ("# Título #", "Título"),
        ("== Una sección ==", "Una sección"),
        ("Título\n=====", "Título"),
        ("# snake_case and `code`", "snake_case and code"),
        ("# A \\* B {#anchor}", "A * B"),
        ("# ![logo](x.png) Guía", "logo Guía"),
        ("# C#", "C#"),
        ("#", "#"),
        ("# " + "x" * 2000, "x" * MAX_TITLE_CHARACTERS),
    ],
)
def test_a_heading_is_its_words(source: str, words: str) -> None:
    assert plain_heading(source) == words


def test_a_title_is_declared_or_the_first_heading_with_words_or_the_files_name() -> None:
    text = "#  \n# Dos"
    blocks = (Block(BlockKind.HEADING, 0, 3, level=1), Block(BlockKind.HEADING, 4, 9, level=1))
    assert title_of({"title": "  Mi\n guía "}, text, blocks, "x/a.md") == "Mi guía"
    assert title_of({"title": ["no text"]}, text, blocks[1:], "x/a.md") == "Dos"
    assert title_of({"title": " "}, text, (), "x/informe.final.md") == "informe.final"
    assert title_of({}, "", (), ".env") == ".env"
