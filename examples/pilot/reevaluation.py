"""Criterion 7: a source is changed, and the cases that rest on it are listed and run again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from campus import Clock, Result, ask
from criteria import Criterion

from fidedigno import Fidedigno
from fidedigno.evaluate import ImpactMap, basis_of, changed_sources

CHANGED = Path("bases-de-datos") / "guia-2026-27.md"
OLD, NEW = "pierde el 10 % de la nota", "pierde el 20 % de la nota"


def reevaluated(fidedigno: Fidedigno, results: Sequence[Result], clock: Clock, folder: Path) -> Criterion:
    """7. Change the late penalty in the guide; the cases that rest on it run again, and only they may differ.

    The others are run too, to see that none of them had to be listed.
    """
    asked = [each for each in results if not each.case.id.startswith("down-")]
    before = fidedigno.sources()
    known = ImpactMap({r.case.id: basis_of(r.case, r.run, before) for r in asked}, before)
    file = folder / "sources" / CHANGED
    text = file.read_text(encoding="utf-8")
    if OLD not in text:
        raise SystemExit(f"{CHANGED} does not say «{OLD}» any more")
    file.write_text(text.replace(OLD, NEW), encoding="utf-8")
    fidedigno.ingest(file.parent)
    changes = changed_sources(before, fidedigno.sources())
    listed = {each.case_id for each in known.affected(changes)}
    again = {each.case.id: ask(fidedigno, each.case, clock) for each in asked}
    differ = {each.case.id for each in asked if _said(each) != _said(again[each.case.id])}
    missed = differ - listed
    told = "20 %" in again["late-penalty"].done.answer.text
    counted = (
        f"{len(changes)} source changed, {len(listed)} of {len(asked)} cases listed and run again, "
        f"{len(differ)} answered otherwise, {len(missed)} of them not listed"
    )
    broken = len(missed) + (not told) + (len(changes) != 1) + (len(listed) == len(asked))
    return Criterion("changing a source re-evaluates the cases that it affects", counted, broken)


def _said(result: Result) -> tuple[str, str]:
    answer = result.done.answer
    return answer.decision.value, answer.text
