"""The examples run, the campus is whole, and its questions come out as expected."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
import yaml

from fidedigno.evaluate import load_cases

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"
CAMPUS = EXAMPLES / "campus"
PILOT = EXAMPLES / "pilot"
CASES = (CAMPUS / "questions.yaml", PILOT / "questions.yaml", PILOT / "questions-down.yaml")


COMPANY = EXAMPLES / "company"


def questions(path: Path) -> list[dict[str, object]]:
    return list(yaml.safe_load(path.read_text(encoding="utf-8"))["questions"])


def directory() -> dict[str, list[dict[str, object]]]:
    return dict(yaml.safe_load((CAMPUS / "directory.yaml").read_text(encoding="utf-8")))


def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONUTF8": "1", "NO_COLOR": "1", "COLUMNS": "200"}
    command = [sys.executable, str(EXAMPLES / script), *arguments]
    return subprocess.run(
        command, capture_output=True, encoding="utf-8", check=False, env=environment, timeout=300
    )


def test_every_corpus_of_the_campus_declares_who_may_read_it() -> None:
    folders = {path for path in CAMPUS.iterdir() if path.is_dir()}
    declared = {path.parent for path in CAMPUS.glob("*/corpus.yaml")}
    assert folders == declared
    names = [yaml.safe_load((each / "corpus.yaml").read_text(encoding="utf-8"))["name"] for each in declared]
    assert sorted(names) == sorted(each.name for each in declared)


def test_every_group_that_a_declaration_or_a_group_names_exists() -> None:
    known = {f"group:{group['name']}" for group in directory()["groups"]}
    known |= {f"user:{user['name']}" for user in directory()["users"]} | {"anyone"}
    named: set[str] = set()
    for group in directory()["groups"]:
        named |= set(group["members"])  # type: ignore[call-overload]
    for declaration in CAMPUS.glob("*/corpus.yaml"):
        named |= set(yaml.safe_load(declaration.read_text(encoding="utf-8"))["acl"])
    assert named <= known


@pytest.mark.parametrize("path", [*CASES, EXAMPLES / "real" / "questions.yaml"], ids=lambda path: path.stem)
def test_questions_have_ids_of_their_own_and_say_what_they_test(path: Path) -> None:
    counted = Counter(str(question["id"]) for question in questions(path))
    assert not [each for each, times in counted.items() if times > 1]
    assert all(question["tests"] for question in questions(path))


def test_questions_are_asked_by_people_of_the_directory_or_the_visitor() -> None:
    people = {user["name"] for user in directory()["users"]}
    asking = {question["as"] for path in CASES for question in questions(path)}
    assert asking <= people | {"visitante"}
    assert people <= asking, "somebody in the directory asks nothing"


def test_questions_name_documents_that_exist() -> None:
    named: set[str] = set()
    for case in (case for path in CASES for case in load_cases(path)):
        expected = case.expected
        named |= {*expected.any_document, *expected.never, *expected.forbidden}
        named |= {each.document for each in expected.documents}
    assert not [document for document in sorted(named) if not (CAMPUS / document).is_file()]


@pytest.mark.slow
@pytest.mark.parametrize("script", ["quickstart.py", "async_ask.py"])
def test_a_short_example_runs(script: str) -> None:
    finished = run(script)
    assert finished.returncode == 0, finished.stderr
    assert "answer" in finished.stdout


@pytest.mark.slow
def test_every_question_of_the_campus_comes_out_as_expected(tmp_path: Path) -> None:
    finished = run("demo.py", "--campus-only", "--json", "--workspace", str(tmp_path / "workspace"))
    report = json.loads(finished.stdout)
    assert not [each for each in report if each["wrong"]]
    assert len(report) == len(questions(CAMPUS / "questions.yaml"))


@pytest.mark.slow
def test_the_pilot_meets_its_seven_criteria(tmp_path: Path) -> None:
    finished = run("pilot/pilot.py", "--json", "--workspace", str(tmp_path / "workspace"))
    assert finished.returncode == 0, finished.stdout + finished.stderr
    report = json.loads(finished.stdout)
    assert (report["failed"], len(report["criteria"])) == ([], 7)
    assert not [each for each in report["criteria"] if each["broken"]]
    assert report["questions"] == sum(len(questions(path)) for path in CASES[1:])


def test_the_company_has_the_five_audiences_both_languages_and_groups_that_exist() -> None:
    declared = [yaml.safe_load(each.read_text(encoding="utf-8")) for each in COMPANY.glob("*/corpus.yaml")]
    assert {each["audience"] for each in declared} == {
        "public", "internal", "department", "customer", "restricted",
    }  # fmt: skip
    people = yaml.safe_load((COMPANY / "directory.yaml").read_text(encoding="utf-8"))
    known = {f"group:{each['name']}" for each in people["groups"]}
    known |= {f"user:{each['name']}" for each in people["users"]} | {"anyone"}
    named = {member for each in people["groups"] for member in each["members"]}
    named |= {principal for each in declared for principal in each["acl"]}
    assert named <= known
    titles = Counter(
        line.removeprefix("# ")
        for path in COMPANY.glob("*/*.md")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("# ")
    )
    assert [title for title, times in titles.items() if times > 1] == ["Precio del plan Huerto"]
