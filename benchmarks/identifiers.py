"""Does a question with an identifier find a passage that holds exactly it, first?

Real identifiers are drawn from the real logs, beside which runbooks are indexed; a question names one of them as it
is written there. The pair ``HikariPool-1`` / ``HikariPool-2`` is added in documents that differ in nothing else.
"""

from __future__ import annotations

import random
import re
import tempfile
from pathlib import Path

from benchmarks.common import interval, keep, need_shared, show
from fidedigno import Fidedigno, Settings
from fidedigno.ingest.identifiers import identifiers_in

QUESTIONS = 500
FORMS = ("¿Qué pasó con {}?", "What happened with {}?", "{}", "busco {} en los registros")
POOLS = 40


def _holds(text: str, identifier: str) -> bool:
    return identifier in identifiers_in(text)


def _as_written(text: str) -> dict[str, str]:
    """The identifiers of a text, each with the first form in which it stands there."""
    forms = {}
    for identifier in identifiers_in(text):
        match = re.search(re.escape(identifier), text, re.IGNORECASE)
        forms[identifier] = match[0] if match else identifier
    return forms


def pools(folder: Path) -> None:
    """Tickets about pools of every number, alike but for the number."""
    folder.mkdir()
    for number in range(1, POOLS + 1):
        text = f"# Incidencia\n\nHikariPool-{number} - Connection is not available, request timed out after 30000ms.\n"
        (folder / f"incidencia-{number:02}.md").write_text(text, encoding="utf-8")


def main() -> None:
    """Draw identifiers, ask for each, and count."""
    corpora = need_shared() / "corpora"
    rng = random.Random(5)  # noqa: S311 - a sample, not a secret
    with tempfile.TemporaryDirectory() as place:
        settings = Settings(embedder="none")
        with Fidedigno.create(place, admin="reader", settings=settings) as workspace:
            pools(Path(place) / "pools")
            workspace.ingest(corpora / "logs", corpora / "oncall-runbooks-en", Path(place) / "pools")
            held: dict[str, str] = {}
            for path in sorted((corpora / "logs").glob("*.log")):
                for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
                    for identifier, form in _as_written(line).items():
                        held.setdefault(identifier, form)
            drawn = rng.sample(sorted(held), QUESTIONS)
            firsts, misses = [], []
            for number, identifier in enumerate(drawn):
                question = FORMS[number % len(FORMS)].format(held[identifier])
                hits = workspace.search(question, as_user="reader", limit=1)
                right = bool(hits) and identifier in hits[0].matched_identifiers
                firsts.append(float(right))
                if not right:
                    misses.append(identifier)
            above = 0
            for number in range(1, POOLS + 1):
                asked = f"HikariPool-{number} connection timeout"
                order = [h.evidence.content for h in workspace.search(asked, as_user="reader", limit=20)]
                above += not order or not _holds(order[0], f"hikaripool-{number}")
    low, high = interval(firsts)
    rate = sum(firsts) / len(firsts)
    show(
        "identifiers",
        ("what", "result"),
        [
            (
                f"{QUESTIONS} real identifiers of logs: a passage that holds it is first",
                f"{rate:.4f} ({low:.3f}-{high:.3f})",
            ),
            (f"{POOLS} pools: another pool's passage above the asked one", above),
            ("misses", ", ".join(misses[:10]) or "none"),
        ],
    )
    keep("identifiers", {"questions": QUESTIONS, "first": rate, "interval": (low, high), "wrong_pool_above": above,
                         "pools": POOLS, "misses": misses})  # fmt: skip


if __name__ == "__main__":
    main()
