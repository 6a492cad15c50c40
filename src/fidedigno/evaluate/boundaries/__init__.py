"""The boundary suite: seven personas, five kinds of questions, and no leak allowed.

In: any workspace. Out: a report that says, for each persona and kind, what was asked, answered and refused,
and every violation. Source: permissions article, "tests of permission boundaries". It judges by the stored
rows alone and never by the code that it tests; it never writes into the workspace that people use.
"""

from fidedigno.evaluate.boundaries.report import BoundaryReport, Cell, Stage, Violation
from fidedigno.evaluate.boundaries.run import BoundaryOptions, OnStep, run_boundaries

__all__ = ["BoundaryOptions", "BoundaryReport", "Cell", "OnStep", "Stage", "Violation", "run_boundaries"]
