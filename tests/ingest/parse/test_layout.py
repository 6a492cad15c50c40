"""Columns, rows and cells from the places of words."""

from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.parse.layout import Fragment, columns_of, joined, merged, rows_of


def word(text: str, left: float, top: float, *, width: float | None = None, height: float = 10) -> Fragment:
    return Fragment(text, left, top, left + (width or len(text) * 5), top + height)


def prose(left: float, top: float, count: int, mark: str) -> list[Fragment]:
    return [
        word(f"{mark}{n} una línea de prosa corriente", left, top + 14 * n, width=200) for n in range(count)
    ]


def test_two_columns_are_read_one_after_the_other_under_their_title() -> None:
    title = word("Un título sobre toda la página del artículo", 40, 10, width=420)
    left, right = prose(40, 40, 8, "a"), prose(260, 40, 8, "b")
    mixed = [each for pair in zip(right, left, strict=True) for each in pair]
    assert columns_of([*mixed, title]) == [[title], left, right]


def test_a_wide_line_parts_the_columns_above_from_those_below() -> None:
    wide = word("Una cita que cruza ambas columnas del texto", 40, 160, width=420)
    upper = prose(40, 40, 7, "a"), prose(260, 40, 7, "b")
    lower = prose(40, 190, 7, "c"), prose(260, 190, 7, "d")
    groups = columns_of([*upper[1], *lower[1], wide, *upper[0], *lower[0]])
    assert [group[0].text[:1] for group in groups] == ["a", "b", "U", "c", "d"]


def test_the_columns_of_a_table_are_not_columns_of_prose() -> None:
    cells = [word(text, left, 20 * n) for n in range(12) for text, left in (("Ingresos", 40), ("1.250", 300))]
    assert columns_of(cells) == [cells]


def test_words_of_one_height_are_a_row_from_left_to_right() -> None:
    words = [word("mundo", 50, 1), word("hola", 10, 0), word("abajo", 10, 30)]
    assert [[each.text for each in row] for row in rows_of(words)] == [["hola", "mundo"], ["abajo"]]


def test_near_words_make_one_cell_and_far_ones_two() -> None:
    row = [word("Total", 0, 0), word("neto", 28, 0), word("1.250", 90, 0)]
    assert [each.text for each in joined(row, 0.8)] == ["Total neto", "1.250"]


def test_the_confidence_of_a_cell_is_the_mean_over_its_characters() -> None:
    one = merged([Fragment("aaa", 0, 0, 1, 1, 1.0), Fragment("b", 2, 0, 3, 1, 0.6)])
    assert one.text == "aaa b"
    assert abs((one.confidence or 0) - 0.9) < 1e-9
    assert merged([Fragment("a", 0, 0, 1, 1)]).confidence is None


fragments = st.lists(
    st.builds(
        lambda left, top, width, height: Fragment(
            "palabra de prueba larga", left, top, left + width, top + height
        ),
        st.floats(0, 500),
        st.floats(0, 700),
        st.floats(1, 300),
        st.floats(4, 20),
    ),
    max_size=40,
)


@given(fragments)
def test_nothing_is_lost_or_told_twice_whatever_the_page(page: list[Fragment]) -> None:
    assert sorted(each for group in columns_of(page) for each in group) == sorted(page)
    assert sorted(each for row in rows_of(page) for each in row) == sorted(page)
