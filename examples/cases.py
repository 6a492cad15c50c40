"""Questions with what must happen, and the comparison of an answer with it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import yaml

from fidedigno.model import Answer, Decision

ANY_DECISION = "any"


@dataclass(frozen=True, slots=True)
class Case:
    """One question of one person at one date, and what the answer must and must not hold."""

    id: str
    person: str
    question: str
    at: datetime
    decision: str
    tests: str
    documents: tuple[str, ...] = ()
    says: str = ""
    never: tuple[str, ...] = ()
    corpora: tuple[str, ...] = ()
    limit: str = ""

    @property
    def expected(self) -> str:
        """What is expected, in a few words."""
        names = [document.removesuffix("/README.md").rsplit("/", 1)[-1] for document in self.documents]
        return " or ".join(names) or (self.decision if self.decision != ANY_DECISION else "nothing of it")

    def failures(self, answer: Answer) -> list[str]:
        """Why ``answer`` is not the expected one; empty when it is."""
        cited = cited_documents(answer)
        found: list[str] = []
        if self.decision not in (ANY_DECISION, answer.decision.value):
            found.append(f"decided {answer.decision.value}")
        if self.documents and not any(_matches(uri, self.documents) for uri in cited):
            found.append("does not cite the document")
        if self.says.casefold() not in answer.text.casefold():
            found.append(f"does not say «{self.says}»")
        return found + self.violations(answer)

    def violations(self, answer: Answer) -> list[str]:
        """Documents that this answer cites and never may: no known limit excuses these."""
        return [f"cites {uri}" for uri in cited_documents(answer) if _matches(uri, self.never)]

    def is_wrong(self, answer: Answer) -> bool:
        """Whether the answer is not the expected one, known limits aside."""
        return bool(self.violations(answer) if self.limit else self.failures(answer))


def load_cases(path: Path) -> list[Case]:
    """Read a questions file; the keys are explained at the top of ``campus/questions.yaml``."""
    content = yaml.safe_load(path.read_text(encoding="utf-8"))
    return [_case(entry, content["at"]) for entry in content["questions"]]


def _case(entry: dict[str, Any], default_at: datetime) -> Case:
    decision = entry["decision"]
    if decision != ANY_DECISION:
        Decision(decision)
    return Case(
        id=entry["id"],
        person=entry["as"],
        question=entry["ask"],
        at=entry.get("at", default_at),
        decision=decision,
        tests=entry["tests"],
        documents=tuple(entry.get("document", ())),
        says=entry.get("says", ""),
        never=tuple(entry.get("never", ())),
        corpora=tuple(entry.get("corpora", ())),
        limit=entry.get("limit", ""),
    )


def cited_documents(answer: Answer) -> list[str]:
    """The documents that an answer cites, first cited first."""
    return list(dict.fromkeys(card.locator.uri for card in answer.evidence))


def _matches(uri: str, documents: tuple[str, ...]) -> bool:
    return any(uri == document or uri.endswith(f"/{document}") for document in documents)
