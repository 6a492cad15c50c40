"""Every way in which a person reaches documents, called in that person's name; what comes back is plain data.

The ways are the public methods of the Python interface that take ``as_user``; the command line and servers
are thin over them. A run fails where the interface has one that is not in :data:`ROUTES`.
"""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from fidedigno.administration import is_administrator
from fidedigno.deliver import answer_as_dict, candidate_as_dict, render
from fidedigno.errors import FidedignoError
from fidedigno.model import Answer

if TYPE_CHECKING:
    from fidedigno.gather import Candidate
    from fidedigno.workspace import Fidedigno

T = TypeVar("T")
RETURNED = "returned"
CRASHED = "crashed"
_LIMIT = 50


@dataclass(frozen=True, slots=True)
class Exchange:
    """What one call gave back.

    ``outcome`` is ``returned``, the code of an error, or ``crashed`` with the name of one that is not ours.
    ``data`` is what a program reads, ``words`` what a person reads, ``exit_code`` that of the command line.
    """

    route: str
    outcome: str
    data: Any = None
    words: str = ""
    exit_code: int = 0
    answer: Answer | None = field(default=None, repr=False)
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Call:
    """What is asked, and in what it is limited to. ``earlier`` are the turns before it."""

    question: str = ""
    corpora: tuple[str, ...] = ()
    answer_id: str = ""
    evidence_id: str = ""
    language: str | None = None
    earlier: Sequence[str] = ()


Route = Callable[["Fidedigno", str, Call], Exchange]


def ask(workspace: Fidedigno, user: str, call: Call) -> Exchange:
    """One question, with its answer as data and in words."""
    return _answered(
        "ask",
        lambda: workspace.ask(call.question, as_user=user, corpora=call.corpora, language=call.language),
    )


def aask(workspace: Fidedigno, user: str, call: Call) -> Exchange:
    """The same, for asynchronous programs."""
    return _answered(
        "aask", lambda: _waited(workspace.aask(call.question, as_user=user, corpora=call.corpora))
    )


def search(workspace: Fidedigno, user: str, call: Call) -> Exchange:
    """The passages, with the ranks of each."""
    return _found(
        "search", lambda: workspace.search(call.question, as_user=user, corpora=call.corpora, limit=_LIMIT)
    )


def asearch(workspace: Fidedigno, user: str, call: Call) -> Exchange:
    """The same, for asynchronous programs."""
    return _found(
        "asearch", lambda: _waited(workspace.asearch(call.question, as_user=user, corpora=call.corpora))
    )


def conversation(workspace: Fidedigno, user: str, call: Call) -> Exchange:
    """The last of several turns; the others are asked before it, and their answers come back too."""

    def talk() -> Exchange:
        talking = workspace.conversation(as_user=user)
        answers = [talking.ask(each) for each in (*call.earlier, call.question)]
        data = [answer_as_dict(each) for each in answers]
        words = "\n".join(render(each) for each in answers)
        return Exchange("conversation", RETURNED, data, words, answer=answers[-1])

    return _called("conversation", talk)


def why(workspace: Fidedigno, user: str, call: Call) -> Exchange:
    """The record of an answer, in words."""

    def read() -> Exchange:
        told = workspace.why(call.answer_id, as_user=user)
        return Exchange("why", RETURNED, told.as_dict(), "\n".join(told.lines()))

    return _called("why", read)


def page_image(workspace: Fidedigno, user: str, call: Call) -> Exchange:
    """The picture of the page of a passage. That there is one tells that the passage may be read."""

    def draw() -> Exchange:
        png = workspace.page_image(call.evidence_id, as_user=user)
        return Exchange("page_image", RETURNED, {"evidence_id": call.evidence_id, "bytes": len(png)})

    return _called("page_image", draw)


def review(workspace: Fidedigno, user: str, call: Call) -> Exchange:  # noqa: ARG001 - every route takes a call
    """The list of answers that wait for a person."""

    def read() -> Exchange:
        queue = workspace.review(as_user=user)
        words = "\n".join(
            each.says(language, workspace.pack) for each in queue.items for language in ("es", "en")
        )
        return Exchange("review", RETURNED, queue.as_dict(), words)

    return _called("review", read)


def administration(workspace: Fidedigno, user: str, call: Call) -> Exchange:  # noqa: ARG001 - every route takes one
    """Why somebody may read the first document: refused alike to all but administrators, of whom it is not asked."""

    def read() -> Exchange:
        if is_administrator(workspace.identity(user), workspace.settings):
            return Exchange("administration", RETURNED)
        told = workspace.administration(as_user=user).explain(user, "1")
        return Exchange("administration", RETURNED, told)

    return _called("administration", read)


ROUTES: Mapping[str, Route] = {
    "ask": ask,
    "aask": aask,
    "search": search,
    "asearch": asearch,
    "conversation": conversation,
    "why": why,
    "page_image": page_image,
    "review": review,
    "administration": administration,
}
"""Each public method that takes ``as_user``, and how the suite calls it."""


def routes_not_asked(interface: type) -> list[str]:
    """The public methods that take ``as_user`` and that the suite does not call."""
    known = set(ROUTES)
    return sorted(
        name
        for name, member in inspect.getmembers(interface, callable)
        if not name.startswith("_") and _takes_a_person(member) and name not in known
    )


def _takes_a_person(member: Any) -> bool:
    try:
        return "as_user" in inspect.signature(member).parameters
    except (TypeError, ValueError):
        return False


def _waited(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a thread of its own, so that whoever calls the suite may have a loop running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


def _answered(route: str, call: Callable[[], Answer]) -> Exchange:
    def read() -> Exchange:
        answer = call()
        return Exchange(route, RETURNED, answer_as_dict(answer), render(answer), answer=answer)

    return _called(route, read)


def _found(route: str, call: Callable[[], tuple[Candidate, ...]]) -> Exchange:
    return _called(route, lambda: Exchange(route, RETURNED, [candidate_as_dict(each) for each in call()]))


def _called(route: str, call: Callable[[], Exchange]) -> Exchange:
    """Call, and keep what an error says: an error too may tell what it should not."""
    started = time.perf_counter()
    try:
        done = call()
    except FidedignoError as error:
        said = error.as_dict()
        done = Exchange(route, error.code, said, f"{error.message}\n{error.hint}", error.exit_code)
    except Exception as error:  # noqa: BLE001 - a crash is a finding, and its text may hold what it must not
        done = Exchange(route, f"{CRASHED}:{type(error).__name__}", {"text": str(error)}, str(error), 1)
    seconds = time.perf_counter() - started
    return Exchange(done.route, done.outcome, done.data, done.words, done.exit_code, done.answer, seconds)
