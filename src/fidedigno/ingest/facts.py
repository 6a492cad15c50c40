"""What parsing found in a document that its label is made of, kept so that a new label needs no parsing.

Facts hold for one content, read with one language and timezone of the corpus (:func:`reading_of`). They keep
the keys of front matter that Fidedigno understands, the title, the language and counts of personal data; no
other word of the document.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from fidedigno.access.encode import decode_acl, encode_acl
from fidedigno.ingest.overrides import Overrides
from fidedigno.ingest.personal_data import PersonalDataKind
from fidedigno.model import Corpus, Sensitivity


@dataclass(frozen=True, slots=True)
class ContentFacts:
    """``language`` is empty where it was not looked for, because the document says its own.

    ``reading`` is :func:`reading_of` the corpus for which the facts were found.
    """

    title: str
    language: str
    parser: str
    personal_data: Mapping[PersonalDataKind, int]
    front_matter: Overrides
    reading: str


def reading_of(corpus: Corpus) -> str:
    """What of a corpus decides what is found in a document: facts of another reading are not used."""
    return f"{corpus.language or ''}|{corpus.zone}"


def encode_facts(facts: ContentFacts) -> str:
    """Facts as JSON; empty, which says that nothing is known, where they cannot be written so."""
    front: dict[str, Any] = {
        field.name: value
        for field in fields(Overrides)
        if (value := getattr(facts.front_matter, field.name)) not in (None, ())
    }
    if "acls" in front:
        front["acls"] = [encode_acl(acl) for acl in front["acls"]]
    if "sensitivities" in front:
        front["sensitivities"] = [each.name for each in front["sensitivities"]]
    if "scope" in front:
        front["scope"] = dict(front["scope"])
    said = {
        "title": facts.title,
        "language": facts.language,
        "parser": facts.parser,
        "personal_data": {kind.value: count for kind, count in facts.personal_data.items()},
        "front_matter": front,
        "reading": facts.reading,
    }
    try:
        return json.dumps(said, separators=(",", ":"))
    except TypeError:
        return ""


def decode_facts(encoded: str) -> ContentFacts | None:
    """The facts that :func:`encode_facts` wrote; ``None`` for a text that it did not write."""
    try:
        said = json.loads(encoded)
        front = dict(said["front_matter"])
        front["acls"] = tuple(decode_acl(each) for each in front.get("acls", ()))
        front["sensitivities"] = tuple(Sensitivity[each] for each in front.get("sensitivities", ()))
        front = {key: tuple(value) if isinstance(value, list) else value for key, value in front.items()}
        return ContentFacts(
            title=said["title"],
            language=said["language"],
            parser=said["parser"],
            personal_data={PersonalDataKind(kind): n for kind, n in said["personal_data"].items()},
            front_matter=Overrides(**front),
            reading=said["reading"],
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
