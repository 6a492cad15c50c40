"""The pages on packs, places, Moodle and records are held to the loaders and to what is really printed."""

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from rich.console import Console

from fidedigno import evaluate
from fidedigno.cli import run, show
from fidedigno.gather import moodle_connection
from fidedigno.model import Decision, DiscardReason, EvidenceKind, FactKind, FactStatus, Route, Support
from fidedigno.plan.declared import load_places
from fidedigno.plan.load import load_pack, shipped_pack
from fidedigno.plan.sections import Section
from fidedigno.trace.format import trace_as_dict
from fidedigno.trace.record import Trace

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
CLUB = ROOT / "examples" / "packs" / "club"
PACK_PAGES = ("packs.md", "es/paquetes.md")
MOODLE_PAGES = ("moodle.md", "es/moodle.md")
ANSWER_PAGES = ("governed-answers.md", "es/respuestas-gobernadas.md")
SHOWN = re.compile(r"^```yaml title=\"club/([\w/.-]+)\"\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TERMINAL = re.compile(r"^```\{\.console \.run\}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LEFT_OUT = "# …"


def read(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


@pytest.fixture
def taken_keys(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The keys that the loaders of packs and places take, as they ask for them."""
    known: set[str] = set()
    only = Section.only

    def recording(self: Section, taken: tuple[str, ...], required: tuple[str, ...] = ()) -> None:
        known.update(taken)
        only(self, taken, required)

    monkeypatch.setattr(Section, "only", recording)
    shipped_pack("lms")
    load_places(ROOT / "examples" / "pilot" / "places.yaml")
    return known


@pytest.mark.parametrize("page", PACK_PAGES)
def test_every_key_of_packs_and_places_has_its_row(page: str, taken_keys: set[str]) -> None:
    rows = set(re.findall(r"^\| `([\w-]+)`", read(page), re.MULTILINE))
    assert {"ladder", "window", "closes", "absent", "cues", "members", "moodle"} <= taken_keys
    assert taken_keys - {"es", "en"} <= rows


@pytest.mark.parametrize("page", PACK_PAGES)
@pytest.mark.parametrize("word", [*Route, *FactKind, *EvidenceKind, "critical", "optional", "background"])
def test_every_word_of_a_closed_list_is_on_the_page_of_packs(page: str, word: str) -> None:
    assert f"`{word}`" in read(page)


@pytest.mark.parametrize("page", MOODLE_PAGES)
@pytest.mark.parametrize("key", moodle_connection._KEYS)
def test_every_key_of_a_connection_has_its_row(page: str, key: str) -> None:
    assert f"| `{key}` |" in read(page)


@pytest.mark.parametrize("page", ANSWER_PAGES)
@pytest.mark.parametrize("word", [*FactStatus, *DiscardReason, *Support])
def test_every_status_reason_and_verdict_is_described(page: str, word: str) -> None:
    assert f"`{word}`" in read(page)


def test_every_field_of_a_record_is_described(answered: Trace) -> None:
    page = read("traces.md")
    missing = [key for key in trace_as_dict(answered) if f"`{key}`" not in page]
    assert not missing


@pytest.fixture
def answered() -> Trace:
    """A record of the least that can be recorded; every key is there all the same."""
    return Trace("0" * 16, "default", "", 0, datetime.now(UTC), "en", Decision.ABSTAIN)


@pytest.mark.parametrize("kind", [*evaluate.FailureKind, *evaluate.Stage])
def test_every_kind_and_stage_of_a_failure_is_described(kind: str) -> None:
    assert f"`{kind}`" in read("traces.md")


@pytest.mark.parametrize("page", PACK_PAGES)
def test_the_files_that_are_shown_are_those_of_the_example(page: str) -> None:
    shown = SHOWN.findall(read(page))
    assert {"pack.yaml", "facts.yaml", "slots.yaml", "places.yaml"} <= {file for file, _ in shown}
    for file, block in shown:
        written, at = (CLUB / file).read_text(encoding="utf-8"), 0
        for part in re.split(rf"^ *{LEFT_OUT}$\n", block, flags=re.MULTILINE):
            assert part in written[at:], f"{file} is not as shown"
            at = written.index(part, at) + len(part)


def test_the_pack_of_the_example_is_sound() -> None:
    club = load_pack(CLUB)
    assert set(club.classes) == {path.stem for path in (CLUB / "classes").glob("*.yaml")}
    assert {each.authorities for each in club.facts.values()} <= {(), ("board",), ("board", "coach")}


@pytest.mark.parametrize("page", [*PACK_PAGES, *ANSWER_PAGES])
def test_the_terminal_shows_what_is_really_printed(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(CLUB, tmp_path / "club")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FIDEDIGNO_PACK", raising=False)
    monkeypatch.setattr(show, "console", Console(highlight=False, width=200))
    steps = list(_steps(read(page)))
    assert sum(command.startswith("fidedigno ask") for command, _ in steps) >= 4
    for command, expected in steps:
        printed = _execute(command, monkeypatch, capsys)
        assert re.fullmatch(_pattern(expected), " ".join(printed.split())), f"{command}\n{printed}"


def _steps(text: str) -> Iterator[tuple[str, str]]:
    """The commands of a page with what it says that they print."""
    for block in TERMINAL.findall(text):
        for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = step.partition("\n")
            yield command, expected


def _pattern(expected: str) -> str:
    """What may be printed: the same words; ``…`` stands for anything, and every answer has its own id."""
    words = re.escape(" ".join(expected.split())).replace("…", ".*")
    return re.sub(r"fidedigno\\ why\\ [0-9a-f]{16}", r"fidedigno\\ why\\ [0-9a-f]{16}", words)


def _execute(command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    program, *arguments = shlex.split(command)
    if program == "export":
        name, _, value = arguments[0].partition("=")
        monkeypatch.setenv(name, value)
        return ""
    if program != "fidedigno":
        subprocess.run([program, *arguments], check=True, env={**os.environ, "LC_ALL": "C.UTF-8"})
        return ""
    run(arguments)
    out, err = capsys.readouterr()
    return out + err
