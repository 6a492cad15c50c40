"""Candidates are made by retrieval; consolidation reads them."""

from fidedigno.gather.candidate import Candidate

__all__ = ["Candidate"]
