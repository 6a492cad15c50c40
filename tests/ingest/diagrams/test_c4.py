"""C4 macros in Mermaid and PlantUML."""

from fidedigno.ingest.diagrams.c4 import C4Lines
from fidedigno.ingest.diagrams.diagram import DiagramBuilder
from fidedigno.ingest.diagrams.mermaid import read_mermaid
from fidedigno.ingest.diagrams.plantuml import read_plantuml
from fidedigno.ingest.diagrams.statements import Statement
from tests.ingest.diagrams.seen import groups, lines

BODY = """title Tienda
Person(ana, "Ana", "compra")
System_Boundary(t, "Tienda") {
  Container(p, "Pedidos, S.L.", "Java", "recibe pedidos")
  ContainerDb(b, "Base")
}
Rel(ana, p, "usa", "HTTPS")
Rel_D(p, b, "escribe")
Rel_Back(p, b, "avisa")
BiRel(p, x, "habla")
"""
EXPECTED = ["Ana → Pedidos, S.L.: usa [HTTPS]", "Pedidos, S.L. → Base: escribe", "Base → Pedidos, S.L.: avisa",
            "Pedidos, S.L. ↔ x: habla"]  # fmt: skip


def test_both_languages_read_the_same_macros() -> None:
    found = [read_mermaid("C4Container\n" + BODY)]
    found += read_plantuml("@startuml\n!include <C4/C4_Container>\n" + BODY + "@enduml\n")
    for diagram in found:
        assert lines(diagram) == EXPECTED
        assert diagram.title == "Tienda"
        assert groups(diagram) == {"Pedidos, S.L.": ("Tienda",), "Base": ("Tienda",)}
        assert {n.label: n.lines for n in diagram.nodes if n.lines}["Ana"] == ("compra",)


def test_other_calls_are_none_of_them() -> None:
    macros = C4Lines(DiagramBuilder("x"))
    for line, expected in (("Rel(a, b)", True), ("Foo(a, b)", False), ("Rel a b", False), ("Rel(a)", False)):
        assert macros.read(Statement(line, 0, len(line))) is expected
