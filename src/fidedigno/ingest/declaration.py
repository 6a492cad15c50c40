"""``corpus.yaml``: what the owner of a folder declares about its documents.

Unknown keys are refused with their line and the nearest known key: a misspelt ``acl`` must not pass as
an absent one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, field_validator

from fidedigno.errors import ConfigurationError
from fidedigno.ingest.access_grammar import parse_access_list
from fidedigno.ingest.freshness import FreshnessRule, SourceKind
from fidedigno.ingest.labels import LabelRules
from fidedigno.ingest.periods import parse_date, parse_period
from fidedigno.ingest.strict_yaml import YamlProblemError, read_yaml
from fidedigno.model import AccessList, AccessPattern, Audience, Corpus, Sensitivity, WhenStale
from fidedigno.sources.sharing import LinkShared, Sharing

FILE_NAME = "corpus.yaml"
MAX_BYTES = 65_536
_TEMPLATE_HINT = (
    "A corpus declares at least: name, owner, audience, sensitivity, revocation_lag (e.g. 4h), "
    "freshness (e.g. 365d), ai_allowed, and acl."
)

Words = Annotated[str, Field(min_length=1, max_length=500)]
Period = Annotated[timedelta, BeforeValidator(lambda value: parse_period(str(value)))]
Acl = Annotated[AccessList, BeforeValidator(parse_access_list)]
Label = Annotated[Sensitivity, BeforeValidator(lambda value: Sensitivity.parse(str(value)))]
Language = Annotated[str, Field(pattern="^(es|en)$")]


def _as_list(value: object) -> object:
    return [value] if isinstance(value, str) else value


Globs = Annotated[tuple[Words, ...], BeforeValidator(_as_list)]
FactNames = Annotated[
    tuple[Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,59}$")], ...], BeforeValidator(_as_list)
]
Scope = Annotated[
    dict[
        Annotated[str, Field(pattern=r"^[a-z][a-z_]{0,39}$")],
        Annotated[str, Field(min_length=1, max_length=200)],
    ],
    Field(max_length=20),
]
"""Whom or what documents concern: the name of a slot and its value (``course: bd``, ``group: B``)."""

LabelSensitivity = Annotated[dict[Words, Label], Field(max_length=200)]


class _FreshnessRule(BaseModel):
    """One entry of ``freshness_rules``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    match: Annotated[Globs, Field(min_length=1)]
    kind: SourceKind = SourceKind.OTHER
    every: Period | None = None
    last_change: Words | None = None
    owner: Words | None = None

    def rule(self, timezone: str) -> FreshnessRule:
        """As ingestion applies it.

        Raises:
            ValueError: if the kind asks for more, or the date is none.
        """
        change = parse_date(self.last_change, timezone) if self.last_change else None
        return FreshnessRule(self.match, self.kind, self.every, change, self.owner)


class _CorpusFile(BaseModel):
    """The keys of ``corpus.yaml``."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)

    name: Words
    owner: Words
    audience: Audience
    sensitivity: Label
    revocation_lag: Period
    freshness: Period
    ai_allowed: bool
    acl: Acl | None = None
    authority: Words = "unspecified"
    language: Language | None = None
    timezone: Words | None = None
    access_pattern: AccessPattern | None = None
    when_stale: WhenStale = WhenStale.FLAG
    source: Words = "files"
    include: Globs = ()
    exclude: Globs = ()
    documents_may_widen: bool = False
    scope: Scope = Field(default_factory=dict)
    label_sensitivity: LabelSensitivity = Field(default_factory=dict)
    label_no_ai: Globs = ()
    label_personal_data: Globs = ()
    link_shared: LinkShared = LinkShared.NOBODY
    guests: bool = False
    freshness_rules: Annotated[tuple[_FreshnessRule, ...], Field(max_length=100)] = ()

    @field_validator("timezone")
    @classmethod
    def _known_timezone(cls, value: str | None) -> str | None:
        try:
            ZoneInfo(value or "UTC")
        except (KeyError, ValueError, OSError):
            raise ValueError(
                f"unknown timezone {value!r} (write an IANA name such as Europe/Madrid)"
            ) from None
        return value


@dataclass(frozen=True, slots=True)
class CorpusDeclaration:
    """A corpus, and how its folder is read.

    ``source`` names the system that the documents come from. ``documents_may_widen`` lets a document's
    own access list replace the default one; otherwise it can only narrow it. ``scope`` holds for every
    document that does not say otherwise. ``digest`` changes
    whenever anything declared changes.
    """

    corpus: Corpus
    source: str = "files"
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    documents_may_widen: bool = False
    digest: str = ""
    scope: Mapping[str, str] = field(default_factory=dict)
    labels: LabelRules = field(default_factory=LabelRules)
    freshness_rules: tuple[FreshnessRule, ...] = ()
    sharing: Sharing = Sharing()  # noqa: RUF009 - frozen

    @property
    def whole_digest(self) -> str:
        """Changes with anything declared, what is read and what is left out too: what an approval is for."""
        return hashlib.sha256(repr((self.digest, self.include, self.exclude)).encode()).hexdigest()


def load_declaration(path: Path) -> CorpusDeclaration:
    """Read the ``corpus.yaml`` at ``path``.

    Raises:
        ConfigurationError: if it cannot be read or is not valid; says the file, the line and the key.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        text = content.decode("utf-8-sig")
    except OSError as error:
        raise ConfigurationError(f"{path}: it cannot be read: {error.strerror}", _TEMPLATE_HINT) from None
    except UnicodeDecodeError:
        raise ConfigurationError(f"{path}: it is not UTF-8 text", "Save it as UTF-8.") from None
    return parse_declaration(text, where=str(path))


def parse_declaration(text: str, *, where: str = FILE_NAME) -> CorpusDeclaration:
    """Read a declaration from its text; ``where`` is named in messages.

    Raises:
        ConfigurationError: if it is not valid.
    """
    raw, lines = read_mapping(text, where=where)
    if "acl" in raw and raw["acl"] is None:
        # Somebody meant to say who may read and did not finish: not the same as leaving it open.
        raise ConfigurationError(
            f"{where}, line {lines['acl',]}: acl is empty", "Name who may read, or 'nobody'."
        )
    try:
        declared = _CorpusFile.model_validate(raw)
        corpus = Corpus(
            name=declared.name,
            owner=declared.owner,
            audience=declared.audience,
            sensitivity=declared.sensitivity,
            authority=declared.authority,
            revocation_lag=declared.revocation_lag,
            freshness=declared.freshness,
            default_acl=declared.acl,
            ai_allowed=declared.ai_allowed,
            language=declared.language,
            timezone=declared.timezone or "",
            source=declared.source,
            access_pattern=declared.access_pattern or _usual_pattern(declared.audience),
            when_stale=declared.when_stale,
        )
        freshness = tuple(each.rule(corpus.zone) for each in declared.freshness_rules)
    except ValidationError as error:
        raise explain_invalid(error, lines, tuple(_CorpusFile.model_fields), where=where) from None
    except ValueError as error:
        raise ConfigurationError(f"{where}: {error}", _TEMPLATE_HINT) from None
    digest = hashlib.sha256(declared.model_dump_json(exclude={"acl", "include", "exclude"}).encode())
    digest.update((declared.acl.digest if declared.acl else "no acl").encode())
    return CorpusDeclaration(
        corpus,
        declared.source,
        declared.include,
        declared.exclude,
        declared.documents_may_widen,
        digest.hexdigest(),
        declared.scope,
        LabelRules(declared.label_sensitivity, declared.label_no_ai, declared.label_personal_data),
        freshness,
        Sharing(declared.link_shared, declared.guests),
    )


def _usual_pattern(audience: Audience) -> AccessPattern:
    """What holds where nothing is declared: a restricted corpus has an index of its own."""
    restricted = audience is Audience.RESTRICTED
    return AccessPattern.SEPARATE_INDEX if restricted else AccessPattern.METADATA_FILTER


def read_mapping(text: str, *, where: str) -> tuple[dict[str, Any], Mapping[tuple[str, ...], int]]:
    """Read YAML that must be a mapping.

    Raises:
        ConfigurationError: if it is not.
    """
    try:
        parsed = read_yaml(text)
    except YamlProblemError as error:
        raise ConfigurationError(
            f"{where}, line {error.line}: {error.problem}", "Correct the YAML there."
        ) from None
    if not isinstance(parsed.data, dict):
        raise ConfigurationError(f"{where}, line 1: it must be a list of keys with values", _TEMPLATE_HINT)
    return parsed.data, parsed.lines


def explain_invalid(
    error: ValidationError, lines: Mapping[tuple[str, ...], int], known: tuple[str, ...], *, where: str
) -> ConfigurationError:
    """Turn the first complaint of pydantic into one that names the line and the nearest known key."""
    details = error.errors(include_url=False, include_context=False)
    missing = [str(each["loc"][0]) for each in details if each["type"] == "missing"]
    first = next((each for each in details if each["type"] != "missing"), details[0])
    key = str(first["loc"][0]) if first["loc"] else ""
    line = lines.get((key,), 1)
    if first["type"] == "extra_forbidden":
        near = get_close_matches(key, known, n=1, cutoff=0.5)
        hint = f"Did you mean {near[0]!r}?" if near else "The known keys are: " + ", ".join(known) + "."
        return ConfigurationError(f"{where}, line {line}: unknown key {key!r}", hint)
    if first["type"] == "missing":
        return ConfigurationError(f"{where}: not declared: {', '.join(missing)}", _TEMPLATE_HINT)
    problem = first["msg"].removeprefix("Value error, ")
    return ConfigurationError(f"{where}, line {line}: {key}: {problem}", "Correct the value of this key.")
