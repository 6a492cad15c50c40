"""From an empty folder to a cited answer: the shortest whole use of the library."""

from pathlib import Path
from tempfile import TemporaryDirectory

from fidedigno import Fidedigno

CAMPUS = Path(__file__).parent / "campus"


def main() -> None:
    with TemporaryDirectory() as folder, Fidedigno.create(folder, admin="sofia") as fidedigno:
        fidedigno.load_directory(CAMPUS / "directory.yaml")
        report = fidedigno.ingest(CAMPUS / "bases-de-datos")
        print(f"{report.indexed} documents indexed")

        answer = fidedigno.ask("¿Cuándo está una relación en tercera forma normal?", as_user="ana")
        print(f"{answer.decision}: {answer.text}")
        for card in answer.evidence:
            print(f"  — {card.title}, {card.locator}, {card.version}")


if __name__ == "__main__":
    main()
