from hypothesis import given
from hypothesis import strategies as st

from fidedigno.consolidate.passages import cells, sentences_of, words_in

TEXT = """# Plazos

Fechas de entrega:

- Práctica 1: 12 de octubre
- Práctica 2: 26 de octubre

| Actividad | Entrega |
|---|---|
| Práctica 1 | 12 oct |

Texto suelto. Otra frase.
"""


def cut(span: tuple[int, int] | None) -> str | None:
    return TEXT[slice(*span)] if span else None


def test_sentences_know_what_stands_over_them() -> None:
    found = [(TEXT[s.start : s.end], cut(s.heading), cut(s.lead)) for s in sentences_of(TEXT)]
    assert found == [
        ("Fechas de entrega:", "# Plazos", None),
        ("- Práctica 1: 12 de octubre", "# Plazos", "Fechas de entrega:"),
        ("- Práctica 2: 26 de octubre", "# Plazos", "Fechas de entrega:"),
        ("| Práctica 1 | 12 oct |", "# Plazos", "| Actividad | Entrega |"),
        ("Texto suelto.", "# Plazos", None),
        ("Otra frase.", "# Plazos", None),
    ]


def test_a_row_is_cut_into_its_cells() -> None:
    start = TEXT.index("| Práctica 1")
    assert [TEXT[a:b].strip() for a, b in cells(TEXT, start, TEXT.index("\n", start))] == [
        "Práctica 1",
        "12 oct",
    ]


@given(st.text(alphabet=st.sampled_from("ab .|-#\n:á1\t"), max_size=300))
def test_any_text_is_cut_in_order_and_inside_its_bounds(text: str) -> None:
    last = 0
    for sentence in sentences_of(text):
        assert last <= sentence.start < sentence.end <= len(text)
        last = sentence.end
        for word in words_in(text, sentence.start, sentence.end):
            assert sentence.start <= word.start < word.end <= sentence.end


def test_an_endless_card_is_read_up_to_a_limit() -> None:
    assert max(s.end for s in sentences_of("Una frase. " * 10_000)) <= 20_000


def test_words_carry_the_stems_of_the_known_language_or_of_both() -> None:
    assert words_in("entregas", language="es")[0].terms == {"entreg"}
    assert len(words_in("entregas")[0].terms) > 1
    assert not words_in("hasta", language="es")[0].terms
