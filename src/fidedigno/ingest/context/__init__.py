"""Contexts: what a piece of a document is told about its whole, so that it can be found.

A context stands before the text of a chunk for the vectors and for BM25. It is generated: it is never shown as a
source, never quoted, and never changes the original (architectures article, contextual retrieval).
"""

from fidedigno.ingest.context.structural import DocumentPlace, structural_context

__all__ = ["DocumentPlace", "structural_context"]
