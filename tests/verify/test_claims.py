"""An answer is cut into what can be true or false by itself, and nothing of it gets lost."""

import pytest

from fidedigno.verify.claims import (
    MAX_SENTENCE,
    ClaimKind,
    bare_text,
    clauses_of,
    split_claims,
    statements,
)


def said(answer: str) -> list[str]:
    """The statements of an answer, as they are written."""
    return [each.of(answer) for each in statements(split_claims(answer))]


def kinds(answer: str) -> list[tuple[str, str]]:
    return [(each.kind.value, each.of(answer)) for each in split_claims(answer)]


def cited(answer: str) -> list[tuple[int, ...]]:
    return [each.cited for each in split_claims(answer)]


@pytest.mark.parametrize(
    ("answer", "claims"),
    [
        ("The kiln holds 1.5 m³. It opens at 8.", ["The kiln holds 1.5 m³.", "It opens at 8."]),
        ("Véase el núm. 3 del art. 12. Rige hoy.", ["Véase el núm. 3 del art. 12.", "Rige hoy."]),
        ("Use clay, e.g. red clay, on wheels.", ["Use clay, e.g. red clay, on wheels."]),
        ("The U.S. office is shut. Dr. Vega left.", ["The U.S. office is shut.", "Dr. Vega left."]),
        ("Se cuece... Luego se enfría.", ["Se cuece...", "Luego se enfría."]),
        ("J. Vega signed the lease.", ["J. Vega signed the lease."]),
        ("El horno cuesta 1.250,50 €. Es nuevo.", ["El horno cuesta 1.250,50 €.", "Es nuevo."]),
        ("🎉 El horno es nuevo 🎉. Va bien.", ["🎉 El horno es nuevo 🎉.", "Va bien."]),
        ("الفرن جديد. The kiln is new.", ["الفرن جديد.", "The kiln is new."]),
        ("Sí", ["Sí"]),
        ("14", ["14"]),
    ],
)
def test_sentences_end_where_they_end(answer: str, claims: list[str]) -> None:
    assert said(answer) == claims


@pytest.mark.parametrize(
    "answer", ["", "   ", "...", "!!!", "¿?", "---", "* * *", "[1]", "**", "\n\n\n", "| | |", "😀"]
)
def test_an_answer_without_a_word_claims_nothing(answer: str) -> None:
    assert split_claims(answer) == ()


@pytest.mark.parametrize(
    ("answer", "claims"),
    [
        (
            "El taller abre los lunes, pero no acepta grupos grandes.",
            ["El taller abre los lunes", "pero no acepta grupos grandes."],
        ),
        (
            "El taller abre los lunes y la tienda abre los martes; el horno se enciende a las ocho.",
            ["El taller abre los lunes y la tienda abre los martes", "el horno se enciende a las ocho."],
        ),
        (
            "El taller abre los lunes, y la tienda abre los martes.",
            ["El taller abre los lunes", "y la tienda abre los martes."],
        ),
        (
            "The studio opens on Mondays but the shop stays shut all week.",
            ["The studio opens on Mondays", "but the shop stays shut all week."],
        ),
        (
            "The studio opens on Mondays — whereas the shop never opens early.",
            ["The studio opens on Mondays", "whereas the shop never opens early."],
        ),
        (
            "a) The potter wets the clay; b) the potter spins the wheel.",
            ["The potter wets the clay", "the potter spins the wheel."],
        ),
    ],
)
def test_clauses_that_stand_alone_are_claims_of_one_sentence(answer: str, claims: list[str]) -> None:
    assert said(answer) == claims
    assert {each.sentence for each in split_claims(answer)} == {0}
    assert len(clauses_of(answer)) == len(claims)


@pytest.mark.parametrize(
    "answer",
    [
        "The kiln is hot, but small.",
        "El horno es caro, aunque bueno.",
        "They sell nothing but glazes in the shop downstairs.",
        "The fee covers clay and glazes but not the firing of large pots.",
        "Not only the clay but also the glaze is made in the village.",
        "The clay, the glaze, the wheel and the kiln are new.",
        "La tasa (que es alta, pero se puede pagar en dos plazos) vence el martes.",
        'The sign says "the kiln is hot today, but the studio is open" in red.',
        "El cartel dice «el horno está caliente, pero el taller abre» en rojo.",
        "See https://pots.example/a,b;c?d=e and follow the steps there.",
        "Abre a las 8:30, 9:30 y 10:30 todos los días laborables.",
    ],
)
def test_what_does_not_stand_alone_stays_together(answer: str) -> None:
    assert said(answer) == [answer]


@pytest.mark.parametrize(
    ("answer", "claims"),
    [
        (
            "- Red clay\n  - Fine red clay\n    - Sifted\n- White clay",
            ["Red clay", "Fine red clay", "Sifted", "White clay"],
        ),
        ("1. Wet the clay.\n2) Spin it.\n(3) Dry it.", ["Wet the clay.", "Spin it.", "Dry it."]),
        ("- 5 days\n- 12 months", ["5 days", "12 months"]),
        ("- [x] The kiln is clean\n- [ ] The wheel is oiled", ["The kiln is clean", "The wheel is oiled"]),
        (
            "* Abre a las 8. Cierra a las 20.\n* Es gratis.",
            ["Abre a las 8.", "Cierra a las 20.", "Es gratis."],
        ),
        ("> The kiln is hot. It hums.", ["The kiln is hot.", "It hums."]),
        ("1. **Plazo**: 14 días", ["Plazo**: 14 días"]),
        ("• Barro rojo\n• Barro blanco", ["Barro rojo", "Barro blanco"]),
    ],
)
def test_list_items_are_claims_without_their_marks(answer: str, claims: list[str]) -> None:
    assert said(answer) == claims


def test_rows_are_claims_and_the_header_row_is_none() -> None:
    table = "| Clay | Price |\n|---|---|\n| Red | 3 € |\n| White | 4 € |\n"
    assert kinds(table)[0] == ("heading", "| Clay | Price |")
    assert said(table) == ["| Red | 3 € |", "| White | 4 € |"]


def test_a_header_row_with_no_row_below_claims_nothing() -> None:
    assert said("| Clay | Price |\n|:--|--:|\nClay is sold here.") == ["Clay is sold here."]
    assert kinds("| Clay | Price |\n|---|") == [("heading", "| Clay | Price |")]


@pytest.mark.parametrize(
    "label", ["Sources:", "## Sources", "**References**", "Fuentes:", "**Fuentes consultadas:**"]
)
def test_a_list_of_sources_claims_nothing_and_what_follows_it_does(label: str) -> None:
    answer = f"The kiln is hot.\n\n{label}\n\n- [1] House rules\n- [2] Guide, page 3\n\nThe clay is wet."
    assert said(answer) == ["The kiln is hot.", "The clay is wet."]
    long = "- It is said that " + "the kiln is hot and " * 6 + "red"
    assert said(f"{label}\n\n{long}") == [long[2:]]


def test_a_table_without_a_header_is_all_rows() -> None:
    assert said("| Red | 3 € |\n| White | 4 € |\n") == ["| Red | 3 € |", "| White | 4 € |"]


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ("**Horario:**\nAbre los lunes.", "Horario:"),
        ("**Horario**:\nAbre los lunes.", "Horario**:"),
        ("**Horario**\nAbre los lunes.", "Horario"),
        ("Estos son los requisitos del taller:\n- Abre los lunes.", "Estos son los requisitos del taller:"),
        ("## Horario\nAbre los lunes.", "Horario"),
        ("__Opening hours:__\nAbre los lunes.", "Opening hours:"),
        ("Horario:\n\nAbre los lunes.", "Horario:"),
    ],
)
def test_headings_labels_and_lead_ins_claim_nothing(answer: str, label: str) -> None:
    first, *rest = split_claims(answer)
    assert first.of(answer) == label
    assert first.kind in {ClaimKind.HEADING, ClaimKind.COURTESY}
    assert [each.of(answer) for each in rest] == ["Abre los lunes."]


def test_a_whole_sentence_in_bold_is_a_claim() -> None:
    assert said("**El taller cierra en agosto**\nAbre en mayo.") == [
        "El taller cierra en agosto",
        "Abre en mayo.",
    ]
    assert said("**Tasa 10 €**\nAbre en mayo.") == ["Tasa 10 €", "Abre en mayo."]


def test_code_keeps_its_signs_and_the_fence_is_none() -> None:
    assert said("Put:\n```python\n__all__ = *names\n```\nThen save it.") == [
        "__all__ = *names",
        "Then save it.",
    ]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("The kiln is hot [1].", [(1,)]),
        ("The kiln is hot [1][3].", [(1, 3)]),
        ("The kiln is hot [1, 2].", [(1, 2)]),
        ("The kiln is hot [2-4].", [(2, 3, 4)]),
        ("The kiln is hot [9-2].", [(9, 2)]),
        ("The kiln is hot.[^7]", [(7,)]),
        ("The kiln is hot【4†source】.", [(4,)]),
        ("The kiln is hot【5:2†a.pdf】.", [()]),
        ("The kiln is hot (source 2).", [(2,)]),
        ("El horno quema [Fuente: 3].", [(3,)]),
        ("The kiln is hot [1](https://pots.example/a).", [(1,)]),
        ("The kiln is hot. [1] It is new. [2]", [(1,), (2,)]),
        ("The kiln [0, 5] is hot.", [()]),
        ("The kiln of [2019] is hot.", [()]),
        ("The kiln is hot all day [1], and it is new and red [2].", [(1,), (2,)]),
        ("The kiln is hot all day, and it is new and red [2].", [(2,), (2,)]),
        ("The kiln is hot all day [1], and it is new and red.", [(1,), ()]),
        ("- [2] Red clay\n- [3] White clay", [(2,), (3,)]),
    ],
)
def test_citations_belong_to_the_claim_before_them(answer: str, expected: list[tuple[int, ...]]) -> None:
    assert cited(answer) == expected


@pytest.mark.parametrize(
    "answer",
    [
        "The kiln is hot [1].",
        "The kiln is hot【4†source】",
        "**The kiln is hot** [1][2].",
        "The kiln is hot (source 2);",
        "_The kiln is hot_ [^1]",
    ],
)
def test_a_claim_ends_before_its_citation_and_emphasis(answer: str) -> None:
    assert said(answer) == ["The kiln is hot"]


def test_a_citation_inside_a_claim_can_be_blanked_without_moving_anything() -> None:
    answer = "As [12] says, the kiln (source 3) is hot."
    (claim,) = split_claims(answer)
    assert bare_text(answer, claim) == "As      says, the kiln            is hot."
    assert len(bare_text(answer, claim)) == claim.end - claim.start


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Hola Ana, el taller abre hoy.", [("courtesy", "Hola Ana,"), ("statement", "el taller abre hoy.")]),
        ("Hola, es gratis.", [("courtesy", "Hola,"), ("statement", "es gratis.")]),
        ("HOLA, ES GRATIS.", [("courtesy", "HOLA,"), ("statement", "ES GRATIS.")]),
        ("Hi, Tom. It opens.", [("courtesy", "Hi, Tom."), ("statement", "It opens.")]),
        ("Sure, it is free.", [("courtesy", "Sure,"), ("statement", "it is free.")]),
        ("Perfecto: cuesta 10 €.", [("courtesy", "Perfecto:"), ("statement", "cuesta 10 €.")]),
        ("Lo siento, cierra hoy.", [("courtesy", "Lo siento,"), ("statement", "cierra hoy.")]),
        ("Great question! It opens.", [("courtesy", "Great question!"), ("statement", "It opens.")]),
        ("¿Abre hoy? Abre a las 8.", [("question", "¿Abre hoy?"), ("statement", "Abre a las 8.")]),
        ("Is it free? Yes, it is.", [("question", "Is it free?"), ("statement", "Yes, it is.")]),
        (
            "No lo sé, pero el taller abre los lunes.",
            [("unknown", "No lo sé"), ("statement", "pero el taller abre los lunes.")],
        ),
        (
            "There is no information on the fee, but the studio opens on Mondays.",
            [
                ("unknown", "There is no information on the fee"),
                ("statement", "but the studio opens on Mondays."),
            ],
        ),
        (
            "The studio opens on Mondays, but I do not know the fee.",
            [("statement", "The studio opens on Mondays"), ("unknown", "but I do not know the fee.")],
        ),
    ],
)
def test_what_claims_nothing_hides_no_claim_beside_it(answer: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(answer) == expected


def test_a_footnote_that_names_a_source_is_none_and_one_that_says_something_is() -> None:
    answer = "The kiln is hot.[^1]\n\n[^1]: House rules, page 3.\n\n[^2]: It cools down on Sundays."
    assert kinds(answer) == [
        ("statement", "The kiln is hot."),
        ("source", "House rules, page 3."),
        ("statement", "It cools down on Sundays."),
    ]


def test_quotations_across_sentences_are_cut_at_the_sentences() -> None:
    assert said('He wrote "The kiln is hot. It hums." on the door.') == [
        'He wrote "The kiln is hot.',
        'It hums." on the door.',
    ]


def test_a_sentence_without_an_end_is_cut_between_words() -> None:
    answer = "kiln " * 20_000
    claims = split_claims(answer)
    assert all(set(each.of(answer).split()) == {"kiln"} for each in claims)
    assert sum(len(each.of(answer).split()) for each in claims) == 20_000
    assert all(each.end - each.start <= MAX_SENTENCE for each in claims)
    assert "".join(each.of("x" * 9_000) for each in split_claims("x" * 9_000)) == "x" * 9_000


@pytest.mark.parametrize(
    ("answer", "claims"),
    [
        ("yes, i have heard about that. do you know how they won?", ["yes, i have heard about that."]),
        (
            "ya lo leí ayer en la página del curso. ¿sabes cuándo es el examen?",
            ["ya lo leí ayer en la página del curso."],
        ),
        ("did you know that the room no. 5 is painted pink?", []),
        ("¿sabes que el art. 5 lo prohíbe?", []),
        ("who? why? and where did they go?", []),
    ],
)
def test_a_question_at_the_end_does_not_hide_what_was_said_before_it(answer: str, claims: list[str]) -> None:
    assert [each.of(answer) for each in statements(split_claims(answer))] == claims
