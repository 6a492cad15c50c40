"""The context that needs no model: where a piece stands, whom its document concerns, since when it counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from fidedigno.model import ALWAYS, Validity

MAX_PLACE_CHARACTERS = 300
"""Some 75 tokens: the embedder's limit is left to the text."""
MAX_SCOPE_CHARACTERS = 120


@dataclass(frozen=True, slots=True)
class DocumentPlace:
    """What the whole document says of each of its pieces.

    ``scope`` is whom or what it concerns (service, course, environment …), by name.
    """

    title: str
    scope: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    validity: Validity = ALWAYS


def structural_context(document: DocumentPlace, section: tuple[str, ...]) -> str:
    """The title and the path of headings; then scope and dates, where there are any. At most two lines.

    >>> structural_context(DocumentPlace("Runbook", {"service": "PaymentService"}), ("Runbook", "Timeouts"))
    'Runbook › Timeouts\\nservice: PaymentService'
    """
    place = " › ".join(dict.fromkeys((document.title, *section)))[:MAX_PLACE_CHARACTERS]
    concerns = " · ".join(_concerns(document))[:MAX_SCOPE_CHARACTERS]
    return "\n".join(line for line in (place, concerns) if line)


def _concerns(document: DocumentPlace) -> Iterator[str]:
    for name, value in sorted(document.scope.items()):
        yield f"{name}: {value}"
    validity = document.validity
    if validity.effective_from or validity.effective_until:
        ends = (validity.effective_from, validity.effective_until)
        yield " – ".join(f"{end:%Y-%m-%d}" if end else "…" for end in ends)
