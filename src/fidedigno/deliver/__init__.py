"""Deliver: what leaves the system, sanitised.

In: an answer. Out: its plain-data contract, its citations and its wording in the reader's language. It
must never add a fact, and never let a text of a document act on a terminal or a browser.
"""

from fidedigno.deliver.assemble import Outcome, assemble
from fidedigno.deliver.citation import citation
from fidedigno.deliver.contract import (
    CONTRACT_VERSION,
    answer_as_dict,
    answer_schema,
    candidate_as_dict,
    evidence_as_dict,
    matrix_as_dict,
)
from fidedigno.deliver.render import render
from fidedigno.deliver.sanitise import for_markdown, for_terminal
from fidedigno.deliver.wording import message

__all__ = [
    "CONTRACT_VERSION",
    "Outcome",
    "answer_as_dict",
    "answer_schema",
    "assemble",
    "candidate_as_dict",
    "citation",
    "evidence_as_dict",
    "for_markdown",
    "for_terminal",
    "matrix_as_dict",
    "message",
    "render",
]
