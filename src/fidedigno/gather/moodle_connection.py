"""``moodle.yaml``: where a Moodle is, and where its tokens are kept. Tokens stand in files of their own,
readable by their owner alone, so that the declaration itself can be shown and kept under version control."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import SecretStr

from fidedigno.errors import ConfigurationError
from fidedigno.ingest.strict_yaml import YamlProblemError, read_yaml
from fidedigno.model import Identity, normalise_name
from fidedigno.plan.sections import Problems, Section
from fidedigno.sources.moodle import Limits, MoodleClient, MoodlePerson, MoodleSite
from fidedigno.sources.moodle.people import user_attribute

_KEYS = ("name", "url", "timezone", "service_token_file", "person_tokens_file", "cache_seconds", "seconds")
_MOST_SECONDS = 86_400
MAX_SECRET_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class MoodleConnection:
    """A site, and the tokens that people have given of their own, by user name. ``seconds`` bounds how long
    a question waits for Moodle."""

    site: MoodleSite
    person_tokens: Mapping[str, SecretStr] = field(default_factory=dict, repr=False)
    seconds: float = 10.0

    async def find_person(self, client: MoodleClient, identity: Identity) -> MoodlePerson | None:
        """The account of an identity: the directory tells its number in this site, and nothing is guessed
        from a name or an address."""
        number = identity.attributes.get(user_attribute(client.site), "")
        if not identity.enabled or identity.user is None or not (number.isascii() and number.isdecimal()):
            return None
        return MoodlePerson(int(number), self.person_tokens.get(normalise_name(identity.user)))


def load_connection(path: Path) -> MoodleConnection:
    """Read ``moodle.yaml``; the files of tokens that it names are relative to it.

    Raises:
        ConfigurationError: if it is not valid, or a file of tokens is missing or others may read it.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        raise ConfigurationError(f"{path}: it cannot be read as UTF-8 text", "Check the path.") from None
    problems = Problems()
    try:
        section = Section(path.name, read_yaml(text), problems, text=text)
    except YamlProblemError as error:
        problems.add(path.name, error.line, error.problem)
        problems.raise_if_any()
        raise AssertionError from error  # raise_if_any has raised
    section.only(_KEYS, ("url", "service_token_file"))
    cache = section.whole("cache_seconds", 30, _MOST_SECONDS)
    seconds = section.whole("seconds", 10, _MOST_SECONDS)
    name, url = section.word("name") or "moodle", section.word("url")
    timezone = section.word("timezone") or "UTC"
    service, people = section.word("service_token_file"), section.word("person_tokens_file")
    problems.raise_if_any()
    token = SecretStr(_secret(path.parent / service).strip())
    limits = Limits(cache=float(cache), total=float(max(seconds, 1)), attempt=float(max(seconds, 1)) / 2)
    site = MoodleSite(url, token, timezone, name, limits)
    tokens = _person_tokens(path.parent / people) if people else {}
    return MoodleConnection(site, tokens, float(max(seconds, 1)))


def _secret(path: Path) -> str:
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            content = file.read(MAX_SECRET_BYTES)
    except OSError as error:
        raise ConfigurationError(
            f"{path}: the file of tokens cannot be read: {error.strerror}", "Write the token into it."
        ) from None
    if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
        raise ConfigurationError(f"{path}: others may read this file of tokens", f"chmod 600 {path}")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ConfigurationError(
            f"{path}: the file of tokens is not text", "Write the token into it."
        ) from None


def _person_tokens(path: Path) -> dict[str, SecretStr]:
    problems = Problems()
    try:
        data = read_yaml(_secret(path)).data
    except YamlProblemError as error:
        problems.add(path.name, error.line, error.problem)
        data = {}
    if not isinstance(data, dict) or not all(isinstance(each, str) and each for each in data.values()):
        problems.add(path.name, 1, "expected a token after each user name")
        data = {}
    problems.raise_if_any()
    return {normalise_name(name): SecretStr(token) for name, token in data.items()}
