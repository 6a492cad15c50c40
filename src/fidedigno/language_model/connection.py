"""The setting ``language_model``: none, the small one that runs here, or what a ``language_model.yaml`` says."""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import yaml

from fidedigno.errors import ConfigurationError
from fidedigno.language_model.key_file import read_key
from fidedigno.language_model.task import LanguageModel

LOCAL = "local"
SECONDS = 5.0
MAX_SECONDS = 60.0
MAX_FILE_BYTES = 65_536
_SERVICE = frozenset({"url", "model", "key_file", "seconds"})
_WEIGHTS = frozenset({"weights", "seconds"})
_HINT = "write url, model and key_file for a service, or weights for a GGUF file; seconds in both"


@dataclass(frozen=True, slots=True)
class Service:
    """A service that speaks the chat-completions protocol. ``url`` ends before ``/chat/completions``."""

    url: str
    model: str
    key: str = field(default="", repr=False)
    seconds: float = SECONDS


@dataclass(frozen=True, slots=True)
class Weights:
    """A model in a GGUF file that runs in this process; ``None`` is the one that the package brings."""

    path: Path | None = None
    seconds: float = SECONDS


def open_language_model(setting: str) -> LanguageModel | None:
    """The model that the setting names; ``None`` where it is empty, without loading anything.

    Raises:
        ConfigurationError: if the file is not valid, or a package or the weights are missing.
    """
    if not setting:
        return None
    declared = Weights() if setting == LOCAL else read_connection(Path(setting))
    if isinstance(declared, Weights):
        from fidedigno.language_model.local import LocalModel

        return LocalModel(declared)
    from fidedigno.language_model.openai_compatible import ChatService

    return ChatService(declared)


def read_connection(path: Path) -> Service | Weights:
    """Read a ``language_model.yaml``; files that it names are relative to it.

    Raises:
        ConfigurationError: saying which key is wrong and why, without the value of a key of a service.
    """
    data = _load(path)
    allowed = _WEIGHTS if "weights" in data else _SERVICE
    unknown = sorted(str(each) for each in set(data) - allowed)
    if unknown:
        raise ConfigurationError(f"{path}: unknown or unfit: {', '.join(unknown)}", _HINT)
    seconds = data.get("seconds", SECONDS)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not math.isfinite(seconds):
        raise ConfigurationError(f"{path}: seconds is not a number", _HINT)
    if not 0 < seconds <= MAX_SECONDS:
        raise ConfigurationError(f"{path}: seconds must be above 0 and at most {MAX_SECONDS:g}", _HINT)
    if "weights" in data:
        return Weights(path.parent / _word(data, "weights", path), float(seconds))
    key = read_key(path.parent / _word(data, "key_file", path)) if "key_file" in data else ""
    url = read_url(_word(data, "url", path), str(path)).removesuffix("/chat/completions")
    return Service(url, _word(data, "model", path), key, float(seconds))


def _load(path: Path) -> Mapping[str, Any]:
    try:
        with path.open("rb") as file:
            text = file.read(MAX_FILE_BYTES + 1)
        loaded = yaml.safe_load(text.decode("utf-8-sig")) if len(text) <= MAX_FILE_BYTES else None
    except (OSError, ValueError, OverflowError, RecursionError, yaml.YAMLError) as error:
        raise ConfigurationError(f"{path} cannot be read: {type(error).__name__}", _HINT) from None
    if not isinstance(loaded, dict):
        raise ConfigurationError(f"{path} must be a short list of 'name: value' lines", _HINT)
    return loaded


def _word(data: Mapping[str, Any], key: str, path: Path) -> str:
    value = data.get(key)
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise ConfigurationError(f"{path}: {key} is missing or not a line of text", _HINT)
    return value.strip()


def read_url(written: str, where: str) -> str:
    """The address of a service without a slash at its end: of https, or of this machine.

    Raises:
        ConfigurationError: beginning with ``where``, if it is another, or holds more than an address.
    """
    try:
        parts = urlsplit(written)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        host = ""
    if not host or parts.scheme not in {"https", "http"}:
        raise ConfigurationError(f"{where}: url is not an address", "write it like https://host/v1")
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise ConfigurationError(f"{where}: url holds more than an address", "a key belongs into key_file")
    if parts.scheme == "http" and not is_loopback(host):
        raise ConfigurationError(f"{where}: url is not encrypted", "write https, except for this machine")
    return written.rstrip("/")


def is_loopback(host: str) -> bool:
    """Whether a host is this machine, by its address or as ``localhost``."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
