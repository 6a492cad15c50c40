"""Paths in a declaration are relative to it."""

from pathlib import Path

import pytest

from fidedigno.connected.fields import OptionError, Place


def test_a_path_is_relative_to_the_declaration() -> None:
    place = Place(Path("/a/b"))
    assert place.path("c") == Path("/a/b/c")
    assert place.path("/c") == Path("/c")
    assert place.path("~") == Path.home()


@pytest.mark.parametrize("value", [None, "", "  ", [], {}, "a\0b", "~nobody-is-called-so/x"])
def test_what_is_no_path_is_refused(value: object) -> None:
    with pytest.raises(OptionError, match="not a path"):
        Place(Path()).path(value)
