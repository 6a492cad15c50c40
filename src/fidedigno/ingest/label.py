"""Labels: a document's nine ingestion controls, captured whole or the document is refused.

From the permissions article: source system, id, owner, access list, sensitivity, created/updated, review
date, whether AI may use it, and whether it holds personal data.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from fidedigno.errors import DocumentRefusedError
from fidedigno.ingest.boundaries import misplaced
from fidedigno.ingest.declaration import CorpusDeclaration
from fidedigno.ingest.freshness import FreshnessRule, rule_for
from fidedigno.ingest.labels import LabelVerdict
from fidedigno.ingest.overrides import Overrides
from fidedigno.ingest.periods import parse_date
from fidedigno.ingest.personal_data import SENSITIVE_KINDS, PersonalDataKind
from fidedigno.model import (
    UNKNOWN,
    AccessList,
    AclState,
    Corpus,
    Sensitivity,
    SourceDocument,
    Validity,
    WhenStale,
)


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What the file itself tells. ``title`` and ``language`` come from parsing it."""

    external_id: str
    media_type: str
    modified_at: datetime
    title: str
    language: str
    personal_data: Collection[PersonalDataKind] = ()


def label_document(declaration: CorpusDeclaration, overrides: Overrides, facts: FileFacts) -> SourceDocument:
    """Combine what corpus, document and file say.

    Where nothing gives the dates of creation and change, the file's modification time is both. The review
    date is the declared one, or the date of change or review plus the interval of the freshness rule that the
    document falls under, else the corpus' freshness.

    Raises:
        DocumentRefusedError: naming the control that is missing, contradictory or forbids indexing.
    """
    corpus = declaration.corpus
    name = facts.external_id
    if not corpus.ai_allowed or overrides.ai_allowed is False:
        raise DocumentRefusedError(
            f"{name}: its owner does not allow AI to use it", "Nothing to do, unless ai_allowed is a mistake."
        )
    labels = overrides.labels or {}
    means = _labels(name, declaration, labels)
    acl = _access_list(declaration, overrides)
    if acl.state is AclState.UNKNOWN:
        raise DocumentRefusedError(
            f"{name}: missing control: access list",
            "Declare acl in corpus.yaml, in the front matter or in the sidecar; write 'nobody' to close it.",
        )
    sensitivity = max((corpus.sensitivity, *overrides.sensitivities, *means.sensitivities))
    _check_personal_data(name, sensitivity, overrides.personal_data, facts.personal_data, means)
    wrong = misplaced(corpus, acl, sensitivity, is_own=bool(overrides.acls))
    if wrong:
        raise DocumentRefusedError(f"{name}: {wrong}", "Put it into a corpus of its own audience.")
    rule = rule_for(name, declaration.freshness_rules)
    created, updated = _dates(corpus, overrides, facts)
    review = _review(corpus, overrides, name, updated, rule)
    return SourceDocument(
        source=declaration.source,
        external_id=name,
        corpus=corpus.name,
        title=overrides.title or facts.title,
        media_type=facts.media_type,
        owner=overrides.owner or (rule.owner if rule else None) or corpus.owner,
        acl=acl.normalised(),
        sensitivity=sensitivity,
        authority=overrides.authority or corpus.authority,
        created_at=created,
        updated_at=updated,
        review_at=review,
        ai_allowed=True,
        contains_personal_data=means.personal_data
        or (bool(facts.personal_data) if overrides.personal_data is None else overrides.personal_data),
        language=overrides.language or facts.language,
        version_label=overrides.version,
        validity=_validity(name, overrides, corpus.zone),
        scope=tuple(sorted({**declaration.scope, **(overrides.scope or {})}.items())),
        supports=overrides.supports or (),
        series=overrides.series or "",
        labels=tuple(sorted(labels.items())),
        stale_from=review if corpus.when_stale is WhenStale.EXCLUDE else None,
    )


def _labels(name: str, declaration: CorpusDeclaration, labels: Mapping[str, str]) -> LabelVerdict:
    means = declaration.labels.judge(labels)
    if means.no_ai:
        raise DocumentRefusedError(
            f"{name}: a label of its system forbids AI to use it",
            "Nothing to do, unless the label is a mistake.",
        )
    if means.unknown:
        raise DocumentRefusedError(
            f"{name}: the corpus does not say what {len(means.unknown)} of its label(s) mean",
            "Add them to label_sensitivity in corpus.yaml.",
        )
    return means


def _dates(corpus: Corpus, overrides: Overrides, facts: FileFacts) -> tuple[datetime, datetime]:
    """When it was created and changed."""
    name, zone = facts.external_id, corpus.zone
    updated = _date(name, "updated", overrides.updated, zone) or facts.modified_at
    created = _date(name, "created", overrides.created, zone) or min(updated, facts.modified_at)
    if updated < created:
        raise DocumentRefusedError(
            f"{name}: it was updated before it was created", "Correct one of the dates."
        )
    return created, updated


def _review(
    corpus: Corpus, overrides: Overrides, name: str, updated: datetime, rule: FreshnessRule | None
) -> datetime:
    """When it must be reviewed. What it says itself can make that sooner than its rule, not later."""
    said = _date(name, "review", overrides.review, corpus.zone)
    reviewed = _date(name, "reviewed", overrides.reviewed, corpus.zone)
    looked_at = max(updated, reviewed or updated)
    try:
        if rule is None:
            return said or looked_at + corpus.freshness
        due = rule.due(looked_at, corpus.freshness)
        return min(said, due) if said else due
    except OverflowError:
        raise DocumentRefusedError(
            f"{name}: missing control: review date", "Declare review, or a freshness."
        ) from None


def _access_list(declaration: CorpusDeclaration, overrides: Overrides) -> AccessList:
    default = declaration.corpus.default_acl
    if not overrides.acls:
        return default or UNKNOWN
    own = AccessList.all_of(*overrides.acls)
    if declaration.documents_may_widen or default is None:
        return own
    return AccessList.all_of(default, own)


def _check_personal_data(
    name: str,
    sensitivity: Sensitivity,
    declared: bool | None,
    found: Collection[PersonalDataKind],
    labels: LabelVerdict,
) -> None:
    """Identity numbers, accounts and cards in a public document are a leak unless its owner declares them.

    Telephone numbers and e-mail addresses are ordinary in public documents and are only recorded.
    """
    if labels.personal_data and sensitivity is Sensitivity.PUBLIC:
        raise DocumentRefusedError(
            f"{name}: a public document that a label says holds personal data",
            "Remove the label or the data, or raise the sensitivity.",
        )
    serious = sorted(kind.value for kind in set(found) & SENSITIVE_KINDS)
    if serious and sensitivity is Sensitivity.PUBLIC and declared is not True:
        raise DocumentRefusedError(
            f"{name}: a public document that holds personal data ({', '.join(serious)})",
            "Remove it, raise the sensitivity, or declare personal_data: true if it may be published.",
        )


def _date(name: str, key: str, value: str | None, timezone: str) -> datetime | None:
    if value is None:
        return None
    try:
        return parse_date(value, timezone).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise DocumentRefusedError(f"{name}: {key}: {error}", "Correct the date.") from None


def _validity(name: str, overrides: Overrides, timezone: str) -> Validity:
    start = _date(name, "effective_from", overrides.effective_from, timezone)
    end = _date(name, "effective_until", overrides.effective_until, timezone)
    try:
        return Validity(start, end)
    except ValueError as error:
        raise DocumentRefusedError(f"{name}: {error}", "Correct one of the dates.") from None


def label_hash(document: SourceDocument) -> str:
    """A hash of everything about a document that is not its content: a change of it re-labels, no more."""
    parts = (
        document.source,
        document.external_id,
        document.corpus,
        document.title or "",
        document.media_type,
        document.owner,
        document.acl.digest,
        document.sensitivity.name,
        document.authority,
        document.created_at.isoformat(),
        document.updated_at.isoformat(),
        document.review_at.isoformat(),
        document.stale_from.isoformat() if document.stale_from else "",
        str(document.contains_personal_data),
        document.language or "",
        document.version_label or "",
        document.validity.start.isoformat(),
        document.validity.end.isoformat(),
        *(f"{key}={value}" for key, value in document.scope),
        *document.supports,
        document.series,
        *(f"{key}={value}" for key, value in document.labels),
    )
    return hashlib.sha256("\x00".join(f"{len(part)}:{part}" for part in parts).encode()).hexdigest()
