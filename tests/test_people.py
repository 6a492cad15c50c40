"""The people of a workspace: what the directory gives, and what is written down about changing it."""

from pathlib import Path

import pytest

from fidedigno import Fidedigno
from fidedigno.errors import NotAvailableError
from fidedigno.people import People

DIRECTORY = """\
users:
  - {name: ana, email: ana@corp.example}
  - {name: luis}
groups:
  - {name: staff, members: ["user:ana"]}
"""


@pytest.fixture
def place(workspace: Fidedigno, tmp_path: Path) -> Fidedigno:
    (tmp_path / "directory.yaml").write_text(DIRECTORY, encoding="utf-8")
    workspace.load_directory(tmp_path / "directory.yaml")
    return workspace


def test_a_workspace_tells_its_people_and_what_each_holds(place: Fidedigno) -> None:
    assert isinstance(place, People)
    assert {each["name"] for each in place.users()} == {"ana", "luis", place.settings.owner}
    assert "group:staff" in place.user("ana@corp.example")["principals"]
    assert place.user("nobody")["known"] is False


def test_the_owner_stays_whatever_a_file_says(place: Fidedigno, tmp_path: Path) -> None:
    (tmp_path / "other.yaml").write_text("users: [{name: eva}]\ngroups: []\n", encoding="utf-8")
    place.load_directory(tmp_path / "other.yaml")
    assert {each["name"] for each in place.users()} == {"eva", place.settings.owner}


def test_only_an_administrator_may_ask_why(place: Fidedigno) -> None:
    assert place.administration(as_user=place.settings.owner)
    refusals = []
    for other in ("ana", "nobody"):
        with pytest.raises(NotAvailableError) as raised:
            place.administration(as_user=other)
        refusals.append(str(raised.value))
    assert len(set(refusals)) == 1
