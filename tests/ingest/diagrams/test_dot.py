"""DOT, against a writer of graphs and a plain list of edges."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.diagrams import dot
from fidedigno.ingest.diagrams.dot import read_dot
from tests.ingest.diagrams.seen import cited, groups, lines

names = st.text(alphabet='abcñ -">{;', min_size=1, max_size=8).filter(lambda name: name.strip() == name)


def quoted(name: str) -> str:
    return '"' + name.replace('"', '\\"') + '"'


@given(st.lists(st.tuples(names, names), max_size=8), st.sampled_from([";", "\n", " "]))
def test_every_edge_that_is_written_is_read(edges, end: str) -> None:
    text = "digraph { " + end.join(f"{quoted(a)} -> {quoted(b)}" for a, b in edges) + " }"
    diagram = read_dot(text)
    assert [(a.source, a.target) for a in diagram.arrows] == edges
    assert cited(diagram, text) == [f"{quoted(a)} -> {quoted(b)}" for a, b in edges]


def test_chains_sets_ports_clusters_and_attributes() -> None:
    text = """/* c */ strict digraph "G" { label="Eventos"; rankdir=LR
    # comment
    node [shape=box]; // comment
    subgraph cluster_0 { label = "Publicadores"; O [label="Order\\nService"]; P }
    O -> E [label=<<b>publica</b>>];
    E:p1:n -> {B C:x} -> F [dir=back];
    "a" + "b" -> R
    subgraph { edge [style=invis] X -> Y }
    X -> Z [dir=both] edge [label=x] A1 -> B1 -> C1; n1 n2
    R [label="{<f0> uno|<f1> dos}"]
    { rank=same; O; P } }"""
    diagram = read_dot(text)
    assert diagram.title == "Eventos"
    assert lines(diagram) == [
        "Order Service → E: publica", "B → E", "C → E", "F → B", "F → C", "ab → uno | dos", "X ↔ Z", "A1 → B1: x",
        "B1 → C1: x",
    ]  # fmt: skip
    assert groups(diagram) == {"Order Service": ("Publicadores",), "P": ("Publicadores",)}
    assert {"n1", "n2"} <= set(diagram.labels)


def test_an_undirected_graph_has_no_heads() -> None:
    assert lines(read_dot("graph { a -- b -- ñandú }")) == ["a — b", "b — ñandú"]


@pytest.mark.parametrize("text", ["", "hello", "digraph", "<html></html>", "[1, 2]"])
def test_what_is_no_graph_is_refused(text: str) -> None:
    with pytest.raises(DocumentFailedError):
        read_dot(text)


def test_hostile_sizes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DocumentFailedError, match="nested"):
        read_dot("digraph " + "{" * 5_000)
    many = " ".join(f"n{i}" for i in range(100))
    with pytest.raises(DocumentFailedError, match="between two sets"):
        read_dot(f"digraph {{ {{ {many} }} -> {{ {many} }} }}")
    monkeypatch.setattr(dot, "MAX_CHARACTERS", 5)
    with pytest.raises(DocumentFailedError, match="5 characters"):
        read_dot("digraph { a -> b }")


@given(st.text(alphabet='ab{}[]"<>-=;:+, \n/*#\\', max_size=200))
def test_anything_ends_in_a_diagram_or_a_refusal(body: str) -> None:
    text = "digraph {" + body
    try:
        diagram = read_dot(text)
    except DocumentFailedError:
        return
    assert all(0 <= a.start < a.end <= len(text) for a in diagram.arrows)
