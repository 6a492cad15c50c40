"""Diagrams end to end: files and fences go in, questions are answered from the direction of their arrows."""

from pathlib import Path

import pytest

from fidedigno import Decision, Fidedigno
from tests.ingest.diagrams.test_drawio import cell
from tests.ingest.diagrams.test_drawio import model as drawio
from tests.ingest.diagrams.test_pdf_drawing import arrow, box, pdf_of

MERMAID = """flowchart LR
  O[OrderService] -->|publica| E{{OrderCreated}}
  E -->|consume| F[Facturación]
  E -->|consume| A[Almacén]
  C[Catálogo] --> O
"""
GUIDE = f"""# Arquitectura de la tienda

La tienda publica eventos.

```mermaid
{MERMAID}```

Los pagos van aparte.
"""
SECRET = "digraph { OrderCreated -> FraudService [label=consume] }\n"


@pytest.fixture
def shop(workspace: Fidedigno, make_corpus, tmp_path: Path) -> Fidedigno:
    (tmp_path / "directory.yaml").write_text(
        "users: [{name: ana}, {name: ines}]\ngroups: []\n", encoding="utf-8"
    )
    workspace.load_directory(tmp_path / "directory.yaml")
    workspace.ingest(
        make_corpus({"eventos.mmd": MERMAID}, name="dibujos"),
        make_corpus({"secreto.dot": SECRET}, name="seguridad", acl="[user:ines]"),
    )
    return workspace


def lines(answer) -> set[str]:
    return {claim.text for claim in answer.claims}


def test_who_consumes_an_event_is_answered_from_the_arrows_out_of_it(shop: Fidedigno) -> None:
    answer = shop.ask("¿Qué servicios consumen OrderCreated?", as_user="ana")
    assert answer.decision is Decision.ANSWER
    assert lines(answer) == {"OrderCreated → Facturación: consume", "OrderCreated → Almacén: consume"}


def test_who_publishes_it_from_the_arrow_into_it(shop: Fidedigno) -> None:
    for question in ("¿Quién publica OrderCreated?", "Which service publishes OrderCreated?"):
        assert lines(shop.ask(question, as_user="ana")) == {"OrderService → OrderCreated: publica"}


def test_the_arrow_is_cited_at_its_line(shop: Fidedigno) -> None:
    answer = shop.ask("¿Quién publica OrderCreated?", as_user="ana")
    (card,) = (each for each in answer.evidence if each.id in answer.claims[0].evidence_ids)
    assert card.locator.uri == "dibujos/eventos.mmd"
    whole = "OrderService → OrderCreated: publica"
    assert card.content[card.locator.start : card.locator.end] == whole
    assert whole in {relation.text for relation in card.relations}


def test_an_arrow_that_somebody_may_not_read_answers_only_those_who_may(shop: Fidedigno) -> None:
    question = "¿Qué servicios consumen OrderCreated?"
    assert "OrderCreated → FraudService: consume" in lines(shop.ask(question, as_user="ines"))
    hidden = shop.ask(question, as_user="ana")
    assert not [each for each in lines(hidden) if "Fraud" in each]
    assert not [card for card in hidden.evidence if "Fraud" in card.content or "Fraud" in str(card.relations)]


def test_a_fence_is_found_by_its_labels_and_cited_in_the_file(
    workspace: Fidedigno, make_corpus, tmp_path: Path
) -> None:
    workspace.ingest(make_corpus({"guia.md": GUIDE}, name="guias"))
    found = workspace.search("OrderCreated → Facturación", as_user="ana")
    assert found
    text = (tmp_path / "guias" / "guia.md").read_text(encoding="utf-8")
    answer = workspace.ask("¿Qué servicios consumen OrderCreated?", as_user="ana")
    assert lines(answer) == {"OrderCreated → Facturación: consume", "OrderCreated → Almacén: consume"}
    cards = {card.id: card for card in answer.evidence}
    places = {claim.text: cards[claim.evidence_ids[0]].locator for claim in answer.claims}
    assert {line: text[place.start : place.end] for line, place in places.items()} == {
        "OrderCreated → Facturación: consume": "E -->|consume| F[Facturación]",
        "OrderCreated → Almacén: consume": "E -->|consume| A[Almacén]",
    }


def test_drawn_and_exported_diagrams_answer_alike(workspace: Fidedigno, make_corpus, tmp_path: Path) -> None:
    """One event in each format; every one is answered from its own arrow."""
    drawn = {
        "uno.drawio": drawio(cell("a", "UnoCreated", vertex="1"), cell("b", "Ventas", vertex="1"),
                             cell("e", "consume", edge="1", source="a", target="b")),
        "dos.svg": '<svg><rect width="100" height="40"/><text x="9" y="25">DosCreated</text>'
                   '<rect x="300" width="100" height="40"/><text x="309" y="25">Almacén</text>'
                   '<path d="M100 20L299 20" fill="none" marker-end="url(#h)"/></svg>',
        "tres.puml": "@startuml\nqueue TresCreated as t\n[Correo] <-- t : consume\n@enduml\n",
        "cuatro.dot": "digraph { CuatroCreated -> Envíos [label=consume] }",
    }  # fmt: skip
    folder = make_corpus(drawn, name="varios")
    pdf = pdf_of(box("CincoCreated", 50, 600) + box("Contabilidad", 400, 600) + arrow(150, 620, 392, 620))
    (folder / "cinco.pdf").write_bytes(pdf)
    report = workspace.ingest(folder)
    assert (report.failed, report.refused) == (0, 0)
    consumers = {
        "Uno": "Ventas",
        "Dos": "Almacén",
        "Tres": "Correo",
        "Cuatro": "Envíos",
        "Cinco": "Contabilidad",
    }
    for name, consumer in consumers.items():
        (line,) = lines(workspace.ask(f"¿Quién consume {name}Created?", as_user="ana"))
        assert line.startswith(f"{name}Created → {consumer}")


def test_a_diagram_answers_nothing_about_arrows_that_it_does_not_draw(shop: Fidedigno) -> None:
    answer = shop.ask("¿Quién consume PaymentFailed?", as_user="ana")
    assert answer.decision is Decision.ABSTAIN


def test_a_forgotten_diagram_leaves_no_arrow(shop: Fidedigno, tmp_path: Path) -> None:
    (tmp_path / "dibujos" / "eventos.mmd").unlink()
    shop.ingest(tmp_path / "dibujos")
    assert shop.ask("¿Qué servicios consumen OrderCreated?", as_user="ana").decision is Decision.ABSTAIN
