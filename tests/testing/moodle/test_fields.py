"""Values under one key path."""

from zoneinfo import ZoneInfo

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.testing.moodle.fields import Fields, read_moment

MADRID = ZoneInfo("Europe/Madrid")


def fields(**data: object) -> Fields:
    return Fields(dict(data), ("top",), lines={("top", "a"): 7}, source="s.yaml", timezone=MADRID)


def test_each_type_is_read_as_it_is_meant() -> None:
    it = fields(a="1", b="yes", c="2.5", d=["x", "y"], e={"k": {"v": "w"}}, f="word")
    assert (it.integer("a"), it.flag("b", default=False), it.number("c")) == (1, True, 2.5)
    assert it.names("d") == ("x", "y")
    (inner,) = it.mapping("e")
    assert (inner.key, inner.text("v")) == ("k", "w")
    assert it.word("f", ("word",)) == "word"
    it.done()
    inner.done()


def test_what_is_absent_has_its_default() -> None:
    it = fields()
    assert it.integer("a", 4) == 4
    assert it.flag("a", default=True) is True
    assert it.names("a") == ()
    assert it.moment("a") is it.within("a") is it.optional("a") is None
    assert list(it.mapping("a")) == []


def test_what_is_left_unread_is_refused_at_its_line() -> None:
    with pytest.raises(ConfigurationError, match=r"s\.yaml, line 7, top\.a: is not a known key"):
        fields(a="1").done()


@pytest.mark.parametrize(
    "read",
    [
        lambda it: it.integer("a"),
        lambda it: it.number("a"),
        lambda it: it.flag("a", default=True),
        lambda it: it.moment("a"),
        lambda it: it.within("a"),
        lambda it: it.word("a", ("b",)),
        lambda it: it.names("a"),
        lambda it: it.text("missing"),
        lambda it: it.integer("missing"),
    ],
)
def test_another_type_is_refused(read) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ConfigurationError):
        read(fields(a="words"))
    with pytest.raises(ConfigurationError):
        read(fields(a=None))


def test_a_moment_is_of_the_timezone_of_the_site_unless_it_says_another() -> None:
    assert (
        read_moment("2027-01-18 23:59", MADRID) == read_moment("2027-01-18T22:59+00:00", MADRID) == 1800313140
    )
    for wrong in ("2027-01-18", "soon: today", "1960-01-01 10:00", "2027-02-30 10:00"):
        assert read_moment(wrong, MADRID) is None
