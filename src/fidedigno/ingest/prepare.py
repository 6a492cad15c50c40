"""Prepares one document for embedding and indexing: everything that costs processor time, in one call.

:func:`prepare` takes and returns plain values, so that it can run in a pool of processes; whatever goes
wrong with a document comes back as a value too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from fidedigno.errors import DocumentFailedError, DocumentRefusedError, FidedignoError
from fidedigno.ingest.analyse import analyse
from fidedigno.ingest.chunk import chunk_document, token_counter
from fidedigno.ingest.context import DocumentPlace, structural_context
from fidedigno.ingest.cutting import Cutting
from fidedigno.ingest.declaration import CorpusDeclaration
from fidedigno.ingest.diagrams.spread import with_relations
from fidedigno.ingest.facts import ContentFacts, encode_facts, reading_of
from fidedigno.ingest.identifiers import identifiers_in
from fidedigno.ingest.label import FileFacts, label_document, label_hash
from fidedigno.ingest.language import language_named, language_of
from fidedigno.ingest.overrides import (
    NO_OVERRIDES,
    Overrides,
    merged,
    overrides_from_front_matter,
    overrides_from_sidecar,
)
from fidedigno.ingest.parse import is_supported, media_type_of, parser_for
from fidedigno.ingest.parsed import ParsedDocument
from fidedigno.ingest.personal_data import PersonalDataKind, personal_data_in
from fidedigno.ingest.rows import passage_of
from fidedigno.model import Chunk, SourceDocument
from fidedigno.model.document import CHUNK_ORDINAL_BITS
from fidedigno.sources.files import MAX_FILE_BYTES, FilesSource, FoundFile

MAX_SIDECAR_BYTES = 65_536


class Outcome(StrEnum):
    """How the preparation of one document ended."""

    READY = "ready"
    UNCHANGED = "unchanged"
    REFUSED = "refused"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class PrepareTask:
    """One file to prepare.

    ``known_hash`` is :attr:`PreparedDocument.state_hash` of what is indexed already, or ``None``: when
    nothing that it covers has changed, parsing is left out.
    """

    root: Path
    file: FoundFile
    declaration: CorpusDeclaration
    known_hash: str | None = None
    max_file_bytes: int = MAX_FILE_BYTES
    cutting: Cutting = field(default_factory=Cutting)


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a document was refused or failed; the shape of a :class:`FidedignoError`."""

    code: str
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class PreparedDocument:
    """What came of a task.

    ``document`` is set when it is ready. ``content_hash`` (SHA-256, hex) covers the bytes of the file and
    how they are parsed and cut, ``label_hash`` everything that is not content, ``state_hash`` all that
    :func:`prepare` read: file, sidecar, declaration, file time and limits. ``terms`` holds, for each
    chunk, the words that its context, header row and text are found under, joined by blanks. ``facts``
    are those of the content, as :func:`~fidedigno.ingest.facts.encode_facts` writes them.
    """

    external_id: str
    fingerprint: str
    outcome: Outcome
    content_hash: str = ""
    label_hash: str = ""
    state_hash: str = ""
    document: SourceDocument | None = None
    parser: str = ""
    language: str = ""
    chunks: tuple[Chunk, ...] = ()
    terms: tuple[str, ...] = ()
    facts: str = ""
    personal_data: Mapping[PersonalDataKind, int] = field(default_factory=dict)
    bytes_read: int = 0
    problem: Problem | None = None


def document_of(prepared: PreparedDocument) -> SourceDocument:
    """The labelled document of a file that is ready.

    Raises:
        ValueError: if it is not.
    """
    if prepared.document is None:
        raise ValueError("only a document that is ready has a label")
    return prepared.document


def title_of(prepared: PreparedDocument) -> str:
    """The title to show: the document's own, else its file name."""
    return (document_of(prepared).title or prepared.external_id.rsplit("/", 1)[-1])[:1000]


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """The bytes of a file and of its sidecar, and ``seen``: their hashes, on the way to an outcome."""

    content: bytes
    sidecar: bytes
    seen: PreparedDocument


def prepare(task: PrepareTask) -> PreparedDocument:
    """Read, hash, parse, label, cut and analyse one file. Never raises for what is in the file."""
    bare = _bare(task)
    try:
        return _prepare(task)
    except DocumentRefusedError as error:
        return replace(bare, outcome=Outcome.REFUSED, problem=problem_of(error))
    except FidedignoError as error:
        return replace(bare, problem=problem_of(error))
    except (MemoryError, RecursionError):
        return replace(bare, problem=problem_of(_too_complex(task.file.external_id)))
    except Exception as error:  # noqa: BLE001  (one file must not end the run; its kind is reported)
        return replace(bare, problem=problem_of(_unexpected(task.file.external_id, error)))


def read_document(task: PrepareTask) -> ReadDocument:
    """Read and hash a file and its sidecar.

    Raises:
        DocumentFailedError: if one of them cannot be read.
    """
    source = FilesSource(task.root, supports=is_supported)
    content = source.read(task.file.path, max_bytes=task.max_file_bytes)
    sidecar = (
        b"" if task.file.sidecar is None else source.read(task.file.sidecar, max_bytes=MAX_SIDECAR_BYTES)
    )
    content_hash = content_hash_of(content, task.file.external_id, task.cutting)
    state = (
        content_hash.encode(),
        sidecar,
        task.declaration.digest.encode(),
        repr(task.file.modified).encode(),
    )
    seen = replace(_bare(task), content_hash=content_hash, state_hash=_hash(*state), bytes_read=len(content))
    return ReadDocument(content, sidecar, seen)


def content_hash_of(content: bytes, name: str, cutting: Cutting) -> str:
    """SHA-256 (hex) of the bytes of a file and of how they are parsed and cut."""
    return _hash(content, cutting.mark(name).encode())


def labelled(
    task: PrepareTask, seen: PreparedDocument, facts: ContentFacts, beside: Overrides
) -> PreparedDocument:
    """``seen``, ready, with the label that its content, its sidecar and its corpus give it; not cut yet.

    Raises:
        DocumentRefusedError: if a control is missing, contradictory or forbids indexing.
    """
    name = task.file.external_id
    overrides = merged(facts.front_matter, beside)
    language = overrides.language or facts.language
    modified = datetime.fromtimestamp(max(0.0, task.file.modified), UTC)
    file = FileFacts(
        name, media_type_of(name), modified, facts.title, language, tuple(sorted(facts.personal_data))
    )
    document = label_document(task.declaration, overrides, file)
    return replace(
        seen,
        outcome=Outcome.READY,
        document=document,
        label_hash=label_hash(document),
        parser=facts.parser,
        language=language,
        personal_data=facts.personal_data,
        facts=encode_facts(facts),
    )


def problem_of(error: FidedignoError) -> Problem:
    """An error as a value."""
    return Problem(error.code, error.message, error.hint)


def _bare(task: PrepareTask) -> PreparedDocument:
    return PreparedDocument(task.file.external_id, task.file.fingerprint, Outcome.FAILED)


def _too_complex(name: str) -> DocumentFailedError:
    return DocumentFailedError(
        f"{name}: it is too complex to be read", "Split it, or save it in another format."
    )


def _unexpected(name: str, error: Exception) -> DocumentFailedError:
    # Only the kind of the exception is told: its words may quote the document.
    return DocumentFailedError(
        f"{name}: it could not be read ({type(error).__name__})",
        "Please report this as a defect of Fidedigno.",
    )


def _prepare(task: PrepareTask) -> PreparedDocument:
    name = task.file.external_id
    read = read_document(task)
    seen = read.seen
    if seen.state_hash == task.known_hash:
        return replace(seen, outcome=Outcome.UNCHANGED)
    try:
        beside = (
            NO_OVERRIDES
            if task.file.sidecar is None
            else overrides_from_sidecar(read.sidecar, name=task.file.sidecar)
        )
        parsed = parser_for(name, read.content, task.cutting.options).parse(read.content, name=name)
        return _assemble(task, seen, parsed, beside)
    except (DocumentRefusedError, DocumentFailedError) as error:
        refused = isinstance(error, DocumentRefusedError)
        return replace(
            seen, outcome=Outcome.REFUSED if refused else Outcome.FAILED, problem=problem_of(error)
        )


def _hash(*parts: bytes) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(b"%d:" % len(part))
        digest.update(part)
    return digest.hexdigest()


def _assemble(
    task: PrepareTask, seen: PreparedDocument, parsed: ParsedDocument, beside: Overrides
) -> PreparedDocument:
    name = task.file.external_id
    ready = labelled(task, seen, _facts(task, parsed, beside), beside)
    document = document_of(ready)
    place = DocumentPlace(title_of(ready), dict(document.scope), document.validity)
    chunks = tuple(
        replace(chunk, context=structural_context(place, chunk.section))
        if task.cutting.context == "structural"
        else chunk
        for chunk in _chunks(task, parsed, name, document.title or "")
    )
    terms = tuple(" ".join(analyse(passage_of(chunk), ready.language)) for chunk in chunks)
    return replace(ready, chunks=chunks, terms=terms)


def _facts(task: PrepareTask, parsed: ParsedDocument, beside: Overrides) -> ContentFacts:
    name, corpus = task.file.external_id, task.declaration.corpus
    front_matter = overrides_from_front_matter(parsed.metadata, name=name)
    is_said = front_matter.language or beside.language
    return ContentFacts(
        title=parsed.title or name,
        language="" if is_said else language_of(_body(parsed), prior=language_named(corpus.language)),
        parser=parsed.parser,
        personal_data=personal_data_in(parsed.text, language=corpus.language, timezone=corpus.zone),
        front_matter=front_matter,
        reading=reading_of(corpus),
    )


def _body(parsed: ParsedDocument) -> str:
    return parsed.text[parsed.blocks[0].start :] if parsed.blocks else ""


def _chunks(task: PrepareTask, parsed: ParsedDocument, name: str, title: str) -> list[Chunk]:
    """Cut and find identifiers; those of the title and headings hold for every piece under them."""
    chunks = [
        replace(
            chunk,
            identifiers=identifiers_in(
                "\n".join((title, *chunk.section, chunk.header, chunk.text, chunk.arrows))
            ),
        )
        for chunk in with_relations(parsed.relations, _pieces(task, parsed))
    ]
    if not chunks:
        raise DocumentFailedError(f"{name}: no text was found in it", "Remove it, or add its content.")
    if len(chunks) > 1 << CHUNK_ORDINAL_BITS:
        raise DocumentFailedError(f"{name}: it would give too many pieces", "Split the file.")
    return chunks


def _pieces(task: PrepareTask, parsed: ParsedDocument) -> Iterator[Chunk]:
    return chunk_document(
        parsed,
        count_tokens=token_counter(task.cutting.token_counter),
        max_tokens=task.cutting.max_tokens,
        overlap_tokens=task.cutting.overlap_tokens,
    )
