"""Comparators of meaning that are no typed values: denial, opposites, shares, obligation, roles, attributes.

In: a claim and the sentences of evidence that seem to speak of the same thing. Out: where the claim says otherwise,
and how sure that is. Rules and word lists of Spanish and English alone; what a rule cannot tell stays untold.
"""

from fidedigno.verify.polarity.compare import compare_polarity, weigh_polarity
from fidedigno.verify.polarity.levels import weigh_levels

__all__ = ["compare_polarity", "weigh_levels", "weigh_polarity"]
