"""Answers from arrows, in both ways in which events are drawn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.consolidate.arrows import answering, arrows_from, arrows_to
from fidedigno.model.relation import Direction, Relation


def arrow(
    source: str, target: str, label: str = "", direction: Direction = Direction.ONE_WAY, reply: bool = False
):
    return Relation(source, target, label, direction, 0, 1, None, reply)


FLOW = [
    arrow("OrderService", "OrderCreated", "publica"),
    arrow("OrderCreated", "Billing", "consume"),
    arrow("OrderCreated", "InventoryService"),
    arrow("Billing", "InvoiceIssued", "publica"),
    arrow("OrderService", "InventoryService", "GET /stock"),
    arrow("InventoryService", "OrderService", "200", reply=True),
    arrow("PaymentService", "Fraud", "llama"),
    arrow("PaymentService", "Ledger", "", Direction.NONE),
    arrow("PaymentService", "Cache", "", Direction.BOTH),
]
DEPENDENCY = [
    arrow("OrderService", "OrderCreated", "publica"),
    arrow("Billing", "OrderCreated", "consume"),
    arrow("InventoryService", "OrderCreated", "se suscribe"),
]
FLOWING = ["OrderCreated → Billing: consume", "OrderCreated → InventoryService"]
SAID = ["Billing → OrderCreated: consume", "InventoryService → OrderCreated: se suscribe"]


@pytest.mark.parametrize(
    ("question", "drawing", "expected"),
    [
        ("¿Qué servicios consumen OrderCreated?", FLOW, FLOWING),
        ("¿Qué servicios consumen OrderCreated?", DEPENDENCY, SAID),
        ("¿Quién publica OrderCreated?", FLOW, ["OrderService → OrderCreated: publica"]),
        ("¿Quién publica OrderCreated?", DEPENDENCY, ["OrderService → OrderCreated: publica"]),
        ("¿Qué consume Billing?", FLOW, ["OrderCreated → Billing: consume"]),
        ("¿Qué consume Billing?", DEPENDENCY, ["Billing → OrderCreated: consume"]),
        ("What does OrderService publish?", FLOW, ["OrderService → OrderCreated: publica"]),
        ("who calls inventory?", FLOW, ["OrderService → InventoryService: GET /stock"]),
        ("¿A quién llama OrderService?", FLOW, ["OrderService → InventoryService: GET /stock"]),
        ("what does PaymentService depend on?", FLOW, ["PaymentService → Fraud: llama", "PaymentService ↔ Cache"]),
        ("what does Billing depend on?", FLOW, ["OrderCreated → Billing: consume"]),
        ("¿Qué servicios dependen de OrderCreated?", FLOW, FLOWING),
        ("¿Quién llama a PaymentService?", FLOW, ["PaymentService ↔ Cache"]),
        ("¿Quién llama a Ledger?", FLOW, []),
        ("¿Quién publica Nada?", FLOW, []),
    ],
)  # fmt: skip
def test_direction_and_verb_decide(question: str, drawing: list[Relation], expected: list[str]) -> None:
    assert [each.text for each in answering(question, drawing)] == expected


def test_both_drawings_together_give_both() -> None:
    found = answering("¿Qué servicios consumen OrderCreated?", [*FLOW, *DEPENDENCY])
    assert {each.text for each in found} == {
        "OrderCreated → Billing: consume",
        "OrderCreated → InventoryService",
        "Billing → OrderCreated: consume",
        "InventoryService → OrderCreated: se suscribe",
    }


def test_what_cannot_be_told_shows_every_arrow_at_the_node() -> None:
    drawing = [arrow("a1", "Nodo"), arrow("Nodo", "b1"), arrow("a1", "b1")]
    assert [each.text for each in answering("¿Qué consume Nodo?", drawing)] == ["a1 → Nodo", "Nodo → b1"]


names = st.sampled_from(["alfa", "beta", "gama"])
drawings = st.lists(st.builds(arrow, names, names, st.just(""), st.sampled_from(Direction)), max_size=12)


@given(drawings, names)
def test_from_and_to_are_those_of_a_plain_reading(drawing: list[Relation], name: str) -> None:
    ends = [
        (each, pair)
        for each in drawing
        for pair in {
            Direction.ONE_WAY: [(each.source, each.target)],
            Direction.BOTH: [(each.source, each.target), (each.target, each.source)],
            Direction.NONE: [],
        }[each.direction]
    ]
    assert {id(each) for each in arrows_from(drawing, [name])} == {id(e) for e, (a, _) in ends if a == name}
    assert {id(each) for each in arrows_to(drawing, [name])} == {id(e) for e, (_, b) in ends if b == name}


@given(drawings)
def test_who_calls_is_answered_by_unlabelled_arrows_to_the_node(drawing: list[Relation]) -> None:
    assert list(answering("¿Quién llama a beta?", drawing)) == arrows_to(drawing, ["beta"])
