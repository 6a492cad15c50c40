"""The documentation is held to the code: what exists is described, what is described exists."""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from typer.core import TyperCommand, TyperGroup, TyperOption
from typer.main import get_command

import fidedigno
from fidedigno import errors
from fidedigno.cli import app
from fidedigno.config import Settings
from fidedigno.connected import alerts
from fidedigno.ingest import declaration
from fidedigno.ingest.overrides import KNOWN_KEYS as DOCUMENT_KEYS
from fidedigno.model import Audience, Decision, Sensitivity
from fidedigno.sources import connector
from fidedigno.sources.moodle import errors as moodle_errors
from fidedigno.verify import blocked
from fidedigno.verify.entailment import protocol as entailment_protocol

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
CORPUS_KEYS = tuple(declaration._CorpusFile.model_fields)
READMES = (ROOT / "README.md", ROOT / "README.es.md")


def pages() -> list[Path]:
    return sorted(path for path in DOCS.rglob("*.md") if "adr" not in path.parts)


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def read(*parts: str) -> str:
    return DOCS.joinpath(*parts).read_text(encoding="utf-8")


def blocks(path: Path, language: str) -> Iterator[str]:
    """The fenced code blocks of a page in one language."""
    fence = re.compile(rf"^```{re.escape(language)}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    yield from fence.findall(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def command_line() -> TyperGroup:
    """The commands as Typer sees them."""
    command = get_command(app)
    assert isinstance(command, TyperGroup)
    return command


def walk(
    command: TyperGroup | TyperCommand, path: str = "fidedigno"
) -> Iterator[tuple[str, TyperGroup | TyperCommand]]:
    """Every command with the words that call it."""
    yield path, command
    if isinstance(command, TyperGroup):
        for word, child in sorted(command.commands.items()):
            yield from walk(child, f"{path} {word}")


def known_errors() -> list[type[errors.FidedignoError]]:
    members = (
        each
        for room in (errors, moodle_errors, connector, alerts, blocked, entailment_protocol)
        for _, each in inspect.getmembers(room, inspect.isclass)
    )
    return [each for each in dict.fromkeys(members) if issubclass(each, errors.FidedignoError)]


@pytest.mark.parametrize("page", ["corpora-and-permissions.md", "es/corpus-y-permisos.md"])
@pytest.mark.parametrize("key", CORPUS_KEYS)
def test_every_key_of_a_declaration_is_described(page: str, key: str) -> None:
    assert f"| `{key}` |" in read(page)


@pytest.mark.parametrize("page", ["corpora-and-permissions.md", "es/corpus-y-permisos.md"])
@pytest.mark.parametrize("key", DOCUMENT_KEYS)
def test_every_key_of_a_document_is_described(page: str, key: str) -> None:
    assert f"`{key}`" in read(page)


@pytest.mark.parametrize("value", [*Audience, *(each.name.lower() for each in Sensitivity)])
def test_every_audience_and_sensitivity_is_described(value: str) -> None:
    assert f"`{value}`" in read("corpora-and-permissions.md")


@pytest.mark.parametrize("public", fidedigno.__all__)
def test_every_public_name_is_described(public: str) -> None:
    assert f"`{public}`" in read("python-api.md").partition("## Names")[2].partition("\n## ")[0]


@pytest.mark.parametrize("setting", list(Settings.model_fields))
def test_every_setting_is_described_with_its_default(setting: str) -> None:
    default = Settings.model_fields[setting].default
    row = re.search(rf"^\| `{setting}` \| `?([^`|]+?)`? \|", read("settings.md"), re.MULTILINE)
    assert row is not None
    assert row[1] == (f"{default:g}" if isinstance(default, float) else str(default) or "empty")


@pytest.mark.parametrize("decision", list(Decision))
def test_every_decision_is_described(decision: Decision) -> None:
    assert f"`{decision.value}`" in read("asking-and-searching.md")


@pytest.mark.parametrize("error", known_errors(), ids=lambda error: error.__name__)
def test_every_error_has_its_heading_with_its_exit_code(error: type[errors.FidedignoError]) -> None:
    heading = f"## {error.code} · {error.__name__}\n"
    page = read("errors.md")
    assert heading in page
    section = page.partition(heading)[2].partition("\n## ")[0]
    assert f"Exit code: {error.exit_code}" in section


def test_no_error_is_described_that_does_not_exist() -> None:
    described = set(re.findall(r"\bFID\d{3}\b", read("errors.md")))
    assert described == {error.code for error in known_errors()}


def test_every_command_has_its_heading(command_line: TyperGroup) -> None:
    page = read("cli.md")
    missing = [path for path, _ in walk(command_line) if path != "fidedigno" and f"`{path}`\n" not in page]
    assert not missing


def test_every_option_is_described(command_line: TyperGroup) -> None:
    page = read("cli.md")
    options = {
        option
        for _, command in walk(command_line)
        for parameter in command.params
        if isinstance(parameter, TyperOption) and not parameter.hidden
        for option in parameter.opts
        if option.startswith("--")
    }
    assert not [option for option in sorted(options) if f"`{option}" not in page]


def test_no_command_is_described_that_does_not_exist(command_line: TyperGroup) -> None:
    described = set(re.findall(r"^#+ `(fidedigno[a-z ]*)`$", read("cli.md"), re.MULTILINE))
    assert described <= {path for path, _ in walk(command_line)}


@pytest.mark.parametrize("readme", READMES, ids=name)
def test_the_readme_calls_only_commands_that_exist(readme: Path, command_line: TyperGroup) -> None:
    text = readme.read_text(encoding="utf-8")
    called = set(re.findall(r"^(?:\$ )?fidedigno (?:--\S+ )*([a-z]+)", text, re.MULTILINE))
    assert called
    assert called <= set(command_line.commands)


@pytest.mark.parametrize("readme", [*READMES, ROOT / "CONTRIBUTING.md"], ids=name)
def test_the_make_targets_that_are_named_exist(readme: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    called = set(re.findall(r"\bmake ([a-z]+)\b", "\n".join(_code(readme))))
    assert called
    assert called <= targets


def _code(path: Path) -> list[str]:
    """Everything that a page sets as code, in blocks and in lines."""
    return re.findall(r"```.*?```|`[^`\n]+`", path.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("page", pages(), ids=name)
def test_a_page_begins_with_what_the_reader_can_do_after_it(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    opening = "**Después de esta página**" if page.parent.name == "es" else "**After this page**"
    title, _, rest = text.partition("\n")
    assert title.startswith("# ")
    assert rest.lstrip().startswith(opening)


def test_the_site_lists_every_page_and_only_those() -> None:
    listed: set[str] = set()

    def collect(entry: object) -> None:
        if isinstance(entry, str):
            listed.add(entry)
        for child in entry.values() if isinstance(entry, dict) else entry if isinstance(entry, list) else ():
            collect(child)

    collect(yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"])
    assert listed == {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}


def test_every_declaration_that_is_shown_is_valid() -> None:
    shown = [
        (name(page), block)
        for page in (*pages(), *READMES)
        for block in blocks(page, "yaml")
        if isinstance(loaded := yaml.safe_load(block), dict) and "audience" in loaded
    ]
    assert len(shown) >= 4
    for page, block in shown:
        declaration.parse_declaration(block, where=page)


@pytest.mark.parametrize("page", [page for page in pages() if any(blocks(page, "{.python .run}"))], ids=name)
def test_the_python_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "campus").symlink_to(ROOT / "examples" / "campus")
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": "docs"}
    for number, block in enumerate(blocks(page, "{.python .run}"), start=1):
        exec(compile(block, f"{name(page)}[{number}]", "exec"), namespace)  # noqa: S102


def test_the_tests_that_the_security_model_names_exist() -> None:
    named = set(re.findall(r"`(tests/[\w/]+\.py)`", read("security.md")))
    assert len(named) > 20
    assert not [each for each in named if not (ROOT / each).is_file()]
