from __future__ import annotations

from pathlib import Path

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.evaluate.expectation import DocumentRef
from fidedigno.evaluate.judged import MAX_LINE_BYTES, JudgedQuestion, read_judged


def write(folder: Path, content: bytes) -> Path:
    path = folder / "judged.jsonl"
    path.write_bytes(content)
    return path


def test_rows_name_documents_sections_and_who_asks(tmp_path: Path) -> None:
    rows = (
        '\ufeff{"question": "¿Qué pool?", "relevant": [{"document": "a/b.md", "section": "Pool"}], "as": "inés"}\n'
        '\n{"question": "Which pool?", "relevant": [{"document": "b.md"}, {"document": "c.md"}], "split": "x"}\n'
    )
    assert read_judged(write(tmp_path, rows.encode())) == (
        JudgedQuestion("¿Qué pool?", (DocumentRef("a/b.md", "Pool"),), "inés"),
        JudgedQuestion("Which pool?", (DocumentRef("b.md"), DocumentRef("c.md"))),
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "no judged question"),
        (b"\n \n", "no judged question"),
        (b"[1]", "line 1"),
        (b"{", "line 1: no JSON"),
        (b"\xff\xfe", "line 1: no JSON"),
        (b"[" * 50_000, "line 1: no JSON"),
        (b'{"question": "a", "relevant": []}', "line 1: relevant"),
        (b'{"question": "", "relevant": [{"document": "a"}]}', "line 1: question"),
        (b'{"question": "a", "relevant": [{"document": "a"}], "as": 7}', "line 1: as"),
        (b'\n{"question": "a", "relevant": [{}]}', "line 2: relevant.0.document"),
        (b"x" * (MAX_LINE_BYTES + 5), "line 1: too long"),
    ],
)
def test_whatever_is_wrong_is_said_with_its_line(tmp_path: Path, content: bytes, said: str) -> None:
    with pytest.raises(ConfigurationError, match=said):
        read_judged(write(tmp_path, content))


def test_a_file_that_is_not_there_is_an_error_of_configuration(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be read"):
        read_judged(tmp_path / "none.jsonl")
