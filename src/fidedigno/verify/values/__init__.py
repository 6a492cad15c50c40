"""Typed values of a claim against those of a sentence of evidence.

In: two statements. Out: where the claim's numbers, amounts, dates, hours, durations, periods, limits and versions
agree with the evidence, differ from it, or have nothing there to be compared with. Values are compared in one unit
and by subject, so that two different facts do not contradict each other; nothing is judged from the text as a
whole. Source: hallucination detector article, check 3.
"""

from fidedigno.verify.values.across import weigh_values
from fidedigno.verify.values.compare import compare_values
from fidedigno.verify.values.find import find_values
from fidedigno.verify.values.qualities import weigh_qualities
from fidedigno.verify.values.value import Bound, Kind, Value
from fidedigno.verify.values.weekdays import find_weekday_misfits
from fidedigno.verify.values.words_of_values import is_of_a_value

__all__ = [
    "Bound",
    "Kind",
    "Value",
    "compare_values",
    "find_values",
    "find_weekday_misfits",
    "is_of_a_value",
    "weigh_qualities",
    "weigh_values",
]
