"""The four failures, the stages of the road, and the words for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

import yaml

from fidedigno.catalogue import read_catalogue
from fidedigno.ingest.analyse import LANGUAGES


class FailureKind(StrEnum):
    """The four failures of the LMS evidence article, each repaired elsewhere."""

    COVERAGE = "coverage"
    """Needed evidence was not there."""
    AUTHORITY = "authority"
    """It was there, and a source without the right to ruled, or a conflict was not declared."""
    USE = "use"
    """The right evidence was there and was not used faithfully."""
    AUTHORISATION = "authorisation"
    """Something was gathered or told that this person may not read."""


class Stage(StrEnum):
    """The parts of the road, in its order."""

    PLANNING = "planning"
    RETRIEVAL = "retrieval"
    STATE = "state"
    CONSOLIDATION = "consolidation"
    GENERATION = "generation"
    VERIFICATION = "verification"
    DELIVERY = "delivery"


class Reason(StrEnum):
    """What went wrong, in a code."""

    WRONG_CLASS = "wrong_class"
    WRONG_ROUTE = "wrong_route"
    NEEDLESS_QUESTION = "needless_question"
    ASSUMED_SCOPE = "assumed_scope"
    SLOT_MISSING = "slot_missing"
    SLOT_DIFFERS = "slot_differs"
    FACT_NOT_REQUIRED = "fact_not_required"
    NOT_GATHERED = "not_gathered"
    SECTION_NOT_GATHERED = "section_not_gathered"
    FORBIDDEN_GATHERED = "forbidden_gathered"
    STATE_UNVERIFIABLE = "state_unverifiable"
    STATE_NOT_READ = "state_not_read"
    STATE_DIFFERS = "state_differs"
    WRONGLY_SET_ASIDE = "wrongly_set_aside"
    WRONG_SOURCE_RULED = "wrong_source_ruled"
    WRONG_VALUE_RULED = "wrong_value_ruled"
    FALSE_CONFLICT = "false_conflict"
    CONFLICT_MISSED = "conflict_missed"
    CONFLICT_NOT_HEEDED = "conflict_not_heeded"
    GAP_FILLED = "gap_filled"
    GAP_NOT_HEEDED = "gap_not_heeded"
    NOT_RECOGNISED = "not_recognised"
    STATUS_DIFFERS = "status_differs"
    INSUFFICIENT_ACCEPTED = "insufficient_accepted"
    NOT_IN_EVIDENCE = "not_in_evidence"
    FACT_OMITTED = "fact_omitted"
    NOT_CITED = "not_cited"
    SET_ASIDE_USED = "set_aside_used"
    WORDS_MISSING = "words_missing"
    WORDS_UNWANTED = "words_unwanted"
    NOTHING_WRITTEN = "nothing_written"
    PASSED_UNSUPPORTED = "passed_unsupported"
    REJECTED_SUPPORTED = "rejected_supported"
    REJECTED_DELIVERED = "rejected_delivered"
    CLAIM_LOST = "claim_lost"
    GAP_NOT_DECLARED = "gap_not_declared"
    CONFLICT_NOT_DECLARED = "conflict_not_declared"
    WRONG_LANGUAGE = "wrong_language"
    FORBIDDEN_CITED = "forbidden_cited"
    DECISION_DIFFERS = "decision_differs"


@dataclass(frozen=True, slots=True)
class Failure:
    """One failure: which of the four, at which stage, why, and of which fact, document or claim."""

    kind: FailureKind
    stage: Stage
    reason: Reason
    subject: str = ""

    def says(self, language: str) -> str:
        """The failure in a sentence, for those who repair it: it may name what an asker may not see."""
        chosen = language if language in LANGUAGES else "en"
        words = wording()
        parts = f"{words[f'stage.{self.stage.value}'][chosen]} · {words[f'kind.{self.kind.value}'][chosen]}"
        sentence = f"{parts}: {words[f'reason.{self.reason.value}'][chosen]}"
        return f"{sentence} ({self.subject})" if self.subject else sentence


@cache
def wording() -> Mapping[str, Mapping[str, str]]:
    """The words of every kind, stage and reason, checked."""
    text = files("fidedigno.evaluate").joinpath("failure.yaml").read_text(encoding="utf-8")
    return read_catalogue(yaml.safe_load(text))
