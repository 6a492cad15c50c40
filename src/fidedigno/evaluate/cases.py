"""Files of cases: who asks what, when and where, and what ought to happen.

``questions`` is a list; the keys of each are those of :data:`KEYS`. ``at``, ``context`` and ``corpora`` may
also stand at the top of the file, for the questions that do not give their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from types import MappingProxyType

from fidedigno.errors import ConfigurationError
from fidedigno.evaluate.expectation import DocumentRef, Expectation, ExpectedFact
from fidedigno.evaluate.fields import Fields, Problem
from fidedigno.evaluate.marked import Marked, read_marked
from fidedigno.ingest.strict_yaml import YamlProblemError
from fidedigno.model import Answer, Decision, FactStatus, Turn

ANY_DECISION = "any"
TOP_KEYS = ("questions", "at", "context", "corpora")
KEYS: Mapping[str, str] = MappingProxyType(
    {
        "id": "name of the case, given once in the file",
        "as": "who asks, by name or e-mail",
        "ask": "the question",
        "tests": "what the case is for",
        "family": "the family of cases that it belongs to",
        "limit": "a known limit: the case is shown and not counted as a fault",
        "at": "the moment at which it is asked, with its offset",
        "corpora": "look only in these",
        "context": "what the caller knows of the place (course, activity ...)",
        "conversation": "earlier questions, oldest first: texts, or mappings of ask, class, slots",
        "language": "es or en: the language of the answer",
        "decision": f"one decision, a list of which one is right, or '{ANY_DECISION}'",
        "class": "the class of the question",
        "slots": "parts of the scope that must be understood, by name",
        "document": "documents of which one must be cited",
        "documents": "documents that must all be cited: paths, or mappings of document, section",
        "facts": "facts by name: a value, or a mapping of value, status",
        "says": "texts that the answer must hold",
        "never_says": "texts that the answer may not hold",
        "never": "documents that may not be cited",
        "forbidden": "documents that this person may not read: they may not even be gathered",
    }
)
_FACT_KEYS = ("value", "status")
_TURN_KEYS = ("ask", "class", "slots")
_DOCUMENT_KEYS = ("document", "section")
LANGUAGES = ("es", "en")


def _empty() -> Mapping[str, str]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Case:
    """One question of one person at one moment, and what is expected of it. ``line`` is where it begins."""

    id: str
    person: str
    question: str
    at: datetime
    tests: str
    expected: Expectation
    corpora: tuple[str, ...] = ()
    context: Mapping[str, str] = field(default_factory=_empty)
    conversation: tuple[Turn, ...] = ()
    family: str = ""
    limit: str = ""
    line: int = 0

    def is_wrong(self, answer: Answer) -> bool:
        """Whether an answer is not the expected one. A known limit excuses everything but a barred citation."""
        found = self.expected.violations(answer) if self.limit else self.expected.differences(answer)
        return bool(found)


def load_cases(path: Path) -> tuple[Case, ...]:
    """Read a file of cases.

    Raises:
        ConfigurationError: with the line and what to write, if it is not valid.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise ConfigurationError(
            f"{path.name} cannot be read: {type(error).__name__}", "it must be a YAML file in UTF-8"
        ) from error
    return read_cases(text, name=path.name)


def read_cases(text: str, *, name: str = "cases") -> tuple[Case, ...]:
    """Read cases from text; see :func:`load_cases`.

    Raises:
        ConfigurationError: with the line and what to write, if it is not valid.
    """
    try:
        return _cases(read_marked(text))
    except Problem as problem:
        raise ConfigurationError(f"{name}, line {problem.line}: {problem}", problem.hint) from None
    except YamlProblemError as problem:
        raise ConfigurationError(
            f"{name}, line {problem.line}: {problem.problem}", "write the file as YAML"
        ) from None


def _cases(root: Marked) -> tuple[Case, ...]:
    top = Fields(root, TOP_KEYS, "the file")
    entries = top.entries("questions")
    if not entries:
        raise Problem("there are no questions", root.line, "write them as a list under 'questions:'")
    cases = tuple(_case(entry, top) for entry in entries)
    lines: dict[str, int] = {}
    for case in cases:
        if case.id in lines:
            hint = "give every case a name of its own"
            raise Problem(f"the case {case.id!r} is there already, in line {lines[case.id]}", case.line, hint)
        lines[case.id] = case.line
    return cases


def _case(entry: Marked, top: Fields) -> Case:
    keys = Fields(entry, tuple(KEYS), "a question")
    at = keys.moment("at") or top.moment("at")
    if at is None:
        raise Problem("no moment is given", entry.line, "write 'at: 2026-11-12T10:00:00+01:00'")
    question = keys.required("ask")
    if not any(character.isalnum() for character in question):
        raise Problem("the question has no letter or digit", keys.line("ask"), "write a question")
    return Case(
        id=keys.required("id"),
        person=keys.required("as"),
        question=question,
        at=at,
        tests=keys.required("tests"),
        expected=_expected(keys),
        corpora=keys.words("corpora") or top.words("corpora"),
        context=MappingProxyType({**top.mapping("context"), **keys.mapping("context")}),
        conversation=tuple(_turn(each) for each in keys.entries("conversation")),
        family=keys.text("family"),
        limit=keys.text("limit"),
        line=entry.line,
    )


def _expected(keys: Fields) -> Expectation:
    language = keys.text("language")
    if language and language not in LANGUAGES:
        raise Problem(f"no language is called {language!r}", keys.line("language"), "write es or en")
    return Expectation(
        decisions=_decisions(keys),
        question_class=keys.text("class"),
        slots=MappingProxyType(keys.mapping("slots")),
        facts=MappingProxyType({name: _fact(each) for name, each in keys.nodes("facts").items()}),
        any_document=keys.words("document"),
        documents=tuple(_document(each) for each in keys.entries("documents")),
        says=keys.words("says"),
        never_says=keys.words("never_says"),
        never=keys.words("never"),
        forbidden=keys.words("forbidden"),
        language=language,
    )


def _decisions(keys: Fields) -> frozenset[Decision]:
    words = keys.words("decision")
    known = [each.value for each in Decision]
    if not words:
        hint = f"one of {', '.join(known)}, or {ANY_DECISION}"
        raise Problem("no decision is given", keys.line("decision"), hint)
    if words == (ANY_DECISION,):
        return frozenset()
    unknown = next((each for each in words if each not in known), None)
    if unknown is not None:
        hint = f"one of {', '.join(known)}, or '{ANY_DECISION}' alone"
        raise Problem(f"no decision is called {unknown!r}", keys.line("decision"), hint)
    return frozenset(Decision(each) for each in words)


def _fact(node: Marked) -> ExpectedFact:
    if isinstance(node.value, str):
        return ExpectedFact(node.value)
    keys = Fields(node, _FACT_KEYS, "a fact")
    known = [each.value for each in FactStatus]
    status = keys.text("status") or FactStatus.COVERED.value
    if status not in known:
        hint = f"one of {', '.join(known)}"
        raise Problem(f"no status is called {status!r}", keys.line("status"), hint)
    return ExpectedFact(keys.text("value"), FactStatus(status))


def _document(node: Marked) -> DocumentRef:
    if isinstance(node.value, str):
        return DocumentRef(node.value)
    keys = Fields(node, _DOCUMENT_KEYS, "a document")
    return DocumentRef(keys.required("document"), keys.text("section"))


def _turn(node: Marked) -> Turn:
    if isinstance(node.value, str):
        return Turn(node.value)
    keys = Fields(node, _TURN_KEYS, "an earlier question")
    return Turn(keys.required("ask"), keys.text("class"), tuple(sorted(keys.mapping("slots").items())))
