"""SVG: the drawing that an editor left inside, else the names that an export left, else what is drawn itself."""

from __future__ import annotations

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.diagrams.diagram import Diagram, broken
from fidedigno.ingest.diagrams.drawio import read_drawio
from fidedigno.ingest.diagrams.excalidraw import embedded_in_svg, read_excalidraw
from fidedigno.ingest.diagrams.geometry import connect
from fidedigno.ingest.diagrams.plantuml import read_plantuml
from fidedigno.ingest.diagrams.svg_exports import plantuml_source, read_graphviz_svg, read_mermaid_svg
from fidedigno.ingest.diagrams.svg_shapes import drawing_of
from fidedigno.ingest.diagrams.xml import XmlDocument, read_xml


def read_svg(text: str) -> list[Diagram]:
    """Read a drawing.

    Raises:
        DocumentFailedError: if it is damaged or over a limit.
    """
    document = read_xml(_without_encoding(text))
    if document.root.name != "svg":
        raise broken("it holds no SVG drawing")
    found = _left_inside(document, text)
    if not any(diagram.nodes or diagram.notes for diagram in found):
        exported = read_graphviz_svg(document) or read_mermaid_svg(document)
        found = [exported or connect(drawing_of(document.root), "svg")]
    return found


def _without_encoding(text: str) -> str:
    """The text is decoded already, whatever its first line says."""
    if text.startswith("<?xml"):
        end = text.find("?>", 0, 500)
        return text[end + 2 :] if end >= 0 else text
    return text


def _left_inside(document: XmlDocument, text: str) -> list[Diagram]:
    """What draw.io, Excalidraw or PlantUML kept of the drawing, unless it is damaged."""
    try:
        if document.root.get("content").lstrip().startswith(("<mxfile", "<mxGraphModel")):
            return read_drawio(document.root.get("content"))
        drawing = embedded_in_svg(text)
        if drawing is not None:
            return [read_excalidraw(drawing)]
        source = plantuml_source(document, text)
        return read_plantuml(source) if source is not None else []
    except DocumentFailedError:
        return []
