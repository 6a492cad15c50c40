"""The common form and its limits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.diagrams import diagram as module
from fidedigno.ingest.diagrams.diagram import DiagramBuilder, both_ways, plain_label
from fidedigno.model.relation import Direction


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("<b>Order</b><br/>Service", "Order Service"),
        ("a &amp; b &lt;x&gt;", "a & b <x>"),
        (r"dos\nlíneas", "dos líneas"),
        ("<<consume>>", "«consume»"),
        ("a < b > c", "a < b > c"),
        ("o\u202eculto\u200b", "oculto"),
        ("x" * 1000, "x" * module.MAX_LABEL_CHARACTERS),
    ],
)
def test_a_label_is_what_a_reader_sees(source: str, seen: str) -> None:
    assert plain_label(source) == seen


@given(st.text(max_size=500))
def test_any_label_becomes_one_clean_line(source: str) -> None:
    label = plain_label(source)
    assert len(label) <= module.MAX_LABEL_CHARACTERS
    assert label == " ".join(label.split())


def test_labels_and_frames_may_come_after_their_use() -> None:
    builder = DiagramBuilder("x")
    builder.arrow("a", "f")
    builder.group("g", "Grupo")
    builder.group("f", "Marco", "g")
    builder.node("a", "Nombre", "f")
    diagram = builder.build()
    assert diagram.labels == {"a": "Nombre", "f": "Marco"}
    assert diagram.nodes[0].group == ("Grupo", "Marco")


def test_frames_in_a_circle_end() -> None:
    builder = DiagramBuilder("x")
    builder.group("a", "A", "b")
    builder.group("b", "B", "a")
    builder.node("n", "N", "a")
    assert builder.build().nodes[0].group == ("B", "A")


def test_more_than_the_limits_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_NODES", 3)
    monkeypatch.setattr(module, "MAX_ARROWS", 2)
    builder = DiagramBuilder("x")
    builder.arrow("a", "b")
    builder.arrow("b", "c")
    with pytest.raises(DocumentFailedError, match="2 arrows"):
        builder.arrow("a", "c")
    with pytest.raises(DocumentFailedError, match="3 nodes"):
        builder.node("d")


def test_heads_give_the_direction() -> None:
    assert both_ways(True, True) == (Direction.BOTH, False)
    assert both_ways(True, False) == (Direction.ONE_WAY, True)
    assert both_ways(False, True) == (Direction.ONE_WAY, False)
    assert both_ways(False, False) == (Direction.NONE, False)
