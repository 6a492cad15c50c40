import pytest

from fidedigno.ingest.chunk.sections import sections_of
from fidedigno.ingest.parse.markdown import MarkdownParser


def sections(text: str) -> list[tuple[tuple[str, ...], list[str]]]:
    parsed = MarkdownParser().parse(text.encode(), name="a.md")
    return [
        (section.path, [parsed.text[block.start : block.end] for block in section.blocks])
        for section in sections_of(parsed)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\n\n# T\n\nb", [((), ["a"]), (("T",), ["# T", "b"])]),
        (
            "# A\n\n## B\n\nx\n\n### C\n\ny\n\n## D\n\nz",
            [
                (("A", "B"), ["# A", "## B", "x"]),
                (("A", "B", "C"), ["### C", "y"]),
                (("A", "D"), ["## D", "z"]),
            ],
        ),
        ("### Deep\n\nx\n\n# Top\n\ny", [(("Deep",), ["### Deep", "x"]), (("Top",), ["# Top", "y"])]),
        ("# A\n\nx\n\n## Last\n\n## Words", [(("A",), ["# A", "x", "## Last", "## Words"])]),
        ("# Only\n\n## Headings", [(("Only", "Headings"), ["# Only", "## Headings"])]),
    ],
)
def test_each_section_has_the_path_of_headings_above_it(
    text: str, expected: list[tuple[tuple[str, ...], list[str]]]
) -> None:
    assert sections(text) == expected
