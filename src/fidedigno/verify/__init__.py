"""The check after drafting: each claim against the plan and the exact evidence that carries it.

In: claims, plan and cards. Out: a verdict for each claim. It never repairs silently and never takes the text
alone. Source: LMS evidence article, response contract.
"""

from fidedigno.verify.claims import Checked, verify_claims

__all__ = ["Checked", "verify_claims"]
