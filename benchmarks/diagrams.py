"""How fast diagrams are read, how often a page of a PDF is wrongly taken for one, and whether DOT is read as
another reader reads it.

    python -m benchmarks.diagrams [--pdfs FOLDER] [--dots FOLDER]

``--pdfs`` counts pages with arrows in documents that hold none (annual reports, say): each is a false one. ``--dots``
counts the edges of every graph of a folder beside those that ``pydot`` finds, where it is installed.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

import pypdfium2

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.diagrams.diagram import Diagram
from fidedigno.ingest.diagrams.dot import read_dot
from fidedigno.ingest.diagrams.drawio import read_drawio
from fidedigno.ingest.diagrams.excalidraw import read_excalidraw
from fidedigno.ingest.diagrams.mermaid import read_mermaid
from fidedigno.ingest.diagrams.pdf_drawing import read_pdf_page
from fidedigno.ingest.diagrams.plantuml import read_plantuml
from fidedigno.ingest.diagrams.svg import read_svg

ARROWS = 2_000
REPETITIONS = 5


def written() -> dict[str, tuple[str, Callable[[str], Iterable[Diagram | None]]]]:
    """A chain of many labelled arrows in every language."""
    steps = range(ARROWS)
    box = '<mxCell id="n{0}" value="N{0}" vertex="1" parent="1"><mxGeometry x="{1}" width="80" height="40"/></mxCell>'
    edge = '<mxCell id="e{0}" value="x" edge="1" parent="1" source="n{0}" target="n{1}"/>'
    cells = "".join(box.format(n, n * 200) for n in range(ARROWS + 1))
    cells += "".join(edge.format(n, n + 1) for n in steps)
    shapes = [
        {"id": f"n{n}", "type": "rectangle", "x": n * 200, "y": 0, "width": 80, "height": 40}
        for n in range(ARROWS + 1)
    ]
    texts = [
        {"id": f"t{n}", "type": "text", "text": f"N{n}", "containerId": f"n{n}"} for n in range(ARROWS + 1)
    ]
    bound = [
        {"id": f"e{n}", "type": "arrow", "startBinding": {"elementId": f"n{n}"},
         "endBinding": {"elementId": f"n{n + 1}"}, "endArrowhead": "arrow"}
        for n in steps
    ]  # fmt: skip
    drawn = "".join(
        f'<rect x="{n * 200}" y="0" width="80" height="40"/><text x="{n * 200 + 9}" y="20">N{n}</text>'
        f'<line x1="{n * 200 + 80}" y1="20" x2="{n * 200 + 200}" y2="20" marker-end="url(#a)"/>'
        for n in steps
    )
    mermaid = "graph LR\n" + "".join(f"n{n} -->|x| n{n + 1}\n" for n in steps)
    graphviz = "digraph {" + "".join(f"n{n} -> n{n + 1} [label=x]\n" for n in steps) + "}"
    return {
        "mermaid": (mermaid, lambda text: [read_mermaid(text)]),
        "plantuml": ("".join(f"n{n} --> n{n + 1} : x\n" for n in steps), read_plantuml),
        "graphviz": (graphviz, lambda text: [read_dot(text)]),
        "drawio": (f"<mxGraphModel><root>{cells}</root></mxGraphModel>", read_drawio),
        "excalidraw": (
            json.dumps({"elements": [*shapes, *texts, *bound]}),
            lambda text: [read_excalidraw(text)],
        ),
        "svg": (f"<svg>{drawn}</svg>", read_svg),
    }


def speed() -> None:
    """Print the median seconds for every language."""
    for name, (text, read) in written().items():
        seconds, arrows = [], 0
        for _ in range(REPETITIONS):
            started = time.perf_counter()
            arrows = sum(len(each.arrows) for each in read(text) if each)
            seconds.append(time.perf_counter() - started)
        print(
            f"{name:<12}{arrows:>6} arrows{sorted(seconds)[REPETITIONS // 2]:>8.3f} s{len(text) / 1000:>8.0f} kB"
        )


def false_pages(folder: Path) -> None:
    """Print how many pages of PDFs are taken for diagrams, and what looking costs."""
    pages = taken = 0
    seconds = 0.0
    for path in sorted(folder.rglob("*.pdf")):
        try:
            opened = pypdfium2.PdfDocument(path)
        except pypdfium2.PdfiumError:
            continue
        with closing(opened) as pdf:
            for index in range(len(pdf)):
                with closing(pdf[index]) as page, closing(page.get_textpage()) as textpage:
                    started = time.perf_counter()
                    found = read_pdf_page(page, textpage, index + 1)
                    seconds += time.perf_counter() - started
                    pages += 1
                    taken += found is not None
                    if found is not None:
                        print(f"  {path.name} page {index + 1}: {len(found.arrows)} arrows")
    print(f"{taken} of {pages} pages with arrows, {1000 * seconds / max(1, pages):.1f} ms a page")


def beside_pydot(folder: Path) -> None:
    """Print how many graphs have as many edges as pydot finds, and the seconds of both."""
    import pydot

    equal = total = 0
    ours = theirs = 0.0
    for path in sorted([*folder.rglob("*.dot"), *folder.rglob("*.gv")]):
        try:
            text = path.read_text(encoding="utf-8")
            started = time.perf_counter()
            graphs = pydot.graph_from_dot_data(text)
            theirs += time.perf_counter() - started
        except (UnicodeDecodeError, RecursionError):
            continue
        if not graphs:
            continue
        started = time.perf_counter()
        try:
            edges = len(read_dot(text).arrows)
        except DocumentFailedError:
            edges = -1
        ours += time.perf_counter() - started
        total += 1
        if edges == pydot_edges(graphs[0]):
            equal += 1
        else:
            print(f"  {path.name}: {edges} here, {pydot_edges(graphs[0])} there")
    print(f"{equal} of {total} graphs with as many edges; {ours:.2f} s here, {theirs:.2f} s there")


def pydot_edges(graph: object) -> int:
    """The edges of a graph and its subgraphs; a set of nodes counts each."""

    def size(end: object) -> int:
        return (
            1
            if isinstance(end, str)
            else len(end["nodes"])
            if isinstance(end, dict)
            else len(end.get_nodes())
        )  # type: ignore[attr-defined]

    own = sum(size(each.get_source()) * size(each.get_destination()) for each in graph.get_edge_list())  # type: ignore[attr-defined]
    return own + sum(pydot_edges(each) for each in graph.get_subgraph_list())  # type: ignore[attr-defined]


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pdfs", type=Path)
    parser.add_argument("--dots", type=Path)
    given = parser.parse_args()
    speed()
    if given.pdfs:
        false_pages(given.pdfs)
    if given.dots:
        beside_pydot(given.dots)


if __name__ == "__main__":
    main()
