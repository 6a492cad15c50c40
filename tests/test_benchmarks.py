"""Every benchmark that ``make bench`` runs can at least be begun: none names what has moved or gone."""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks.__main__ import NAMES

MODULES = sorted(path.stem for path in (Path(__file__).parents[1] / "benchmarks").glob("[a-z]*.py"))
NEEDED = {
    "class_model": "scipy", "classifier": "scipy", "classifier_fit": "scipy", "ocr": "rapidfuzz",
    "screenshots": "rapidfuzz",
}  # fmt: skip
"""What of the extra ``bench`` a module needs."""


@pytest.mark.parametrize("name", MODULES)
def test_it_can_be_imported(name: str) -> None:
    if name in NEEDED and find_spec(NEEDED[name]) is None:
        pytest.skip(f"needs the extra 'bench' ({NEEDED[name]}), which is not installed")
    import_module(f"benchmarks.{name}")


@pytest.mark.parametrize("name", NAMES)
def test_what_is_run_by_name_has_a_beginning(name: str) -> None:
    assert name in MODULES
