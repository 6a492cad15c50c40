"""``moodle.yaml`` and the files of tokens: who may read them, what is refused, and that no token shows."""

import asyncio
import os
from dataclasses import replace
from pathlib import Path

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.gather.moodle_connection import MAX_SECRET_BYTES, MoodleConnection, load_connection
from fidedigno.model import Identity
from fidedigno.sources.moodle import MoodleClient
from tests.fakes.campus import person

SECRET = "5ec2e7c0ffee5ec2e7c0ffee5ec2e7c0"
DECLARED = """\
name: campus
url: https://campus.example/moodle/
timezone: Europe/Madrid
service_token_file: service.token
person_tokens_file: people.yaml
cache_seconds: 5
seconds: 7
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path / "service.token", f"  {SECRET}\n")
    write(tmp_path / "people.yaml", f"Ana: {SECRET}ana\nluís: {SECRET}luis\n")
    (tmp_path / "moodle.yaml").write_text(DECLARED, encoding="utf-8")
    return tmp_path


def write(path: Path, text: str | bytes, mode: int = 0o600) -> None:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    path.chmod(mode)


def load(folder: Path, text: str | None = None) -> MoodleConnection:
    if text is not None:
        (folder / "moodle.yaml").write_text(text, encoding="utf-8")
    return load_connection(folder / "moodle.yaml")


def refusal(folder: Path, text: str | None = None) -> ConfigurationError:
    with pytest.raises(ConfigurationError) as caught:
        load(folder, text)
    error = caught.value
    assert SECRET not in f"{error!r} {error.message} {error.hint} {error.__cause__!r} {error.__context__!r}"
    assert error.hint
    return error


def find(connection: MoodleConnection, identity: Identity) -> object:
    async def ask() -> object:
        async with MoodleClient(connection.site) as client:
            return await connection.find_person(client, identity)

    return asyncio.run(ask())


def test_a_declaration_gives_the_site_its_tokens_and_its_limits(folder: Path) -> None:
    connection = load(folder)
    site = connection.site
    assert (site.name, site.url, site.timezone) == (
        "campus",
        "https://campus.example/moodle",
        "Europe/Madrid",
    )
    assert site.service_token is not None
    assert site.service_token.get_secret_value() == SECRET
    assert {name: token.get_secret_value() for name, token in connection.person_tokens.items()} == {
        "ana": f"{SECRET}ana",
        "luís": f"{SECRET}luis",
    }
    assert (connection.seconds, site.limits.cache) == (7.0, 5.0)
    assert site.limits.attempt <= site.limits.total <= connection.seconds


def test_what_is_left_out_has_a_default_and_zero_seconds_are_one(folder: Path) -> None:
    text = "url: https://campus.example\nservice_token_file: service.token\nseconds: 0\ncache_seconds: 0\n"
    connection = load(folder, text)
    assert (connection.site.name, connection.site.timezone) == ("moodle", "UTC")
    assert (connection.seconds, connection.site.limits.cache) == (1.0, 0.0)
    assert connection.person_tokens == {}


def test_no_token_shows_in_a_representation(folder: Path) -> None:
    connection = load(folder)
    assert SECRET not in f"{connection!r} {connection} {connection.site!r} {connection.person_tokens!r}"
    assert SECRET not in repr(find(connection, person("ana", number="4")))


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o620, 0o601])
@pytest.mark.parametrize("name", ["service.token", "people.yaml"])
def test_a_file_of_tokens_that_others_may_use_is_refused(folder: Path, name: str, mode: int) -> None:
    (folder / name).chmod(mode)
    error = refusal(folder)
    assert "others may read" in error.message
    assert error.hint.startswith("chmod 600 ")


@pytest.mark.parametrize("name", ["service.token", "people.yaml"])
def test_a_file_of_tokens_that_is_missing_or_none_is_refused(folder: Path, name: str) -> None:
    (folder / name).unlink()
    assert name in refusal(folder).message
    (folder / name).mkdir(mode=0o700)
    assert name in refusal(folder).message
    (folder / name).rmdir()
    os.mkfifo(folder / name, 0o600)
    assert name in refusal(folder).message


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"  \n",
        b"one two\n",
        b"a\nb",
        b"\xff\xfe",
        b"t\xc3\xb3ken",
        b"a\x00b",
        b"x" * (MAX_SECRET_BYTES + 1),
    ],
    ids=lambda value: repr(value)[:16],
)
def test_a_service_token_that_is_none_is_refused(folder: Path, content: bytes) -> None:
    write(folder / "service.token", content)
    assert "service.token" in refusal(folder).message


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (f"{SECRET}\n", 1),
        (f"- {SECRET}\n", 1),
        (f"ana: {SECRET}\nluis: [{SECRET}]\n", 2),
        (f"ana: {SECRET}\nluis:\n", 2),
        (f"ana: {SECRET}\nluis: {SECRET} {SECRET}\n", 2),
        (f"ana: {SECRET}\n'': {SECRET}\n", 2),
        (f'ana: {SECRET}\n"\\x07": {SECRET}\n', 2),
        (f"ana: {SECRET}\nANA: {SECRET}2\n", 2),
        (f"ana: {SECRET}\n{SECRET}: {SECRET}\n{SECRET}: x\n", 3),
        (f"ana: {SECRET}\nb: &a {SECRET}\nc: *a\n", 3),
        (f"ana: '{SECRET}\n", 2),
    ],
    ids=lambda value: repr(value).replace(SECRET, "S")[:30],
)
def test_a_file_of_persons_tokens_that_is_wrong_is_told_by_line_and_never_by_content(
    folder: Path, content: str, line: int
) -> None:
    write(folder / "people.yaml", content)
    assert refusal(folder).message.startswith(f"people.yaml:{line}:")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (DECLARED.replace("url:", "uri:"), "moodle.yaml:2: unknown key 'uri' (did you mean 'url'?)"),
        ("service_token_file: service.token\n", "'url' is missing"),
        (DECLARED + "seconds: 9\n", "moodle.yaml:8: the key 'seconds' is given twice"),
        (DECLARED.replace("seconds: 7", "seconds: soon"), "moodle.yaml:7: 'seconds' must be a whole number"),
        (DECLARED.replace("https://campus.example/moodle/", "campus"), "moodle.yaml: the address"),
        (DECLARED.replace("https:", "http:"), "moodle.yaml: a token would go over the network in clear text"),
        (DECLARED.replace("Europe/Madrid", "Marte/Base"), "moodle.yaml: the timezone"),
        (DECLARED.replace("name: campus", "name: El Campus"), "moodle.yaml: the name"),
        ("url: [\n", "moodle.yaml:2:"),
        ("- url\n", "moodle.yaml:1: expected keys"),
        ("", "moodle.yaml:1: expected keys"),
    ],
    ids=lambda value: value[:28].encode("unicode_escape").decode(),
)
def test_a_declaration_that_is_wrong_is_told_by_file_and_line(folder: Path, text: str, told: str) -> None:
    error = refusal(folder, text)
    assert told in error.message
    assert "pack" not in error.hint


@pytest.mark.parametrize("name", ["missing.yaml", ".", "a\x00b"])
def test_a_declaration_that_cannot_be_read_is_refused(folder: Path, name: str) -> None:
    with pytest.raises(ConfigurationError, match="cannot be read"):
        load_connection(folder / name)
    (folder / "moodle.yaml").write_bytes(b"url: \xff\n")
    assert "UTF-8" in refusal(folder).message


@pytest.mark.parametrize(
    "number",
    ["", "0", "00", "-4", "4.0", "4 ", "٤", "four", "9" * 19, "9" * 5000],
    ids=lambda value: value[:9],
)
def test_whoever_has_no_certain_number_in_the_site_has_no_account_there(folder: Path, number: str) -> None:
    assert find(load(folder), person("ana", number=number)) is None


def test_the_number_and_the_token_are_those_of_the_identity(folder: Path) -> None:
    connection = load(folder)
    ana, eva = find(connection, person("ana", number="4")), find(connection, person("eva", number="7"))
    assert (ana.id, ana.token.get_secret_value()) == (4, f"{SECRET}ana")  # type: ignore[attr-defined]
    assert (eva.id, eva.token) == (7, None)  # type: ignore[attr-defined]
    assert find(connection, person("nadie")) is None


def test_a_disabled_account_and_the_public_have_none(folder: Path) -> None:
    connection = load(folder)
    assert find(connection, replace(person("ana", number="4"), enabled=False, principals=frozenset())) is None
    assert find(connection, replace(person("ana", number="4"), user=None)) is None
