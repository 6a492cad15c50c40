"""The audit trail of answers: ids, versions, decisions and times; never a question or a passage.

In: what each stage decided about an answer. Out: a record that explains it to somebody entitled to it, kept
for a declared time. Source: LMS evidence article, failure taxonomy.
"""

from fidedigno.trace.explain import Explanation, explain
from fidedigno.trace.format import trace_as_dict
from fidedigno.trace.make import trace_of
from fidedigno.trace.pseudonym import PseudonymKey
from fidedigno.trace.reader import Opened, TraceReader
from fidedigno.trace.record import TRACE_VERSION, Trace
from fidedigno.trace.store import Page, TraceStore
from fidedigno.trace.trail import acting

__all__ = [
    "TRACE_VERSION",
    "Explanation",
    "Opened",
    "Page",
    "PseudonymKey",
    "Trace",
    "TraceReader",
    "TraceStore",
    "acting",
    "explain",
    "trace_as_dict",
    "trace_of",
]
