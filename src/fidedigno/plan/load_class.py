"""One file of ``classes/``: a class of questions with its contract, examples and patterns."""

from __future__ import annotations

from collections.abc import Mapping

from fidedigno.ingest.analyse import fold, words_of
from fidedigno.model import Route
from fidedigno.plan.pack import LANGUAGES, Lists, QuestionClass, Window
from fidedigno.plan.patterns import PatternError, compile_pattern
from fidedigno.plan.sections import Section, nearest

MAX_EXAMPLE_CHARACTERS = 300
MAX_RESTRICTIVE = 100
_KEYS = (
    "route", "label", "description", "examples", "facts", "slots", "patterns", "restrictive", "high_impact",
    "window", "all_editions",
)  # fmt: skip
_REQUIRED = ("route", "label", "description", "examples")
_WEIGHTS = {"critical": True, "optional": False, "background": False}
"""``background`` facts serve to conclude and to check, and are not told."""
_WITHOUT_CONTRACT = (Route.REFUSE_ACTION, Route.OUT_OF_SCOPE)


def read_class(name: str, section: Section, facts: tuple[str, ...], slots: tuple[str, ...]) -> QuestionClass:
    """Read a class; problems are noted in the section."""
    section.only(_KEYS, _REQUIRED)
    named = section.one_of("route", tuple(Route))
    route = Route(named) if named else Route.PASSAGES
    contract = _read_contract(section, facts)
    if named and route in _WITHOUT_CONTRACT and contract:
        section.problem(f"a class of route {route} needs no facts: nothing is answered", key="facts")
    if named and route not in _WITHOUT_CONTRACT and not any(critical for _, critical in contract):
        section.problem("no fact is critical: any answer would do", hint="write FACT: critical under facts")
    examples = section.lists("examples")
    if section.has("examples"):
        _check_examples(section.section("examples"), examples)
    patterns = section.lists("patterns")
    if section.has("patterns"):
        _check_patterns(section.section("patterns"), patterns)
    return QuestionClass(
        name=name,
        route=route,
        label=section.texts("label"),
        description=section.texts("description"),
        examples=examples,
        facts=contract,
        background=_background(section, contract),
        slots=section.words("slots", slots),
        patterns=patterns,
        restrictive=section.whole("restrictive", 0, MAX_RESTRICTIVE),
        window=_read_window(section, contract) if section.has("window") else None,
        all_editions=section.truth("all_editions", default=False),
        high_impact=section.truth("high_impact", default=False),
    )


def _read_window(section: Section, contract: tuple[tuple[str, bool], ...]) -> Window:
    """The facts of the contract that bound a time allowed."""
    inner = section.section("window")
    inner.only(("closes", "opens", "due", "extends"), ("closes",))
    facts = tuple(name for name, _ in contract)
    named = {key: inner.one_of(key, facts) for key in ("closes", "opens", "due", "extends") if inner.has(key)}
    return Window(**{"closes": "", **named})


def _read_contract(section: Section, facts: tuple[str, ...]) -> tuple[tuple[str, bool], ...]:
    if not section.has("facts"):
        return ()
    inner = section.section("facts")
    for name in inner.names():
        if name not in facts:
            inner.problem(f"unknown fact {name[:60]!r}", key=name, hint=nearest(name, facts))
    return tuple((name, inner.one_of(name, tuple(_WEIGHTS)) == "critical") for name in inner.names())


def _background(section: Section, contract: tuple[tuple[str, bool], ...]) -> frozenset[str]:
    """The facts that are not told."""
    if not section.has("facts"):
        return frozenset()
    inner = section.section("facts")
    return frozenset(name for name, _ in contract if inner.raw(name) == "background")


def _check_examples(section: Section, examples: Lists) -> None:
    for language in LANGUAGES:
        if section.has(language) and not examples[language]:
            section.problem("a class needs examples in both languages", key=language)
        for example in examples[language]:
            if len(example) > MAX_EXAMPLE_CHARACTERS:
                section.problem(
                    f"longer than {MAX_EXAMPLE_CHARACTERS} characters", key=language, item=example
                )
            elif not words_of(example):
                section.problem("an example without any word", key=language, item=example)


def _check_patterns(section: Section, patterns: Lists) -> None:
    for language in LANGUAGES:
        for pattern in patterns[language]:
            try:
                compile_pattern(pattern)
            except PatternError as error:
                section.problem(f"pattern {pattern[:60]!r}: {error}", key=language, item=pattern)


def refuse_repeated_examples(sections: Mapping[str, Section], classes: Mapping[str, QuestionClass]) -> None:
    """Note every example that, but for case, accents and punctuation, is given twice in the pack."""
    seen: dict[str, str] = {}
    for name, each in classes.items():
        for language in LANGUAGES:
            for example in each.examples[language]:
                key = " ".join(words_of(fold(example)))
                if key and key in seen:
                    where = "this class" if seen[key] == name else f"the class {seen[key]!r}"
                    if sections[name].has("examples"):
                        sections[name].section("examples").problem(
                            f"the example {example[:60]!r} is also in {where}", key=language, item=example
                        )
                seen.setdefault(key, name)
