"""Measuring answers: expected against given, and which part failed.

In: cases with what is expected. Out: results that name the component to repair. It never averages failures of
different components into one score. Source: LMS evidence article, six families of tests.
"""

from fidedigno.evaluate.attribution import attribute
from fidedigno.evaluate.cases import Case, load_cases
from fidedigno.evaluate.changes import SourceChange, SourceState, changed_sources
from fidedigno.evaluate.expectation import DocumentRef, Expectation, ExpectedFact
from fidedigno.evaluate.failure import Failure, FailureKind, Reason, Stage
from fidedigno.evaluate.impact import Affected, Basis, Concern, ImpactMap, basis_of
from fidedigno.evaluate.map_file import read_map, write_map
from fidedigno.evaluate.run import Run
from fidedigno.evaluate.snapshot import sources_in

__all__ = [
    "Affected",
    "Basis",
    "Case",
    "Concern",
    "DocumentRef",
    "Expectation",
    "ExpectedFact",
    "Failure",
    "FailureKind",
    "ImpactMap",
    "Reason",
    "Run",
    "SourceChange",
    "SourceState",
    "Stage",
    "attribute",
    "basis_of",
    "changed_sources",
    "load_cases",
    "read_map",
    "sources_in",
    "write_map",
]
