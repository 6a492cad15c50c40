"""The company of the examples as a workspace, made once for each process that tests it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fidedigno import Fidedigno, Settings

COMPANY = Path(__file__).resolve().parents[3] / "examples" / "company"


def make_company(place: Path) -> None:
    with Fidedigno.create(place, admin="sara", settings=Settings(embedder="none", workers=0)) as fidedigno:
        fidedigno.load_directory(COMPANY / "directory.yaml")
        report = fidedigno.ingest(*sorted(each.parent for each in COMPANY.glob("*/corpus.yaml")))
        assert not report.problems


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
