"""``moodle.yaml``: where a Moodle is, and where its tokens are kept. Tokens stand in files of their own,
readable by their owner alone, so that the declaration itself can be shown and kept under version control."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import SecretStr

from fidedigno.errors import ConfigurationError
from fidedigno.ingest.strict_yaml import YamlProblemError, read_yaml
from fidedigno.model import Identity, normalise_name
from fidedigno.plan.sections import Problems, Section
from fidedigno.private_file import read_private
from fidedigno.sources.moodle import Limits, MoodleClient, MoodlePerson, MoodleSite
from fidedigno.sources.moodle.people import user_attribute

_HINT = "write url and service_token_file, as in the documentation of Moodle connections"
_LONGEST_NUMBER = 18
_KEYS = (
    "name", "url", "timezone", "service_token_file", "person_tokens_file", "cache_seconds", "seconds",
    "grader_reads", "section_check",
)  # fmt: skip
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
        if not identity.enabled or identity.user is None or not _is_number(number):
            return None
        return MoodlePerson(int(number), self.person_tokens.get(normalise_name(identity.user)))


def load_connection(path: Path) -> MoodleConnection:
    """Read ``moodle.yaml``; the files of tokens that it names are relative to it.

    Raises:
        ConfigurationError: if it is not valid, or a file of tokens is missing or others may read it.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError):
        raise ConfigurationError(f"{path}: it cannot be read as UTF-8 text", "Check the path.") from None
    problems = Problems()
    try:
        section = Section(path.name, read_yaml(text), problems, text=text)
    except YamlProblemError as error:
        problems.add(path.name, error.line, error.problem)
        _raise(problems)
        raise AssertionError from error  # _raise has raised
    section.only(_KEYS, ("url", "service_token_file"))
    cache = section.whole("cache_seconds", 30, _MOST_SECONDS)
    seconds = max(1, section.whole("seconds", 10, _MOST_SECONDS))
    name, url = section.word("name") or "moodle", section.word("url")
    timezone = section.word("timezone") or "UTC"
    service, people = section.word("service_token_file"), section.word("person_tokens_file")
    grader_reads = section.truth("grader_reads", default=True)
    section_check = section.truth("section_check", default=True)
    _raise(problems)
    token = _token(path.parent / service)
    limits = Limits(cache=float(cache), total=float(seconds), attempt=seconds / 2)
    try:
        site = MoodleSite(url, token, timezone, name, limits, grader_reads, section_check)
    except ConfigurationError as error:
        raise ConfigurationError(f"{path.name}: {error.message}", error.hint) from None
    tokens = _person_tokens(path.parent / people) if people else {}
    return MoodleConnection(site, tokens, float(seconds))


def _is_number(text: str) -> bool:
    """Whether it is the number of an account. For Moodle, user 0 is whoever owns the token."""
    return text.isascii() and text.isdecimal() and len(text) <= _LONGEST_NUMBER and int(text) > 0


def _raise(problems: Problems) -> None:
    if not problems.hints:
        problems.hints.append(_HINT)
    problems.raise_if_any()


def _secret(path: Path) -> str:
    """The text of a file that its owner alone may read."""
    content = read_private(path, "file of tokens", "Write the token into it.", MAX_SECRET_BYTES)
    try:
        if content is not None:
            return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass  # its message would hold the bytes
    raise ConfigurationError(f"{path}: the file of tokens is not text", "Write the token into it.")


def _token(path: Path) -> SecretStr:
    token = _secret(path).strip()
    if not _is_token(token):
        raise ConfigurationError(
            f"{path}: it does not hold one token", "Write the token, and nothing else, into it."
        )
    return SecretStr(token)


def _is_token(text: str) -> bool:
    return text.isascii() and text.isprintable() and bool(text) and " " not in text


def _name(written: str) -> str | None:
    try:
        return normalise_name(written)
    except ValueError:
        return None


def _person_tokens(path: Path) -> dict[str, SecretStr]:
    """The tokens by normalised user name. What is wrong is told without repeating a line of the file."""
    problems = Problems()
    tokens: dict[str, SecretStr] = {}
    text = _secret(path)
    try:
        yaml = read_yaml(text)
    except YamlProblemError as error:
        # Raised outside of here: the words of this error may hold a line of the file.
        yaml, line = None, error.line
    if yaml is None:
        problems.add(path.name, line, "it is not a list of names, each with its token")
        _raise(problems)
        raise AssertionError  # _raise has raised
    data = yaml.data if isinstance(yaml.data, dict) else {"": ""}
    for written, token in data.items():
        line = yaml.lines.get((written,), 1)
        name = _name(written)
        if name is None or not isinstance(token, str) or not _is_token(token):
            problems.add(path.name, line, "expected a token after each user name")
        elif name in tokens:
            problems.add(path.name, line, "this name has a token already (case does not count)")
        else:
            tokens[name] = SecretStr(token)
    _raise(problems)
    return tokens
