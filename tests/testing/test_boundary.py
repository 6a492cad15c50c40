"""What the test systems promise about the rest of the package."""

import ast
from pathlib import Path

import fidedigno

ROOT = Path(fidedigno.__file__).parent


def imports_of(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


def test_nothing_outside_the_test_systems_imports_them() -> None:
    outside = [path for path in ROOT.rglob("*.py") if "testing" not in path.relative_to(ROOT).parts[:1]]
    assert outside
    assert not [path for path in outside if any("fidedigno.testing" in each for each in imports_of(path))]


def test_the_simulated_moodle_knows_no_connector() -> None:
    inside = list((ROOT / "testing").rglob("*.py"))
    assert inside
    assert not [path for path in inside if any(".sources" in each for each in imports_of(path))]
