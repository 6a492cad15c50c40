"""The limits between corpora that ingestion keeps: what is refused, what is only said, and in which words."""

from __future__ import annotations

from fidedigno.errors import CorpusRefusedError
from fidedigno.ingest.report import Problem


def not_approved(corpus: str) -> Problem:
    """That a restricted corpus was not read."""
    return Problem(
        corpus,
        "refused",
        CorpusRefusedError.code,
        "restricted, and not approved by both security and legal as it is declared now",
        f"have two people say so with 'fidedigno corpora approve {corpus} --by USER --role security|legal "
        "--until DATE', then ingest it again",
    )


def withdrawn(corpus: str, documents: int) -> str:
    """That what a corpus held was taken out."""
    return f"{documents} document(s) of the corpus {corpus} were withdrawn: no approval stands for it"
