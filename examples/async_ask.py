"""Ask as two people at once, from asynchronous code: same question, different evidence."""

import asyncio
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from fidedigno import Fidedigno

CAMPUS = Path(__file__).parent / "campus"
QUESTION = "¿Hasta cuándo se puede entregar la práctica 1 de Bases de Datos?"
MOMENT = datetime.fromisoformat("2026-11-12T10:00:00+01:00")


async def main() -> None:
    with TemporaryDirectory() as folder, Fidedigno.create(folder, admin="sofia") as fidedigno:
        fidedigno.load_directory(CAMPUS / "directory.yaml")
        await fidedigno.aingest(CAMPUS / "bases-de-datos")
        people = ("ana", "bruno", "carla")
        answers = await asyncio.gather(
            *(fidedigno.aask(QUESTION, as_user=person, at=MOMENT) for person in people)
        )
        for person, answer in zip(people, answers, strict=True):
            print(f"{person}: {answer.decision}: {answer.text}")


if __name__ == "__main__":
    asyncio.run(main())
