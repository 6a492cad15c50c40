"""Which kind of Mermaid chart a text is."""

import pytest

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.diagrams import mermaid
from fidedigno.ingest.diagrams.mermaid import read_mermaid
from tests.ingest.diagrams.seen import cited, lines


def test_front_matter_gives_the_title_and_moves_no_offset() -> None:
    text = "---\ntitle: Eventos de la tienda\n---\n%% x\n\ngraph LR\nA-->B\n"
    diagram = read_mermaid(text)
    assert diagram.title == "Eventos de la tienda"
    assert cited(diagram, text) == ["A-->B"]


def test_a_part_of_a_text_is_read_with_offsets_of_the_whole() -> None:
    text = "antes\ngraph LR\nA-->B\ndespués C-->D"
    diagram = read_mermaid(text, 6, text.index("después"))
    assert lines(diagram) == ["A → B"]
    assert cited(diagram, text) == ["A-->B"]


@pytest.mark.parametrize(
    "text", ["gantt\n a: 1d\n", "pie\n", "", "   ", "mindmap\n root\n", "graphical\nA-->B"]
)
def test_charts_without_relations_give_none(text: str) -> None:
    assert read_mermaid(text) is None


def test_a_text_over_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mermaid, "MAX_CHARACTERS", 10)
    with pytest.raises(DocumentFailedError, match="10 characters"):
        read_mermaid("graph LR\nA-->B\n")
