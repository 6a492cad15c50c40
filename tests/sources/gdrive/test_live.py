import re
import time

import pytest

from fidedigno.sources.connector import LiveVerdict
from fidedigno.sources.http import HttpLimits
from tests.fakes.gdrive import Workspace, group, user
from tests.fakes.vendor import Answer, Request
from tests.sources.gdrive.conftest import Make

ANA = user("ana@corp.example", "owner")


@pytest.fixture
def plan(workspace: Workspace) -> str:
    workspace.add_file("plan", "root-101", ANA, group("staff@corp.example"))
    return "plan"


@pytest.mark.parametrize(
    ("person", "verdict"),
    [("101", LiveVerdict.ALLOWED), ("102", LiveVerdict.ALLOWED), ("103", LiveVerdict.DENIED)],
)
async def test_drive_is_asked_as_the_person(
    workspace: Workspace, make: Make, plan: str, person: str, verdict: LiveVerdict
) -> None:
    assert await make().check(person, plan) is verdict
    assert workspace.claims[-1]["sub"] == workspace.users[person]["primaryEmail"].casefold()
    assert workspace.claims[-1]["scope"].endswith("/drive.metadata.readonly")


async def test_a_file_that_is_not_there_is_like_one_that_is_refused(make: Make, plan: str) -> None:
    assert await make().check("101", "nothing") is LiveVerdict.DENIED


@pytest.mark.parametrize("state", ["suspended", "archived"])
async def test_an_account_that_is_closed_is_denied_before_drive_is_asked(
    workspace: Workspace, make: Make, plan: str, state: str
) -> None:
    connector = make()
    assert await connector.check("101", plan) is LiveVerdict.ALLOWED
    workspace.users["101"][state] = True
    workspace.asked.clear()
    assert await connector.check("101", plan) is LiveVerdict.DENIED
    assert not [each for each in workspace.paths() if "/drive/" in each]


async def test_a_right_that_was_taken_away_is_denied_at_once(
    workspace: Workspace, make: Make, plan: str
) -> None:
    connector = make()
    assert await connector.check("102", plan) is LiveVerdict.ALLOWED
    workspace.members["g1"] = []
    assert await connector.check("102", plan) is LiveVerdict.DENIED


async def test_a_file_in_the_bin_is_denied(workspace: Workspace, make: Make, plan: str) -> None:
    workspace.files["plan"]["trashed"] = True
    assert await make().check("101", plan) is LiveVerdict.DENIED


@pytest.mark.parametrize("pattern", ["/files/plan", "/users/101", "/token"])
@pytest.mark.parametrize("status", [400, 429, 500])
async def test_what_is_not_answered_is_unknown(
    workspace: Workspace, make: Make, plan: str, pattern: str, status: int
) -> None:
    workspace.fail(pattern, status)
    assert await make().check("101", plan) is LiveVerdict.UNKNOWN


@pytest.mark.parametrize(
    "body", [[], {}, {"id": "plan"}, {"id": "other", "trashed": False}, {"id": "plan", "trashed": "no"}]
)
async def test_what_is_not_understood_is_unknown(
    workspace: Workspace, make: Make, plan: str, body: object
) -> None:
    workspace.fail("/files/plan", 200, body=body)
    assert await make().check("101", plan) is LiveVerdict.UNKNOWN


async def test_no_answer_in_time_is_unknown(workspace: Workspace, make: Make, plan: str) -> None:
    def slow(request: Request) -> Answer:
        time.sleep(0.3)
        return Answer({})

    workspace._routes.insert(0, ("GET", re.compile(".*/users/101"), slow))
    connector = make(check_seconds=0.1, limits=HttpLimits(attempt=2.0, total=4.0))
    assert await connector.check("101", plan) is LiveVerdict.UNKNOWN


@pytest.mark.parametrize(
    ("person", "file"),
    [
        ("", "plan"),
        ("x" * 999, "plan"),
        (None, "plan"),
        ("101", "../plan"),
        ("101", ""),
        ("101", None),
        ("nobody", "plan"),
        ("../users/101", "plan"),
        ("101", "a'b"),
        ("101", "x" * 9999),
    ],
)
async def test_nonsense_is_unknown_and_raises_nothing(make: Make, plan: str, person: str, file: str) -> None:
    assert await make().check(person, file) is LiveVerdict.UNKNOWN
