"""The company of the examples as a workspace, made once for each process that tests it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fidedigno import Fidedigno, Settings
from fidedigno.access import Role

RESTRICTED = {"board", "hr", "legal"}
COMPANY = Path(__file__).resolve().parents[3] / "examples" / "company"


def make_company(place: Path) -> None:
    with Fidedigno.create(place, admin="sara", settings=Settings(embedder="none", workers=0)) as fidedigno:
        fidedigno.load_directory(COMPANY / "directory.yaml")
        folders = sorted(each.parent for each in COMPANY.glob("*/corpus.yaml"))
        refused = {each.path for each in fidedigno.ingest(*folders).problems}
        assert refused == RESTRICTED, "restricted corpora wait for their approvals"
        until = datetime.now(UTC) + timedelta(days=30)
        for name in refused:
            fidedigno.approvals.approve(name, Role.SECURITY, "sara", until)
            fidedigno.approvals.approve(name, Role.LEGAL, "tomas", until)
        assert not fidedigno.ingest().problems


@pytest.fixture(scope="session")
def company_place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("company")
    make_company(place)
    return place


@pytest.fixture
def company(company_place: Path) -> Iterator[Fidedigno]:
    """Open, with its access lists read a moment ago."""
    with Fidedigno.open(company_place) as fidedigno:
        fidedigno.ingest()
        yield fidedigno
