"""Which node a question names, by which verb, and in which role."""

import pytest

from fidedigno.consolidate.arrow_question import Role, read_arrow_question
from fidedigno.consolidate.arrow_words import VerbFamily

LABELS = [
    "OrderCreated",
    "Billing",
    "InventoryService",
    "Inventory DB",
    "PaymentService",
    "OrderService",
    "●",
    "",
]
OBJECT, SUBJECT, OPEN = Role.OBJECT, Role.SUBJECT, Role.OPEN
CONSUME, PUBLISH, CALL, DEPEND = VerbFamily.CONSUME, VerbFamily.PUBLISH, VerbFamily.CALL, VerbFamily.DEPEND


@pytest.mark.parametrize(
    ("question", "name", "family", "role"),
    [
        ("¿Qué servicios consumen OrderCreated?", "OrderCreated", CONSUME, OBJECT),
        ("¿Qué servicio consume OrderCreated?", "OrderCreated", CONSUME, OBJECT),
        ("¿Quién está suscrito a OrderCreated?", "OrderCreated", CONSUME, OBJECT),
        ("¿Por quién es consumido OrderCreated?", "OrderCreated", CONSUME, OBJECT),
        ("¿Qué consumidores tiene OrderCreated?", "OrderCreated", CONSUME, OBJECT),
        ("¿quién publica order created?", "OrderCreated", PUBLISH, OBJECT),
        ("¿Qué eventos son consumidos por Billing?", "Billing", CONSUME, SUBJECT),
        ("¿A qué eventos se suscribe Billing?", "Billing", CONSUME, SUBJECT),
        ("¿Qué consume Billing?", "Billing", CONSUME, OPEN),
        ("¿De qué depende PaymentService?", "PaymentService", DEPEND, SUBJECT),
        ("¿Quién depende de PaymentService?", "PaymentService", DEPEND, OBJECT),
        ("¿A quién llama OrderService?", "OrderService", CALL, SUBJECT),
        ("¿Quién llama al servicio PaymentService?", "PaymentService", CALL, OBJECT),
        ("¿Qué servicios usa OrderService?", "OrderService", CALL, SUBJECT),
        ("OrderService, ¿qué publica?", "OrderService", PUBLISH, SUBJECT),
        ("what does PaymentService depend on?", "PaymentService", DEPEND, SUBJECT),
        ("Which events does Billing consume?", "Billing", CONSUME, SUBJECT),
        ("Which services listen to the OrderCreated event?", "OrderCreated", CONSUME, OBJECT),
        ("By whom is OrderCreated consumed?", "OrderCreated", CONSUME, OBJECT),
        ("Which services are called by PaymentService?", "PaymentService", CALL, SUBJECT),
        ("What are the consumers of OrderCreated?", "OrderCreated", CONSUME, OBJECT),
        ("Where is OrderCreated published?", "OrderCreated", PUBLISH, OBJECT),
    ],
)
def test_questions(question: str, name: str, family: VerbFamily, role: Role) -> None:
    asked = read_arrow_question(question, LABELS)
    assert asked is not None
    assert (asked.names, asked.family, asked.role) == ({name}, family, role)


@pytest.mark.parametrize(
    "question",
    [
        "¿Cuál es el plazo de entrega?",
        "¿Qué es OrderCreated?",
        "Si OrderService deja de publicar, ¿qué se rompe?",
        "¿Por qué falló OrderService al publicar?",
        "How does Billing consume events?",
        "¿Cuándo publica OrderService?",
        "¿Quién consume PaymentFailed?",
        "Is OrderCreated consumed?",
        "",
    ],
)
def test_other_questions_are_left_alone(question: str) -> None:
    assert read_arrow_question(question, LABELS) is None


def test_a_node_that_is_called_like_a_function_word_is_not_named_by_it() -> None:
    assert read_arrow_question("¿Quién no usa la caja?", ["no", "la", "Sí"]) is None


def test_a_shortened_name_may_mean_several_nodes_and_a_whole_one_does_not() -> None:
    short = read_arrow_question("who calls inventory?", LABELS)
    assert short is not None
    assert short.names == {"InventoryService", "Inventory DB"}
    whole = read_arrow_question("who calls inventory?", [*LABELS, "Inventory"])
    assert whole is not None
    assert whole.names == {"Inventory"}
