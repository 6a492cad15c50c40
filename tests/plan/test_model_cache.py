from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.plan.fitting import LinearModel, fit_examples
from fidedigno.plan.model_cache import cache_path, read_model, write_model

MODEL = fit_examples(
    ["one", "two", "three"], [0, 1, 1], np.eye(3, dtype=np.float32), vector_weight=1.0, penalty=0.1
)


def same(one: LinearModel, other: LinearModel) -> bool:
    return one.scale == other.scale and all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("centre", "vector_weights", "rarity", "wording_weights", "bias")
    )


def test_a_kept_model_comes_back_the_same(tmp_path: Path) -> None:
    path = cache_path(tmp_path / "new" / "folder", ["a"])
    write_model(path, MODEL)
    read = read_model(path, classes=2, dimensions=3)
    assert read is not None
    assert same(read, MODEL)
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_another_key_is_another_file(tmp_path: Path) -> None:
    keys = [["a", "b"], ["ab"], ["a", "b", ""], ["b", "a"]]
    assert len({cache_path(tmp_path, key) for key in keys}) == len(keys)


def test_an_absent_file_is_none(tmp_path: Path) -> None:
    assert read_model(tmp_path / "none.model", classes=2, dimensions=3) is None


@pytest.mark.parametrize(("classes", "dimensions"), [(3, 3), (2, 4), (2, 0)])
def test_a_model_of_another_shape_is_none(tmp_path: Path, classes: int, dimensions: int) -> None:
    write_model(tmp_path / "m.model", MODEL)
    assert read_model(tmp_path / "m.model", classes=classes, dimensions=dimensions) is None


@given(place=st.floats(0, 1), junk=st.binary(max_size=64), cut=st.booleans())
def test_a_damaged_file_is_none_or_the_same_model_never_an_error(
    tmp_path_factory: pytest.TempPathFactory, place: float, junk: bytes, cut: bool
) -> None:
    path = tmp_path_factory.mktemp("cache") / "m.model"
    write_model(path, MODEL)
    whole = path.read_bytes()
    start = int(place * len(whole))
    path.write_bytes(whole[:start] + junk + (b"" if cut else whole[start + len(junk) :]))
    read = read_model(path, classes=2, dimensions=3)
    assert read is None or same(read, MODEL)


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    write_model(tmp_path / "file" / "m.model", MODEL)
    assert (tmp_path / "file").read_text(encoding="utf-8") == "in the way"
