"""Every public fault has a test of its number and a row in the documentation, which says where it is tested."""

import ast
import importlib
import re
from functools import cache
from pathlib import Path

import pytest

from tests.public_faults.adapters import SYSTEMS

HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "docs" / "public-faults.md"
IDS = [f"T{number:02}" for number in range(1, 52)]


@cache
def by_number() -> dict[str, list[object]]:
    """The test functions by the number in their name."""
    found: dict[str, list[object]] = {}
    for path in sorted(HERE.glob("test_*.py")):
        module = importlib.import_module(f"tests.public_faults.{path.stem}")
        for node in ast.parse(path.read_text("utf-8")).body:
            match = isinstance(node, ast.FunctionDef) and re.match(r"test_(t\d\d)_", node.name)
            if isinstance(node, ast.FunctionDef) and match:
                found.setdefault(match[1].upper(), []).append(getattr(module, node.name))
    return found


def sources_of(identifier: str) -> list[str]:
    """The sources that the tests of a fault run on, in the order of the adapters."""
    named: set[str] = set()
    for test in by_number()[identifier]:
        for mark in getattr(test, "pytestmark", ()):
            if mark.name == "parametrize" and mark.args[0] == "world":
                named |= set(mark.args[1])
    return [title for title in SYSTEMS if title in named]


def rows() -> dict[str, list[str]]:
    """The cells of the page's tables by number."""
    lines = (line for line in PAGE.read_text("utf-8").splitlines() if re.match(r"\| T\d\d \|", line))
    return {
        cells[0]: cells[1:] for cells in ([each.strip() for each in line.split("|")[1:-1]] for line in lines)
    }


def test_the_numbers_of_tests_and_of_rows_are_those_of_the_list() -> None:
    assert sorted(by_number()) == IDS
    assert list(rows()) == IDS


@pytest.mark.parametrize("identifier", IDS)
def test_a_row_says_where_what_and_on_which_sources(identifier: str) -> None:
    where, holds, sources = rows()[identifier]
    assert where
    assert holds.endswith(".")
    said = [] if sources == "core" else [each.strip() for each in sources.split(",")]
    assert said == sources_of(identifier)


@pytest.mark.parametrize("identifier", IDS)
def test_a_test_of_a_fault_is_never_skipped_and_asserts_something(identifier: str) -> None:
    for test in by_number()[identifier]:
        marks = {mark.name for mark in getattr(test, "pytestmark", ())}
        assert not marks & {"skip", "skipif", "xfail"}
