import pytest

from fidedigno.sources.declared.paths import MISSING, id_of, steps_of, value_at

ANSWER = {"a": {"b": [{"c": 1}, None], "x/y": 2, "": 3, "t~": 4}, "n": None, "k.l": 5}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("a.b.0.c", 1),
        ("/a/b/0/c", 1),
        ("/a/x~1y", 2),
        ("/a/t~0", 4),
        ("/k.l", 5),
        ("n", None),
        ("a.b.1", None),
        ("a.b.2", MISSING),
        ("a.b.-1", MISSING),
        ("a.b.²", MISSING),
        ("a.missing", MISSING),
        ("n.b", MISSING),
        ("k.l", MISSING),
        ("a.__class__", MISSING),
        ("a.b.999999999999999999999", MISSING),
    ],
)
def test_a_value_is_found_or_missing_and_null_is_neither(path: str, value: object) -> None:
    assert value_at(ANSWER, path) is value or value_at(ANSWER, path) == value


@pytest.mark.parametrize(
    "path", ["", "/", "a..b", "a.", ".a", "/a//b", "/a/~2", ".".join("a" * 21), "a" * 501]
)
def test_a_path_that_names_nothing_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match=r"^a (pointer|path) "):
        steps_of(path)


def test_ids_are_texts_and_whole_numbers() -> None:
    assert [id_of(each) for each in ("a", 5, 0, -3)] == ["a", "5", "0", "-3"]
    hostile: tuple[object, ...] = ("", "a\ud800", True, False, 1.0, None, [], {}, 10**30, "x" * 10_001)
    assert [id_of(each) for each in hostile] == [None] * len(hostile)
