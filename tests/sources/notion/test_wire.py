import pytest

from fidedigno.sources import shapes
from fidedigno.sources.connector import SourceError
from fidedigno.sources.notion import wire
from tests.fakes.notion import plain, uuid


@pytest.mark.parametrize(
    "value", [None, 5, "", "x" * 32, "../users", uuid(1) + "/x", "0" * 10_000, plain(1)[:-1]]
)
def test_what_is_no_id_is_none(value: object) -> None:
    assert wire.plain_uuid(value) is None


def test_an_id_is_one_with_and_without_hyphens() -> None:
    assert wire.plain_uuid(uuid(255)) == wire.plain_uuid(plain(255).upper()) == plain(255)


def test_a_word_on_the_trash_is_needed_and_must_be_plain() -> None:
    said = {"object": "page", "id": plain(1), "parent": {}, "last_edited_time": "x"}
    assert shapes.found(wire.Content, said) is None
    assert shapes.found(wire.Content, said | {"in_trash": "false"}) is None
    assert shapes.found(wire.Content, said | {"in_trash": False}) is not None


def test_the_error_of_a_wrong_shape_holds_no_value() -> None:
    with pytest.raises(SourceError) as caught:
        shapes.required(wire.Named, {"object": "secret"}, "something")
    assert "secret" not in str(caught.value)
