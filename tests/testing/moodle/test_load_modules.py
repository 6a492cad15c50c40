"""Pages, files and assignments from YAML."""

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.testing.moodle.load import parse_scenario
from fidedigno.testing.moodle.load_modules import CONTEXT_OFFSET
from fidedigno.testing.moodle.scenario import Assignment, File, Module, Scenario

HEAD = """\
site: Campus
timezone: UTC
now: 2027-01-11 09:00
users:
  ana: {fullname: Ana, email: a@example.test}
  luis: {fullname: Luis, email: l@example.test}
courses:
  HIST1:
    fullname: History
    members: {ana: student, luis: student}
    groups:
      A: {members: [ana]}
    sections:
      start:
        modules:
"""


def module(line: str) -> Module:
    return parse(line).modules["it"]


def parse(line: str) -> Scenario:
    return parse_scenario(f"{HEAD}          it: {{name: It, {line}}}\n")


def assignment(line: str) -> Assignment:
    body = module(f"kind: assignment, {line}").body
    assert isinstance(body, Assignment)
    return body


def test_a_file_has_the_type_of_its_name() -> None:
    it = module("kind: file, filename: guide.txt, content: Read me")
    assert it.body == File("guide.txt", b"Read me", "text/plain")
    assert it.context == CONTEXT_OFFSET
    assert it.kind == "resource"


def test_who_is_marked_has_a_submission_and_flags_as_in_moodle() -> None:
    body = assignment("grades: {ana: {value: 7.5}}, extensions: {luis: 2027-02-01 12:00}")
    assert body.submissions["ana"].status == "new"
    assert {key: (row.id, row.extension) for key, row in body.flags.items()} == {
        "luis": (1, 1801483200),
        "ana": (2, 0),
    }


def test_a_lock_is_kept_beside_an_extension() -> None:
    body = assignment("submissions: {ana: {status: draft, locked: yes}}, extensions: {ana: 2027-02-01 12:00}")
    assert (body.flags["ana"].locked, body.flags["ana"].extension) == (True, 1801483200)
    assert body.submissions["ana"].status == "draft"


@pytest.mark.parametrize(
    "line",
    [
        "kind: file, filename: ../secret, content: x",
        "kind: file, filename: a.txt",
        "kind: page, content: x, completion: submit",
        "kind: page, content: x, completed: {ana: 2027-01-01 10:00}",
        "kind: page, content: x, id: 0",
        "kind: page, content: x, id: many",
        "kind: assignment, grades: {ana: {value: 101}}",
        "kind: assignment, grades: {ana: {value: nan}}",
        "kind: assignment, grades: {eva: {value: 1}}",
        "kind: assignment, extensions: {eva: 2027-02-01 12:00}",
        "kind: assignment, submissions: {eva: {status: new}}",
        "kind: assignment, submissions: {ana: {status: lost}}",
        "kind: assignment, team: yes, submissions: {ana: {status: new}}",
        "kind: assignment, team: yes, submissions: {A: {status: new, locked: yes}}",
        "kind: assignment, overrides: {o: {due: 2027-02-01 12:00}}",
        "kind: assignment, overrides: {o: {user: ana, group: A}}",
        "kind: assignment, overrides: {o: {user: ana}, p: {user: ana}}",
        "kind: assignment, overrides: {o: {group: A, order: x}}",
    ],
)
def test_what_makes_no_sense_is_refused(line: str) -> None:
    with pytest.raises(ConfigurationError, match="line 16"):
        parse(line)
