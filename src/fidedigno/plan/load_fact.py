"""One entry of ``facts.yaml``."""

from __future__ import annotations

from string import Formatter
from types import MappingProxyType

from fidedigno.model import EvidenceKind, FactKind
from fidedigno.plan.names import is_name
from fidedigno.plan.pack import FactDefinition, Texts
from fidedigno.plan.sections import Section, nearest

MAX_AGE_SECONDS = 86_400
FIELDS = ("activity", "course", "value")
"""What a statement may name between braces."""
ABSENT_FIELDS = ("activity", "course")
"""What the words for an absent value may name."""
_KEYS = (
    "kind", "label", "statement", "check_at", "cues", "states", "authorities", "kinds", "individual",
    "specific_scope_rules", "later_amends", "state_rules", "max_age_seconds", "absent",
)  # fmt: skip
_REQUIRED = ("kind", "label", "statement", "check_at")
_DEFAULT_KINDS = ("passage", "rule", "state")


def read_fact(name: str, section: Section, ladder: tuple[str, ...]) -> FactDefinition:
    """Read a fact; problems are noted in the section."""
    if not is_name(name):
        section.problem(f"fact {name!r}: lower-case words joined by - or _")
    section.only(_KEYS, _REQUIRED)
    kind = FactKind(section.one_of("kind", tuple(FactKind)) or FactKind.TEXT)
    individual = section.truth("individual", default=False)
    kinds = frozenset(
        EvidenceKind(each) for each in section.words("kinds", tuple(EvidenceKind)) or _DEFAULT_KINDS
    )
    if individual and kinds != {EvidenceKind.STATE}:
        section.problem("an individual fact comes from state cards only", hint="write kinds: [state]")
    statement, absent = section.texts("statement"), section.texts("absent")
    if section.has("statement"):
        _check_statement(section.section("statement"), statement, FIELDS)
    if section.has("absent"):
        _check_statement(section.section("absent"), absent, ABSENT_FIELDS)
    return FactDefinition(
        name=name,
        kind=kind,
        label=section.texts("label"),
        statement=statement,
        check_at=section.texts("check_at"),
        cues=section.lists("cues"),
        states=MappingProxyType(_read_states(section, kind)),
        absent=absent,
        authorities=_in_order(section, section.words("authorities", ladder), ladder),
        kinds=kinds,
        individual=individual,
        specific_scope_rules=section.truth("specific_scope_rules", default=True),
        later_amends=section.truth("later_amends", default=True),
        state_rules=section.truth("state_rules", default=True),
        max_age_seconds=section.whole("max_age_seconds", 60, MAX_AGE_SECONDS),
    )


def _in_order(section: Section, named: tuple[str, ...], ladder: tuple[str, ...]) -> tuple[str, ...]:
    """Strongest first, as on the ladder: another order would be a second ladder."""
    if list(named) != sorted(named, key=ladder.index):
        section.problem("authorities must stand in the order of the ladder", key="authorities")
    return named


def _read_states(section: Section, kind: FactKind) -> dict[str, Texts]:
    if not section.has("states"):
        if kind is FactKind.STATE:
            section.problem("a fact of kind state lists its states")
        return {}
    if kind is not FactKind.STATE:
        section.problem("only a fact of kind state has states", key="states")
    states = section.section("states")
    if not states.names():
        section.problem("the list of states is empty", key="states")
    for each in states.names():
        if not is_name(each):
            states.problem(f"state {each!r}: lower-case words joined by - or _", key=each)
    return {each: states.texts(each) for each in states.names()}


def _check_statement(section: Section, statement: Texts, fields: tuple[str, ...]) -> None:
    for language, text in statement.items():
        try:
            parts = [part for part in Formatter().parse(text) if part[1] is not None]
        except ValueError:
            section.problem("a brace without its pair", key=language)
            continue
        for _, name, form, conversion in parts:
            if name not in fields or form or conversion:
                section.problem(
                    f"unknown {{{name}}} in the statement", key=language, hint=nearest(str(name), fields)
                )
        if text and "value" in fields and "value" not in {part[1] for part in parts}:
            section.problem("the statement does not say {value}", key=language)
