"""PlantUML files of several kinds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.diagrams import plantuml
from fidedigno.ingest.diagrams.plantuml import read_plantuml
from tests.ingest.diagrams.seen import cited, groups, lines

COMPONENTS = """@startuml
!include https://example.org/evil.puml
skinparam shadowing false
!function $y() !return 1
!procedure $x()
  A --> SECRETO
!endprocedure
title Arquitectura de eventos
/' C --> D
'/ ' E --> F
skinparam component {
  A --> B
}
package "Publicadores" as pub {
  [OrderService] as O <<java>>
  component "Payment Service" as P #red
}
queue OrderCreated
cloud AWS {
  node "k8s" {
    database "Billing DB" as B
  }
}
O -right-> OrderCreated : publica
OrderCreated ..> B : <<consume>>
B <-- P
O -[hidden]- P
:Usuaria: --> (Pagar)
pub --> OrderCreated
note right of O : nota uno
legend
  dos
  líneas
endlegend
@enduml
"""


def test_components_with_aliases_and_frames() -> None:
    (diagram,) = read_plantuml(COMPONENTS)
    assert lines(diagram) == [
        "OrderService → OrderCreated: publica",
        "OrderCreated → Billing DB: «consume»",
        "Payment Service → Billing DB",
        "Usuaria → Pagar",
        "Publicadores → OrderCreated",
    ]
    assert cited(diagram, COMPONENTS)[2] == "B <-- P"
    assert groups(diagram) == {
        "OrderService": ("Publicadores",),
        "Payment Service": ("Publicadores",),
        "Billing DB": ("AWS", "k8s"),
    }
    assert (diagram.title, diagram.notes) == ("Arquitectura de eventos", ("nota uno", "dos líneas"))


def test_classes_inherit_and_keep_their_members() -> None:
    text = (
        "@startuml\nclass Perro extends Animal implements A, B {\n +ladrar()\n --\n {static} edad\n}\n"
        "Animal <|-- Gato\nPerro *-- Pata : tiene >\nPata -- Perro : es de <\nGato : maullar()\n@enduml\n"
    )
    (diagram,) = read_plantuml(text)
    assert lines(diagram) == [
        "Perro → Animal", "Perro → A", "Perro → B", "Gato → Animal", "Perro → Pata: tiene", "Perro → Pata: es de",
    ]  # fmt: skip
    members = {node.label: node.lines for node in diagram.nodes if node.lines}
    assert members == {"Perro": ("+ladrar()", "edad"), "Gato": ("maullar()",)}


def test_dashed_messages_of_a_sequence_are_replies_and_nowhere_else() -> None:
    text = '@startuml\nparticipant P as "Pagos"\nO -> P ++ : autoriza\nP --> O : ok\nreturn x\n[-> O : fuera\n@enduml'
    (diagram,) = read_plantuml(text)
    assert lines(diagram) == ["O → Pagos: autoriza", "Pagos → O: ok"]
    assert [arrow.reply for arrow in diagram.arrows] == [False, True]
    (components,) = read_plantuml("[A] -> [B] : x\n[B] --> [C]\n")
    assert not any(arrow.reply for arrow in components.arrows)


def test_generics_together_and_names_that_begin_like_keywords() -> None:
    (diagram,) = read_plantuml(
        "package P {\n together {\n  class Lista<T, Map<K, V>> <<x>> extends Base\n }\n class Dentro\n}\n"
        "boxOffice -> Dentro : vende\nA ^-- B\n"
    )
    assert lines(diagram) == ["Lista → Base", "boxOffice → Dentro: vende", "B → A"]
    assert groups(diagram) == {"Lista": ("P",), "Dentro": ("P",)}


def test_stereotypes_before_the_alias_long_labels_and_lollipops() -> None:
    (diagram,) = read_plantuml(
        'node "Servidor 1" as s1 {\n [App] <<Spring>> as app\n}\nHTTP - [Primero]\n'
        "component c1 [\n Texto largo\n de c1\n]\nc1 --> app\n() U\nU -0)- app\nref over a : véase\n"
    )
    assert lines(diagram) == ["HTTP — Primero", "Texto largo de c1 → App", "U — App"]
    assert groups(diagram) == {"App": ("Servidor 1",)}
    assert diagram.notes == ("véase",)


def test_states_begin_and_end() -> None:
    (diagram,) = read_plantuml(
        '@startuml\n[*] --> Nuevo\nNuevo : recién hecho\nstate "En curso" as ec\nNuevo --> ec : aceptar\n'
        "state Envío {\n [*] -> A\n}\nec --> [*]\n@enduml\n"
    )
    assert lines(diagram) == ["● → Nuevo", "Nuevo → En curso: aceptar", "● → A", "En curso → ●"]


def test_several_diagrams_in_a_file_keep_their_offsets() -> None:
    text = "intro\n@startuml\nA -> B\n@enduml\n@startjson\n{}\n@endjson\n@startuml\nC -> D\n@enduml\n"
    first, second = read_plantuml(text)
    assert cited(first, text) + cited(second, text) == ["A -> B", "C -> D"]


def test_a_single_dash_joins_only_what_is_known() -> None:
    (diagram,) = read_plantuml("interface X\n[O]\nO - X\nesto - aquello\n")
    assert lines(diagram) == ["O — X"]


@given(st.text(alphabet="AB-.<>[](){}:\"'\n @|o*#/ut", max_size=200))
def test_anything_is_read_without_an_error(body: str) -> None:
    for diagram in read_plantuml(body):
        assert all(0 <= a.start < a.end <= len(body) for a in diagram.arrows)


def test_a_text_over_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plantuml, "MAX_CHARACTERS", 10)
    with pytest.raises(DocumentFailedError, match="10 characters"):
        read_plantuml("A -> B : too long\n")
