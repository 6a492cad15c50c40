"""A workspace: the folder that holds the index, the directory, the catalogue and the settings.

:class:`Fidedigno` is the Python interface; the command line and servers are thin layers over it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from fidedigno.config import Settings, read_settings, workspace_from_environment, write_settings
from fidedigno.errors import QuestionError, WorkspaceError
from fidedigno.model import Answer, Identity, Question
from fidedigno.people import People
from fidedigno.stores import DATABASE_FILE, INDEX_FOLDER

if TYPE_CHECKING:
    from fidedigno.conversation import Conversation
    from fidedigno.erasure import Receipt
    from fidedigno.evaluate.boundaries import BoundaryOptions, BoundaryReport, OnStep
    from fidedigno.evaluate.judged import JudgedQuestion
    from fidedigno.evaluate.tune import Tuned
    from fidedigno.gather import Candidate, Gathered
    from fidedigno.ingest.pipeline import Ingestion
    from fidedigno.ingest.report import IngestReport, OnProgress

FOLDER = ".fidedigno"
LOCK_FILE = "ingest.lock"


class Fidedigno(People):
    """An open workspace. Use it as a context manager; parts are loaded when first needed.

    Every question names who asks. There is no way to ask as nobody in particular: an unknown user reads
    only what is public, a disabled one nothing.
    """

    @classmethod
    def create(cls, path: str | Path = ".", *, admin: str, settings: Settings | None = None) -> Self:
        """Make a workspace in the folder ``.fidedigno`` of ``path``.

        Args:
            path: an existing folder, or one to make.
            admin: the user who owns folders that declare nothing, added to the directory.
            settings: other settings than the defaults; their ``owner`` gives way to ``admin``.

        Raises:
            WorkspaceError: if there is one already, or the folder cannot be written.
        """
        folder = Path(path).resolve() / FOLDER
        chosen = (settings or Settings()).model_copy(update={"owner": admin})
        if (folder / DATABASE_FILE).exists():
            raise WorkspaceError(
                f"there is a workspace already: {folder}", "use it, or choose another folder"
            )
        try:
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(0o700)
            (folder / ".gitignore").write_text("*\n", encoding="utf-8")
            write_settings(folder, chosen)
        except OSError as error:
            raise WorkspaceError(
                f"{folder} cannot be made: {error.strerror}", "choose a folder that you may write"
            ) from error
        workspace = cls(folder, *read_settings(folder))
        workspace._keep_owner()
        return workspace

    @classmethod
    def open(cls, path: str | Path | None = None) -> Self:
        """Open a workspace: at ``path``, else where the environment says, else the nearest one upwards.

        Raises:
            WorkspaceError: if there is none.
        """
        folder = cls._locate(Path(path) if path is not None else workspace_from_environment())
        if folder is None or not (folder / DATABASE_FILE).exists():
            where = f"at {path}" if path is not None else "here"
            raise WorkspaceError(f"there is no workspace {where}", "make one with 'fidedigno init'")
        return cls(folder, *read_settings(folder))

    @staticmethod
    def is_named() -> bool:
        """Whether the environment names a workspace."""
        return workspace_from_environment() is not None

    @staticmethod
    def _locate(path: Path | None) -> Path | None:
        if path is not None:
            resolved = path.resolve()
            return resolved if resolved.name == FOLDER else resolved / FOLDER
        here = Path.cwd()
        return next((each / FOLDER for each in (here, *here.parents) if (each / FOLDER).is_dir()), None)

    def ask(
        self,
        question: str,
        *,
        as_user: str | None,
        corpora: Iterable[str] = (),
        at: datetime | None = None,
        language: str | None = None,
        context: Mapping[str, str] | None = None,
        assistant: str = "",
    ) -> Answer:
        """Answer ``question`` from what ``as_user`` may read, each claim with its evidence, or abstain.

        Args:
            question: in Spanish or English.
            as_user: who asks, by name or e-mail; ``None`` is the public.
            corpora: look only in these; unknown names find nothing, as if they held nothing.
            at: the moment at which evidence must be in force; now if not given.
            language: of the answer, ``es`` or ``en``; the question's own if not given.
            context: what is known of the place where it is asked (``course``, ``activity``); it helps to
                understand the question and gives no right.
            assistant: the declared assistant that is asked: look only in what it may look in. One that does
                not exist, or is not for this person, finds nothing.

        Raises:
            QuestionError: if the question is empty, has no letter or digit, or is too long.
        """
        asked = _question(question, corpora, at, language, context, assistant)
        return self.pipeline.answer(asked, self.identity(as_user)).answer

    def ask_as(
        self,
        identity: Identity,
        question: str,
        *,
        corpora: Iterable[str] = (),
        language: str | None = None,
        assistant: str = "",
    ) -> Answer:
        """:meth:`ask` for an identity that :meth:`identity` or :meth:`identity_of_claims` gave.

        Raises:
            QuestionError: as for :meth:`ask`.
        """
        return self.pipeline.answer(
            _question(question, corpora, None, language, assistant=assistant), identity
        ).answer

    def conversation(
        self, *, as_user: str | None, context: Mapping[str, str] | None = None, assistant: str = ""
    ) -> Conversation:
        """Begin a conversation, in which a question may leave out what an earlier one said."""
        from fidedigno.conversation import Conversation

        return Conversation(self, as_user, context=context, assistant=assistant)

    def search(
        self,
        question: str,
        *,
        as_user: str | None,
        corpora: Iterable[str] = (),
        at: datetime | None = None,
        limit: int = 10,
        assistant: str = "",
    ) -> tuple[Candidate, ...]:
        """Return the best passages that ``as_user`` may read, with the rank of each ranker.

        Raises:
            QuestionError: as for :meth:`ask`.
        """
        asked = _question(question, corpora, at, None, assistant=assistant)
        return self._searched(asked, self.identity(as_user), limit)

    def tune(
        self, questions: Sequence[JudgedQuestion], *, on_step: Callable[[int, int], None] | None = None
    ) -> Tuned:
        """Fit the weights of the rankers to judged questions; nothing is set.

        Raises:
            ConfigurationError: with too few questions, or without two rankers to weigh.
        """
        from fidedigno.evaluate.tune import tune

        policy = self._policy
        deep = policy.depth * len(policy.rankers)
        identities = {each.as_user: self.identity(each.as_user) for each in questions}

        def gather(each: JudgedQuestion) -> Gathered:
            return self.pipeline.gather(Question(each.text), identities[each.as_user], deep)

        return tune(questions, gather, policy, on_step)

    def page_image(self, evidence_id: str, *, as_user: str | None, whole: bool = False) -> bytes:
        """The page of a card of evidence as a PNG, cut to the strip that holds its text unless ``whole``.

        Whether ``as_user`` may read it is worked out at this moment, whenever the card was given.

        Raises:
            NotAvailableError: if there is nothing to show to this person.
            BusyError: if too many pages are being drawn.
        """
        return self.page_image_as(self.identity(as_user), evidence_id, whole=whole)

    def page_image_as(self, identity: Identity, evidence_id: str, *, whole: bool = False) -> bytes:
        """:meth:`page_image` for an identity that :meth:`identity` or :meth:`identity_of_claims` gave."""
        from fidedigno.page_views import page_image

        return page_image(self, identity, evidence_id, whole=whole)

    def ingest(
        self,
        *paths: str | Path,
        declare: str | Path | None = None,
        on_progress: OnProgress | None = None,
    ) -> IngestReport:
        """Read documents with their permissions; again, only what changed.

        Args:
            paths: files or folders. A folder's ``corpus.yaml`` declares its rules.
            declare: a declaration for folders that have none of their own.
            on_progress: called after each document.

        Raises:
            BusyError: if another process is writing to this workspace.
            ConfigurationError: if a declaration is not valid.
        """
        from fidedigno.ingest.lock import ingestion_lock

        with ingestion_lock(self.folder / LOCK_FILE), self._trail.corpora_recorded():
            return self._ingestion(on_progress).run(
                [Path(path) for path in paths], Path(declare) if declare is not None else None
            )

    def reindex(self, *, on_progress: OnProgress | None = None) -> IngestReport:
        """Make the index anew from every ingested folder, with the embedder now configured."""
        import shutil

        from fidedigno.ingest.lock import ingestion_lock

        with ingestion_lock(self.folder / LOCK_FILE):
            shutil.rmtree(self.folder / INDEX_FOLDER, ignore_errors=True)
            self._forget_parts()
            self.catalog.mark_all_unfinished()
            return self._ingestion(on_progress).run([])

    def forget(self, document: str) -> Receipt:
        """Remove a document from index, catalogue and disk, and prove it.

        Raises:
            NotAvailableError: if no document, or more than one, is called so.
        """
        from fidedigno.erasure import erase
        from fidedigno.ingest.lock import ingestion_lock

        with ingestion_lock(self.folder / LOCK_FILE):
            return erase(
                document,
                self.catalog,
                self.rights,
                self.writer,
                self.folder,
                self._forget_records,
            )

    def boundaries(
        self, options: BoundaryOptions | None = None, *, on_step: OnStep | None = None
    ) -> BoundaryReport:
        """Test the boundaries of this workspace with seven personas, in a private copy of it.

        Raises:
            UsageError: if a user or corpus that was named does not exist.
            BusyError: if an ingestion is running.
        """
        from fidedigno.evaluate.boundaries import run_boundaries

        return run_boundaries(self, self.folder / LOCK_FILE, options, on_step)

    def corpora(self) -> list[dict[str, Any]]:
        """The declared corpora with their rules and state, for operators."""
        from fidedigno.status import corpora

        return corpora(self)

    def corpus_state(self, name: str) -> dict[str, Any]:
        """One corpus with its rules and state, without its documents, for operators."""
        from fidedigno.status import corpus_state

        return corpus_state(self, name)

    def corpus(self, name: str) -> dict[str, Any]:
        """One corpus with its documents, for operators."""
        from fidedigno.status import corpus

        return corpus(self, name)

    def status(self) -> dict[str, Any]:
        """What the workspace holds, for operators."""
        from fidedigno.status import status

        return status(self)

    async def aask(
        self,
        question: str,
        *,
        as_user: str | None,
        corpora: Iterable[str] = (),
        at: datetime | None = None,
        language: str | None = None,
        context: Mapping[str, str] | None = None,
        assistant: str = "",
    ) -> Answer:
        """:meth:`ask` without blocking the event loop."""
        return await asyncio.to_thread(
            self.ask, question, as_user=as_user, corpora=corpora, at=at, language=language, context=context,
            assistant=assistant,
        )  # fmt: skip

    async def asearch(
        self,
        question: str,
        *,
        as_user: str | None,
        corpora: Iterable[str] = (),
        at: datetime | None = None,
        limit: int = 10,
        assistant: str = "",
    ) -> tuple[Candidate, ...]:
        """:meth:`search` without blocking the event loop."""
        return await asyncio.to_thread(
            self.search, question, as_user=as_user, corpora=corpora, at=at, limit=limit, assistant=assistant
        )

    async def aingest(
        self,
        *paths: str | Path,
        declare: str | Path | None = None,
        on_progress: OnProgress | None = None,
    ) -> IngestReport:
        """:meth:`ingest` without blocking the event loop."""
        return await asyncio.to_thread(self.ingest, *paths, declare=declare, on_progress=on_progress)

    def _ingestion(self, on_progress: OnProgress | None) -> Ingestion:
        from fidedigno.ingest.batch import BatchWriter
        from fidedigno.ingest.pipeline import Ingestion

        batches = BatchWriter(self.catalog, self.classes, self.rights, self.writer, self.embedder)
        return Ingestion(
            self.catalog, self.declared, self.rights, batches, self.settings, on_progress, self.page_pass
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _question(
    text: str,
    corpora: Iterable[str],
    at: datetime | None,
    language: str | None,
    context: Mapping[str, str] | None = None,
    assistant: str = "",
) -> Question:
    try:
        return Question(text, frozenset(corpora), at, language, context or {}, assistant=assistant)
    except ValueError as error:
        raise QuestionError(str(error), "ask in a sentence of words") from error
