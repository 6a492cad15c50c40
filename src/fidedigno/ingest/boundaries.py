"""The limits between corpora that ingestion keeps: what is refused, what is only said, and in which words.

From the permissions article: separate by audience and sensitivity; the fewer audiences a corpus serves, the
easier it is to see where it could leak. Each of the five audiences has its rule. What contradicts itself is
refused; what was legal before there were rules is said at every ingestion.
"""

from __future__ import annotations

from collections.abc import Iterator

from fidedigno.errors import CorpusRefusedError
from fidedigno.ingest.report import Problem
from fidedigno.model import (
    AccessList,
    AccessPattern,
    Audience,
    Corpus,
    Identity,
    Principal,
    PrincipalKind,
    Sensitivity,
)

_CLOSED = {Audience.CUSTOMER, Audience.RESTRICTED}
_PUBLIC = Identity.public("")


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


def mixed(corpus: Corpus) -> Problem | None:
    """Why a declaration mixes what may not be in one corpus; ``None`` if it does not."""
    named = list(_granted(corpus.default_acl))
    if corpus.audience is Audience.PUBLIC and corpus.sensitivity > Sensitivity.INTERNAL:
        reason = f"its audience is everybody and its sensitivity {corpus.sensitivity.name.lower()}"
    elif corpus.audience in _CLOSED and any(each.kind in _WIDE for each in named):
        reason = (
            f"its audience is {corpus.audience.value}, and its access list names everybody or a whole domain"
        )
    else:
        return None
    return Problem(
        corpus.name,
        "refused",
        CorpusRefusedError.code,
        reason,
        "divide it by audience and sensitivity, or correct the declaration",
    )


_WIDE = {PrincipalKind.ANYONE, PrincipalKind.DOMAIN}


def doubts(corpus: Corpus, *, audited: bool) -> Iterator[str]:
    """What a declaration says that the rule of its audience does not expect.

    Args:
        corpus: as it was declared.
        audited: whether somebody may read why answers were given.
    """
    kinds = {each.kind for each in _granted(corpus.default_acl)}
    audience, name = corpus.audience, f"corpus {corpus.name}"
    has_list = corpus.default_acl is not None and bool(kinds)
    if audience is Audience.PUBLIC and corpus.sensitivity is not Sensitivity.PUBLIC:
        yield f"{name}: a public corpus goes with sensitivity public"
    if audience in {Audience.INTERNAL, Audience.DEPARTMENT} and PrincipalKind.ANYONE in kinds:
        yield f"{name}: only a public corpus grants to anyone; this one is {audience.value}"
    if audience in {Audience.DEPARTMENT, Audience.CUSTOMER} and has_list and PrincipalKind.GROUP not in kinds:
        yield f"{name}: a {audience.value} corpus names groups, and its access list names none"
    if audience is Audience.CUSTOMER and not audited:
        yield f"{name}: records of customers ask for an audit; name somebody in the setting auditors"
    if audience is Audience.RESTRICTED and PrincipalKind.GROUP in kinds:
        yield f"{name}: a restricted corpus names people, and its access list names groups"
    if audience is Audience.RESTRICTED and corpus.access_pattern is AccessPattern.METADATA_FILTER:
        yield f"{name}: a restricted corpus has an index of its own; this one declares metadata_filter"
    if audience is Audience.INTERNAL and corpus.sensitivity is Sensitivity.RESTRICTED:
        yield f"{name}: sensitivity restricted with an internal audience"


def misplaced(corpus: Corpus, acl: AccessList, sensitivity: Sensitivity, *, is_own: bool) -> str:
    """Why a document does not belong in its corpus; empty if it does.

    Args:
        corpus: the corpus.
        acl: who may read the document.
        sensitivity: of the document.
        is_own: whether the document brought an access list of its own.
    """
    if corpus.audience is Audience.PUBLIC and sensitivity > max(corpus.sensitivity, Sensitivity.PUBLIC):
        return f"sensitivity {sensitivity.name.lower()} in a public corpus"
    narrow = corpus.audience in _CLOSED or (corpus.audience is Audience.DEPARTMENT and is_own)
    if narrow and acl.allows(_PUBLIC):
        return f"open to anyone in a corpus of audience {corpus.audience.value}"
    return ""


def _granted(acl: AccessList | None) -> Iterator[Principal]:
    for clause in acl.clauses if acl is not None else ():
        yield from clause
