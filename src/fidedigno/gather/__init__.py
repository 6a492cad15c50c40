"""Gather: find permitted passages for a question.

In: a question and an identity. Out: candidates with their evidence cards, best first, found inside the
access filter by vectors, words and whole identifiers and fused by position (architectures article,
hybrid search). It must never see, count or drop a passage that the identity may not read.
"""

from fidedigno.gather.candidate import Candidate
from fidedigno.gather.fuse import RRF_K, reciprocal_rank_fusion
from fidedigno.gather.hybrid import Gathered, HybridRetriever
from fidedigno.gather.policy import RetrievalPolicy

__all__ = [
    "RRF_K",
    "Candidate",
    "Gathered",
    "HybridRetriever",
    "RetrievalPolicy",
    "reciprocal_rank_fusion",
]
