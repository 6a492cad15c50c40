"""``connection.yaml``: a connected system, what it declares as a corpus, and how often it is read.

Unknown keys are refused with their line and the nearest known one, in every part. The file holds no secret: it
names files that do. Times that cannot keep the promised revocation lag are refused here, not found out later.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from fidedigno.connected.kinds import Kind, kind_named
from fidedigno.connected.options import Given, fields_of, open_connector, read_options
from fidedigno.connected.part import HINT, Part
from fidedigno.errors import ConfigurationError
from fidedigno.ingest.declaration import CorpusDeclaration, parse_declaration, read_mapping

if TYPE_CHECKING:
    from fidedigno.sources.connector import Connector

MAX_BYTES = 65_536
KEYS = (
    "kind",
    "options",
    "corpus",
    "rights_every",
    "contents_every",
    "people_from",
    "webhook_secret_file",
    "webhook_url",
)
PEOPLE_EVERY = timedelta(minutes=15)
"""How often people are read where there is no corpus, and so no lag to go by."""
CONTENTS_EVERY = timedelta(hours=1)
_SITE = re.compile(r"[a-z0-9_-]{1,40}")
_OWN_PLACE = re.compile(r"^corpus\.yaml(?:, line \d+)?: ")
_NAMED_KEY = re.compile(r"^(?:unknown key '([^']+)'|([a-z_]+): )|declare '([a-z]+)'")


@dataclass(frozen=True, slots=True)
class Connection:
    """A declared system.

    ``name`` is that of its corpus and of its file. ``declared`` is the corpus as declared, ``corpus`` the same
    whole and checked; both are empty for a system that gives people alone. ``rights_every`` and
    ``contents_every`` are the times between two readings. ``people_from`` are connections whose groups the access
    lists name: the rights rest on their readings too.
    """

    name: str
    source: str
    given: Given
    rights_every: timedelta
    contents_every: timedelta
    declared: Mapping[str, object] = field(default_factory=dict)
    corpus: CorpusDeclaration | None = None
    people_from: tuple[str, ...] = ()
    webhook_secret_file: Path | None = None
    webhook_url: str = ""
    defaults: Mapping[str, object] = field(default_factory=dict)

    @property
    def kind(self) -> Kind:
        """What is known of systems of its kind."""
        return kind_named(self.given.kind)

    @property
    def revocation_lag(self) -> timedelta | None:
        """How long a withdrawn right may still count, where there is a corpus."""
        return None if self.corpus is None else self.corpus.corpus.revocation_lag

    def open(self) -> Connector:
        """The connector; nothing is asked of the system yet.

        Raises:
            ConfigurationError: if an option cannot be used, or the file of a secret is not as it should be.
        """
        return open_connector(self.given, self.defaults)

    def as_dict(self) -> dict[str, Any]:
        """For ``--json``: no option is shown, for it may name people."""
        return {
            "name": self.name,
            "kind": self.given.kind,
            "source": self.source,
            "corpus": self.name if self.corpus else None,
            "group_expansion": self.kind.group_expansion.value,
            "revocation_lag": str(self.revocation_lag) if self.corpus else None,
            "rights_every": str(self.rights_every),
            "contents_every": str(self.contents_every) if self.corpus else None,
            "people_from": list(self.people_from),
            "webhook": self.webhook_secret_file is not None,
        }


def load_connection(path: Path) -> Connection:
    """Read a ``connection.yaml``; the files that it names are relative to it.

    Raises:
        ConfigurationError: if it is not valid; says the file, the line and the key.
    """
    return parse_connection(read_text(path), where=str(path), folder=path.resolve().parent)


def read_text(path: Path) -> str:
    """The text of a declaration.

    Raises:
        ConfigurationError: if it cannot be read, is too long, or no UTF-8 text.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        text = content.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise ConfigurationError(f"{path}: it cannot be read: {why}", "Check the path.") from None
    if len(content) > MAX_BYTES:
        raise ConfigurationError(f"{path}: it is longer than {MAX_BYTES:,} bytes", "Name fewer things.")
    return text


def parse_connection(text: str, *, where: str, folder: Path) -> Connection:
    """Read a declaration from its text; ``where`` is named in messages, paths are relative to ``folder``.

    No file of a secret is opened: :meth:`Connection.open` does.

    Raises:
        ConfigurationError: if it is not valid.
    """
    said, lines = read_mapping(text, where=where)
    for key in said:
        if key not in KEYS:
            near = get_close_matches(key, KEYS, n=1, cutoff=0.5)
            hint = f"Did you mean {near[0]!r}?" if near else "The known keys are: " + ", ".join(KEYS) + "."
            raise ConfigurationError(f"{where}, line {lines[key,]}: unknown key {key[:80]!r}", hint)
    part = Part(said, lines, where)
    if "kind" not in said:
        raise ConfigurationError(f"{where}: not declared: kind", HINT)
    kind = part.within("kind", lambda: kind_named(said["kind"]))
    options = part.mapping("options")
    inner = {path[1:]: line for path, line in lines.items() if path[:1] == ("options",) and len(path) > 1}
    given = Given(str(said["kind"]), options, folder, inner, where)
    values = read_options(given, secrets=False)
    source = f"{given.kind}:{_site(part, kind, values)}"
    declared, corpus = _corpus(part, kind, source)
    lag = corpus.corpus.revocation_lag if corpus else None
    rights = part.period("rights_every") or (lag / 4 if lag else PEOPLE_EVERY)
    contents = part.period("contents_every") or max(CONTENTS_EVERY, rights)
    part.check_cadence(rights, contents, lag)
    defaults = _sweep(part, kind, values, rights, lag)
    return Connection(
        source.replace(":", "-"), source, given, rights, contents, declared, corpus,
        part.names("people_from", corpus), part.path("webhook_secret_file", folder),
        part.address("webhook_url"), defaults,
    )  # fmt: skip


def _corpus(part: Part, kind: Kind, source: str) -> tuple[dict[str, object], CorpusDeclaration | None]:
    """What is declared of the corpus, and the same whole."""
    from fidedigno.connector_sync import declaration_of

    if not kind.has_documents:
        if "corpus" in part.said:
            raise part.wrong("corpus", "this kind of system gives people alone", "Leave corpus out.")
        return {}, None
    declared = part.mapping("corpus")
    try:
        whole = declaration_of(source, declared)
        return declared, parse_declaration(dump(whole))
    except ConfigurationError as error:
        problem = _OWN_PLACE.sub("", error.message)
        named = _NAMED_KEY.search(problem)
        key = next((each for each in named.groups() if each), "") if named else ""
        raise part.wrong("corpus", f"corpus: {problem}", error.hint, key) from None


def _sweep(
    part: Part, kind: Kind, values: Mapping[str, Any], rights: timedelta, lag: timedelta | None
) -> dict[str, object]:
    """How often a system reads what leaves no mark, where nothing was written of it: half of the lag at most.

    Raises:
        ConfigurationError: if what was written cannot keep the lag.
    """
    if not kind.sweep or lag is None:
        return {}
    field = next(each for each in fields_of(kind).values() if each.name == kind.sweep)
    if kind.sweep not in values:
        default = field.default
        return {kind.sweep: min(default, lag / 2) if isinstance(default, timedelta) else lag / 2}
    if values[kind.sweep] + rights > lag:
        raise part.wrong(
            "options",
            f"{field.key} ({values[kind.sweep]}) and rights_every ({rights}) are longer than revocation_lag ({lag})",
            f"A right that leaves no mark would count too long: leave {field.key} out, or write half of the lag.",
            field.key,
        )
    return {}


def _site(part: Part, kind: Kind, values: Mapping[str, Any]) -> str:
    """The name that the options give to the system; it becomes part of the names of files."""
    if "declaration" in values:
        return str(values["declaration"].name)
    name = str(values.get("name", fields_of(kind)["name"].default))
    if not _SITE.fullmatch(name):
        hint = "Use up to 40 small letters, digits, hyphens and underscores."
        raise part.wrong("options", "name: it is not usable", hint, "name")
    return name


def dump(said: Mapping[str, object]) -> str:
    """A mapping as YAML, in its own order."""
    return yaml.safe_dump(dict(said), allow_unicode=True, sort_keys=False, width=1000)
