"""Reading the mappings of a pack's files key by key, with every problem told by file, line and hint.

Problems are collected, not raised one by one: whoever writes a pack sees all of them at once. A value that
cannot be read is replaced by an empty one, which never leaves the loader because the problems are raised.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Any

from fidedigno.errors import ConfigurationError
from fidedigno.ingest.access_grammar import parse_access_list
from fidedigno.ingest.strict_yaml import MAX_CHARACTERS, YamlProblemError, YamlText, read_yaml
from fidedigno.model import NOBODY, AccessList
from fidedigno.plan.pack import LANGUAGES, Lists, Texts

MAX_SHOWN = 20
_TRUTH = {"true": True, "yes": True, "false": False, "no": False}
_HINT = "a pack's form is described in the documentation of packs"


@dataclass(slots=True)
class Problems:
    """What is wrong with a pack, in the order found."""

    found: list[str] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)

    def add(self, file: str, line: int, what: str, hint: str = "") -> None:
        """Note one problem; ``line`` counts from 1."""
        self.found.append(f"{file}:{line}: {what}" + (f" ({hint})" if hint else ""))
        if hint:
            self.hints.append(hint)

    def raise_if_any(self) -> None:
        """Raise :class:`ConfigurationError` with all of them, the first twenty in full."""
        if not self.found:
            return
        shown = self.found[:MAX_SHOWN]
        rest = len(self.found) - len(shown)
        more = f"\n... and {rest} more" if rest else ""
        raise ConfigurationError("\n".join(shown) + more, self.hints[0] if self.hints else _HINT)


def nearest(word: str, known: Sequence[str]) -> str:
    """A hint with the known name most like ``word``, or with all the names where none is near."""
    near = get_close_matches(word[:60], known, n=1, cutoff=0.6)
    if near:
        return f"did you mean {str(near[0])!r}?"
    return f"one of: {', '.join(known[:30])}" if known else ""


class Section:
    """A mapping of a file: takes what is expected from it, and notes what is missing, wrong or unknown."""

    def __init__(
        self, file: str, yaml: YamlText, problems: Problems, path: tuple[str, ...] = (), text: str = ""
    ) -> None:
        self.file = file
        self.problems = problems
        self._yaml = yaml
        self._path = path
        self._text = text
        data: Any = yaml.data
        for key in path:
            data = data[key]
        if not isinstance(data, dict):
            self.problem("expected keys with values here")
            data = {}
        self._data: dict[str, Any] = data

    def line(self, key: str | None = None) -> int:
        """The line of a key, or of the section itself."""
        path = self._path if key is None else (*self._path, key)
        return self._yaml.lines.get(path, self._yaml.lines.get(self._path, 1))

    def problem(self, what: str, *, key: str | None = None, hint: str = "", item: str | None = None) -> None:
        """Note a problem of the section, of a key, or of one item of the list under a key."""
        self.problems.add(self.file, self._item_line(key, item), what, hint)

    def _item_line(self, key: str | None, item: str | None) -> int:
        first = self.line(key)
        if item is None:
            return first
        lines = self._text.splitlines()[first - 1 :]
        return next((first + n for n, line in enumerate(lines) if item[:40] in line), first)

    def names(self) -> tuple[str, ...]:
        """Every key, in the order written."""
        return tuple(self._data)

    def has(self, key: str) -> bool:
        """Whether the key is there."""
        return key in self._data

    def only(self, known: Sequence[str], required: Sequence[str] = ()) -> None:
        """Note unknown and missing keys."""
        for key in self._data:
            if key not in known:
                self.problem(f"unknown key {key[:60]!r}", key=key, hint=nearest(key, known))
        for key in required:
            if key not in self._data:
                self.problem(f"{key!r} is missing")

    def section(self, key: str) -> Section:
        """The mapping under a key."""
        return Section(self.file, self._yaml, self.problems, (*self._path, key), self._text)

    def sections(self) -> Iterator[tuple[str, Section]]:
        """Every key with the mapping under it."""
        for key in self._data:
            yield key, self.section(key)

    def word(self, key: str) -> str:
        """A text that is not empty; empty where the key is absent, which :meth:`only` has noted."""
        if key not in self._data:
            return ""
        value = self._data[key]
        if not isinstance(value, str) or not value.strip():
            self.problem(f"{key!r} must be a text", key=key)
            return ""
        return value.strip()

    def access(self, key: str) -> AccessList:
        """An access list; nobody where it cannot be read."""
        try:
            return parse_access_list(self.raw(key))
        except ValueError as error:
            self.problem(f"{key}: {error}", key=key)
            return NOBODY

    def raw(self, key: str) -> object:
        """The value as it was parsed; ``None`` where the key is absent."""
        return self._data.get(key)

    def one_of(self, key: str, known: Sequence[str]) -> str:
        """A word of a closed list."""
        value = self.word(key)
        if value and value not in known:
            self.problem(f"{key}: unknown {value[:60]!r}", key=key, hint=nearest(value, known))
            return ""
        return value

    def truth(self, key: str, default: bool) -> bool:
        """``true`` or ``false``."""
        value = self.word(key) if key in self._data else ""
        if value and value not in _TRUTH:
            self.problem(f"{key!r} must be true or false", key=key)
        return _TRUTH.get(value, default)

    def whole(self, key: str, default: int, most: int) -> int:
        """A whole number from 0 to ``most``."""
        value = self.word(key) if key in self._data else ""
        if not value:
            return default
        if not (value.isascii() and value.isdecimal() and len(value) <= 9 and int(value) <= most):
            self.problem(f"{key!r} must be a whole number from 0 to {most}", key=key)
            return default
        return int(value)

    def words(self, key: str, known: Sequence[str] | None = None) -> tuple[str, ...]:
        """A list of distinct texts, each of a closed list where ``known`` is given."""
        if key not in self._data:
            return ()
        values = self._data[key]
        if not isinstance(values, list) or not all(isinstance(v, str) and v.strip() for v in values):
            self.problem(
                f"{key!r} must be a list of texts", key=key, hint="put one that holds ': ' in double quotes"
            )
            return ()
        kept: dict[str, None] = {}
        for value in values:
            if value in kept:
                self.problem(f"{key}: {value[:60]!r} is given twice", key=key, item=value)
            elif known is not None and value not in known:
                self.problem(
                    f"{key}: unknown {value[:60]!r}", key=key, item=value, hint=nearest(value, known)
                )
            else:
                kept[value] = None
        return tuple(kept)

    def texts(self, key: str) -> Texts:
        """A text in each language."""
        if key not in self._data:
            return MappingProxyType(dict.fromkeys(LANGUAGES, ""))
        inner = self.section(key)
        inner.only(LANGUAGES, LANGUAGES)
        return MappingProxyType({language: inner.word(language) for language in LANGUAGES})

    def lists(self, key: str) -> Lists:
        """A list of texts in each language; empty lists where the key is absent."""
        if key not in self._data:
            return MappingProxyType(dict.fromkeys(LANGUAGES, ()))
        inner = self.section(key)
        inner.only(LANGUAGES, LANGUAGES)
        return MappingProxyType({language: inner.words(language) for language in LANGUAGES})


def text_of(path: Path) -> str:
    """The text of a declared file.

    Raises:
        ConfigurationError: if it cannot be read, or is not UTF-8.
    """
    try:
        with path.open("rb") as file:
            content = file.read(4 * MAX_CHARACTERS)
    except OSError as error:
        raise ConfigurationError(f"{path}: it cannot be read: {error.strerror}", "Check the path.") from None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ConfigurationError(f"{path}: it is not UTF-8 text", "Save it as UTF-8.") from None


def top_section(text: str, where: str, problems: Problems) -> Section:
    """The whole of a declared file; what is wrong in it is noted in ``problems``.

    Raises:
        ConfigurationError: if it is not YAML.
    """
    try:
        return Section(where, read_yaml(text), problems, text=text)
    except YamlProblemError as error:
        problems.add(where, error.line, error.problem)
        problems.raise_if_any()
        raise AssertionError from error  # raise_if_any raised already
