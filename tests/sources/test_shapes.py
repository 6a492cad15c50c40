import pytest

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.shapes import Shape, fits, found, read_shape, required


class Person(Shape):
    """A shape for these tests."""

    name: str
    ages: tuple[int, ...] = ()


def test_an_answer_of_the_shape_is_read_and_the_rest_let_pass() -> None:
    assert read_shape(Person, {"name": "a", "more": 1}, "person") == Person(name="a")
    assert read_shape(tuple[Person, ...], [{"name": "a"}], "people") == (Person(name="a"),)


def test_an_empty_answer_is_not_mistaken_for_one_of_another_shape() -> None:
    assert fits(tuple[Person, ...], []) == ((),)
    assert fits(Person, []) is None


@pytest.mark.parametrize("answer", [None, [], {"name": 3}, {"name": "salary", "ages": "many"}])
def test_another_shape_is_an_error_that_tells_no_value(answer: object) -> None:
    with pytest.raises(SourceError, match="person") as raised:
        read_shape(Person, answer, "person")
    assert raised.value.kind is SourceErrorKind.SHAPE
    assert "salary" not in str(raised.value)
    assert raised.value.__context__ is None


def test_a_single_shape_is_found_or_required() -> None:
    assert found(Person, {"name": "a"}) == required(Person, {"name": "a"}, "person") == Person(name="a")
    assert found(Person, {"name": 3}) is None
    with pytest.raises(SourceError, match="person"):
        required(Person, None, "person")
