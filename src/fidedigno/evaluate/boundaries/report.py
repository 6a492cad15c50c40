"""What a run of the boundary suite found, by persona and kind of question."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from fidedigno.evaluate.boundaries.judge import Leak
from fidedigno.evaluate.boundaries.personas import Persona
from fidedigno.evaluate.boundaries.questions import ProbeKind
from fidedigno.evaluate.boundaries.twins import Timing

REPORT_VERSION = "1"


@dataclass(slots=True)
class Cell:
    """One persona and one kind of question.

    ``answered`` counts what was stated from readable documents alone, ``on_target`` those that cite the
    document asked about. ``witnessed`` counts the questions about closed documents by which somebody who may read
    them found them: there was something to withhold. ``compared`` counts refusals compared with that of an
    invented thing.
    ``not_applicable`` says why nothing could be asked.
    """

    persona: Persona
    kind: ProbeKind
    asked: int = 0
    answered: int = 0
    on_target: int = 0
    refused: int = 0
    violations: int = 0
    calls: int = 0
    witnessed: int = 0
    compared: int = 0
    not_applicable: str = ""

    def as_dict(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "persona": self.persona.kind.value,
            "user": self.persona.user,
            "made_up": self.persona.made_up,
            "kind": self.kind.value,
            "asked": self.asked,
            "answered": self.answered,
            "on_target": self.on_target,
            "refused": self.refused,
            "violations": self.violations,
            "calls": self.calls,
            "witnessed": self.witnessed,
            "compared": self.compared,
            "not_applicable": self.not_applicable,
        }


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that reached somebody who may not know it. It names documents by path, never their words."""

    persona: str
    user: str
    probe: str
    wording: str
    route: str
    leak: Leak
    document: str
    form: str = ""

    def as_dict(self) -> dict[str, str]:
        """For ``--json``."""
        return {
            "persona": self.persona,
            "user": self.user,
            "probe": self.probe,
            "wording": self.wording,
            "route": self.route,
            "leak": self.leak.value,
            "document": self.document,
            "form": self.form,
        }


@dataclass(frozen=True, slots=True)
class Stage:
    """A moment of the offboarding test.

    ``control`` counts the closed-to-the-public documents that an account with the same groups retrieved: where
    it is 0 the stage shows nothing. ``retrieved`` counts what the disabled account was given, and must be 0.
    """

    name: str
    retrieved: int
    control: int
    note: str = ""
    reached: bool = True

    def as_dict(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "stage": self.name,
            "reached": self.reached,
            "retrieved": self.retrieved,
            "control": self.control,
            "note": self.note,
        }


@dataclass(slots=True)
class BoundaryReport:
    """A whole run. It holds names of accounts and paths of documents: it is for whoever runs the workspace."""

    started: datetime
    seed: int
    per_cell: int
    strict_timing: bool = False
    cells: list[Cell] = field(default_factory=list)
    violations: list[Violation] = field(default_factory=list)
    routes: dict[str, int] = field(default_factory=dict)
    routes_not_asked: list[str] = field(default_factory=list)
    timings: dict[str, Timing] = field(default_factory=dict)
    offboarding: list[Stage] = field(default_factory=list)
    documents: int = 0
    marks: int = 0
    seconds: float = 0.0
    notes: list[str] = field(default_factory=list)

    @property
    def usefulness(self) -> float | None:
        """Answered on the document asked about, out of all answerable questions; ``None`` where none was asked."""
        cells = list(self._answerable())
        asked = sum(cell.asked for cell in cells)
        return sum(cell.on_target for cell in cells) / asked if asked else None

    @property
    def asked(self) -> int:
        """How many questions were asked."""
        return sum(cell.asked for cell in self.cells)

    @property
    def calls(self) -> int:
        """How many calls were looked through."""
        return sum(self.routes.values())

    @property
    def passed(self) -> bool:
        """Whether nothing leaked, something was asked, and no way to documents or stage was left out."""
        slow = self.strict_timing and any(not each.same_class for each in self.timings.values())
        whole = not self.routes_not_asked and all(each.reached for each in self.offboarding)
        return not self.violations and bool(self.asked) and whole and not slow

    def as_dict(self) -> dict[str, Any]:
        """For ``--json``; stable under ``version``."""
        return {
            "version": REPORT_VERSION,
            "passed": self.passed,
            "violations": [each.as_dict() for each in self.violations],
            "usefulness": None if self.usefulness is None else round(self.usefulness, 4),
            "asked": self.asked,
            "calls": self.calls,
            "started": self.started.isoformat(),
            "seconds": round(self.seconds, 1),
            "seed": self.seed,
            "per_cell": self.per_cell,
            "documents": self.documents,
            "marks": self.marks,
            "cells": [each.as_dict() for each in self.cells],
            "routes": dict(self.routes),
            "routes_not_asked": list(self.routes_not_asked),
            "timing": {
                name: {
                    "pairs": each.pairs,
                    "ratio": round(each.ratio, 3),
                    "interval": [round(each.low, 3), round(each.high, 3)],
                    "same_class": each.same_class,
                }
                for name, each in self.timings.items()
            },
            "strict_timing": self.strict_timing,
            "offboarding": [each.as_dict() for each in self.offboarding],
            "notes": list(self.notes),
        }

    def _answerable(self) -> Iterator[Cell]:
        """The answerable cells of those who should get an answer."""
        for cell in self.cells:
            if cell.kind is ProbeKind.ANSWERABLE and cell.persona.enabled:
                yield cell
