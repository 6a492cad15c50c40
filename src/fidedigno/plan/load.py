"""Packs from their folders, checked whole before anything is made of them.

A folder holds ``pack.yaml`` (name, version, ladder), ``facts.yaml``, ``slots.yaml`` and one file a class in
``classes/``, named after it. A misspelt name is refused with its file, line and the nearest known name:
a fact that silently never matched would turn every answer into an abstention, or worse, drop a condition.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib.resources import as_file, files
from pathlib import Path
from types import MappingProxyType

from fidedigno.errors import ConfigurationError
from fidedigno.ingest.strict_yaml import YamlProblemError, read_yaml
from fidedigno.model import Route
from fidedigno.plan.load_class import read_class, refuse_repeated_examples
from fidedigno.plan.load_fact import read_fact
from fidedigno.plan.names import is_name
from fidedigno.plan.pack import FactDefinition, Pack, QuestionClass, SlotChoice, SlotDefinition
from fidedigno.plan.sections import Problems, Section

MAX_CLASSES = 100
MAX_FILE_BYTES = 262_144


def shipped_pack(name: str) -> Pack:
    """The pack of that name that comes with Fidedigno.

    Raises:
        ConfigurationError: if there is none, or it was damaged.
    """
    shipped = files("fidedigno").joinpath("packs")
    known = sorted(each.name for each in shipped.iterdir() if each.joinpath("pack.yaml").is_file())
    if name not in known:
        raise ConfigurationError(f"unknown pack {name!r}", f"one of: {', '.join(known)}")
    with as_file(shipped.joinpath(name)) as folder:
        return load_pack(folder)


def fitted_folder(name: str) -> Path | None:
    """Where a shipped pack keeps its fitted classifier; ``None`` where it has none on disk."""
    folder = Path(str(files("fidedigno").joinpath("packs", name, "fitted")))
    return folder if folder.is_dir() else None


def load_pack(folder: Path) -> Pack:
    """Read and check a pack.

    Raises:
        ConfigurationError: with every problem found, each with file, line and, for a misspelt name, the
            nearest known one.
    """
    problems = Problems()
    contents = _read_files(folder, problems)
    problems.raise_if_any()
    sections = {
        file: section for file, text in contents.items() if (section := _section(file, text, problems))
    }
    problems.raise_if_any()
    head = sections.pop("pack.yaml")
    head.only(("name", "version", "ladder"), ("name", "version", "ladder"))
    ladder = head.words("ladder")
    if head.has("ladder") and not ladder:
        head.problem("the ladder needs at least one authority", key="ladder")
    name = head.word("name")
    if name and not is_name(name):
        head.problem(f"name {name!r}: lower-case words joined by - or _", key="name")
    facts = _read_facts(sections.pop("facts.yaml"), ladder)
    slots = _read_slots(sections.pop("slots.yaml"))
    classes = _read_classes(sections, facts, slots, problems)
    problems.raise_if_any()
    return Pack(
        name=name,
        version=head.word("version"),
        digest=_digest(contents),
        ladder=ladder,
        facts=MappingProxyType(facts),
        slots=MappingProxyType(slots),
        classes=MappingProxyType(classes),
    )


def _read_files(folder: Path, problems: Problems) -> dict[str, str]:
    """The text of each file by its path in the folder, in a fixed order."""
    if not folder.is_dir():
        raise ConfigurationError(f"there is no pack in {folder}", "give the folder that holds pack.yaml")
    classes = sorted(folder.glob("classes/*.yaml"))
    if not classes:
        problems.add("classes", 1, "there is no class", "write one file a class: classes/NAME.yaml")
    if len(classes) > MAX_CLASSES:
        problems.add("classes", 1, f"more than {MAX_CLASSES} classes")
        return {}
    contents: dict[str, str] = {}
    for path in (folder / "pack.yaml", folder / "facts.yaml", folder / "slots.yaml", *classes):
        file = path.relative_to(folder).as_posix()
        try:
            if path.stat().st_size > MAX_FILE_BYTES:
                problems.add(file, 1, "the file is too large for a pack")
                continue
            contents[file] = path.read_text(encoding="utf-8-sig")
        except FileNotFoundError:
            problems.add(file, 1, "the file is missing")
        except (OSError, UnicodeDecodeError):
            problems.add(file, 1, "the file cannot be read as UTF-8 text")
    return contents


def _section(file: str, text: str, problems: Problems) -> Section | None:
    try:
        yaml = read_yaml(text)
    except YamlProblemError as error:
        problems.add(file, error.line, error.problem)
        return None
    return Section(file, yaml, problems, text=text)


def _read_facts(section: Section, ladder: tuple[str, ...]) -> dict[str, FactDefinition]:
    if not section.names():
        section.problem("there is no fact")
    return {name: read_fact(name, each, ladder) for name, each in section.sections()}


def _read_slots(section: Section) -> dict[str, SlotDefinition]:
    slots = {}
    for name, each in section.sections():
        if not is_name(name):
            each.problem(f"slot {name!r}: lower-case words joined by - or _")
        each.only(("label", "question", "choices"), ("label", "question"))
        choices = _read_choices(each.section("choices")) if each.has("choices") else {}
        slots[name] = SlotDefinition(
            name, each.texts("label"), each.texts("question"), MappingProxyType(choices)
        )
    return slots


def _read_choices(section: Section) -> dict[str, SlotChoice]:
    choices = {}
    for value, each in section.sections():
        if not is_name(value):
            each.problem(f"choice {value!r}: lower-case words joined by - or _")
        each.only(("label", "cues"), ("label", "cues"))
        choices[value] = SlotChoice(each.texts("label"), each.lists("cues"))
    return choices


def _read_classes(
    sections: Mapping[str, Section],
    facts: Mapping[str, FactDefinition],
    slots: Mapping[str, SlotDefinition],
    problems: Problems,
) -> dict[str, QuestionClass]:
    classes = {}
    for file, section in sections.items():
        name = Path(file).stem
        if not is_name(name):
            section.problem(f"class {name!r}: name the file with lower-case words joined by - or _")
        classes[name] = read_class(name, section, tuple(facts), tuple(slots))
    refuse_repeated_examples({Path(file).stem: each for file, each in sections.items()}, classes)
    if len(classes) == 1 or all(each.route is Route.OUT_OF_SCOPE for each in classes.values()):
        problems.add("classes", 1, "a pack needs at least two classes, one of them answered")
    return classes


def _digest(contents: Mapping[str, str]) -> str:
    digest = hashlib.sha256()
    for file, text in sorted(contents.items()):
        for part in (file, text):
            encoded = part.encode()
            digest.update(len(encoded).to_bytes(8, "big") + encoded)
    return digest.hexdigest()
