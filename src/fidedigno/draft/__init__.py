"""Drafting: from permitted passages to claims, each with its evidence.

In come a question and the candidates that this person may read; out goes a :class:`Draft`. A writer uses
nothing but those passages (LMS evidence article, the writer; permissions article, safe answers) and never
follows what a passage says. It does not decide whether the draft is enough: ``consolidate`` does.
"""

from fidedigno.draft.draft import Draft, DraftClaim
from fidedigno.draft.extractive import ExtractiveWriter, Similarity
from fidedigno.draft.governed import GovernedDraft, write_covered

__all__ = ["Draft", "DraftClaim", "ExtractiveWriter", "GovernedDraft", "Similarity", "write_covered"]
