"""Every benchmark that ``make bench`` runs can at least be begun: none names what has moved or gone."""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks.__main__ import NAMES

MODULES = sorted(path.stem for path in (Path(__file__).parents[1] / "benchmarks").glob("[a-z]*.py"))
FITTING = {"class_model", "classifier", "classifier_fit"}
"""Modules that fit a model, with the extra ``bench``."""


@pytest.mark.parametrize("name", MODULES)
def test_it_can_be_imported(name: str) -> None:
    if name in FITTING and find_spec("scipy") is None:
        pytest.skip("needs the extra 'bench' (scipy), which is not installed")
    import_module(f"benchmarks.{name}")


@pytest.mark.parametrize("name", NAMES)
def test_what_is_run_by_name_has_a_beginning(name: str) -> None:
    assert name in MODULES
