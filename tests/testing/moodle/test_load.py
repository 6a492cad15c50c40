"""Scenarios from YAML: what is read, and that a mistake names its line and key."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.errors import ConfigurationError
from fidedigno.testing.moodle import load, load_modules
from fidedigno.testing.moodle.load import MAX_BYTES, load_scenario, parse_scenario
from fidedigno.testing.moodle.scenario import Assignment

SMALL = """\
site: Campus
timezone: Europe/Madrid
now: 2027-01-11 09:00
service: {user: bot, capabilities: [mod/assign:grade]}
users:
  ana: {fullname: Ana Ruiz, email: ana@example.test}
  bot: {fullname: Sync Service, email: bot@example.test}
courses:
  HIST1:
    fullname: History
    members: {ana: student}
    groups:
      A: {members: [ana]}
    sections:
      start:
        modules:
          essay: {kind: assignment, name: Essay, due: 2027-01-18 23:59, only_group: A}
"""


def documented() -> str:
    return (load.__doc__ or "").partition("```yaml\n")[2].partition("```")[0]


def test_the_documented_example_is_a_scenario() -> None:
    site = parse_scenario(documented())
    essay = site.modules["essay"].body
    assert isinstance(essay, Assignment)
    assert set(essay.overrides) == {"for-ana", "for-a"}
    assert site.modules["policy"].only_group == "A"
    assert site.users["luis"].token == "0123456789abcdef"


def test_the_documented_example_names_every_key() -> None:
    """Each word in quotes that the readers ask for by name is in the example."""
    calls = r"\.(?:text|optional|integer|number|flag|word|moment|names|mapping|within)\(\s*\"(\w+)\""
    sources = [Path(each.__file__).read_text(encoding="utf-8") for each in (load, load_modules)]
    keys = {key for source in sources for key in re.findall(calls, source)}
    assert len(keys) > 40
    assert not [key for key in keys if not re.search(rf"\b{key}:", documented())]


def test_a_short_scenario_is_numbered_and_dated() -> None:
    site = parse_scenario(SMALL)
    assert [each.id for each in site.users.values()] == [3, 4]
    assert site.courses["HIST1"].id == 2
    essay = site.modules["essay"]
    assert isinstance(essay.body, Assignment)
    assert essay.body.due == 1800313140, "23:59 in Madrid is 22:59 UTC"
    assert site.now is not None
    assert site.changed == site.now - 86_400
    assert site.service is not None
    assert site.service.capabilities == {"mod/assign:grade"}


@pytest.mark.parametrize(
    ("before", "after", "line", "key"),
    [
        ("site: Campus\n", "", 1, "site"),
        ("timezone: Europe/Madrid", "timezone: Mars/Olympus", 2, "timezone"),
        ("now: 2027-01-11 09:00", "now: 2027-01-11", 3, "now"),
        ("user: bot", "user: robot", 4, "service.user"),
        ("email: ana@example.test", "mail: ana@example.test", 6, "users.ana"),
        ("email: bot@example.test", "email: b, suspended: maybe", 7, "users.bot.suspended"),
        ("members: {ana: student}", "members: {ana: boss}", 11, "courses.HIST1.members.ana"),
        ("members: {ana: student}", "members: {eva: student}", 11, "courses.HIST1.members.eva"),
        ("members: [ana]", "members: [eva]", 13, "courses.HIST1.groups.A.members"),
        ("members: [ana]", "members: ana", 13, "courses.HIST1.groups.A.members"),
        ("only_group: A", "only_group: B", 17, "courses.HIST1.sections.start.modules.essay.only_group"),
        ("only_group: A", "colour: red", 17, "courses.HIST1.sections.start.modules.essay.colour"),
        ("essay: {", "start: {", 17, "courses.HIST1.sections.start.modules.start"),
        ("kind: assignment", "kind: exam", 17, "courses.HIST1.sections.start.modules.essay.kind"),
    ],
)
def test_a_mistake_names_its_line_and_its_key(before: str, after: str, line: int, key: str) -> None:
    assert before in SMALL
    with pytest.raises(ConfigurationError) as caught:
        parse_scenario(SMALL.replace(before, after), "campus.yaml")
    assert f"campus.yaml, line {line}, {key}" in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize("text", ["", "- a", "site: [", "a: &x 1\nb: *x\n", "site: x\nsite: y\n", "plain"])
def test_what_is_not_a_mapping_of_yaml_is_refused(text: str) -> None:
    with pytest.raises(ConfigurationError):
        parse_scenario(text)


@given(st.text(alphabet="site:timezne {}[]\n-UTC&*'\"#|>0123456789", max_size=80))
def test_any_text_is_read_or_refused_with_the_projects_error(text: str) -> None:
    with pytest.raises(ConfigurationError):
        parse_scenario(text)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    binary, large = tmp_path / "binary.yaml", tmp_path / "large.yaml"
    binary.write_bytes(b"\xff\xfe")
    large.write_text("#" * (MAX_BYTES + 1), encoding="utf-8")
    for path in (binary, large, tmp_path / "absent.yaml", tmp_path):
        with pytest.raises(ConfigurationError):
            load_scenario(path)
