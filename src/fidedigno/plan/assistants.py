"""``assistants.yaml``: assistants of an organisation, each with the corpora that it may look in, and for whom.

An assistant gives no right: what it finds is what the person may read *and* what it may look in. One that does
not exist and one that is not for this person are the same: they find nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from fidedigno.model import EVERYWHERE, NOBODY, NOWHERE_AT_ALL, AccessList, Identity, Scope, Sensitivity
from fidedigno.plan.sections import Problems, Section, text_of, top_section

_KEYS = ("title", "corpora", "sensitivity", "visible_to", "live_state")


@dataclass(frozen=True, slots=True)
class Reach:
    """What an assistant may look in, and whether it reads live state."""

    scope: Scope = EVERYWHERE
    live_state: bool = True


NO_REACH = Reach(NOWHERE_AT_ALL, live_state=False)


@dataclass(frozen=True, slots=True)
class Assistant:
    """One assistant. ``title`` is what people read."""

    name: str
    title: str
    reach: Reach = NO_REACH
    visible_to: AccessList = NOBODY

    @property
    def corpora(self) -> frozenset[str]:
        """Those that it may look in."""
        return self.reach.scope.corpora if isinstance(self.reach.scope.corpora, frozenset) else frozenset()


@dataclass(frozen=True, slots=True)
class Assistants:
    """Those that are declared, by name."""

    by_name: Mapping[str, Assistant] = field(default_factory=dict)

    def reach_of(self, name: str, identity: Identity) -> Reach:
        """What ``identity`` may look in through the assistant of that name; everything where none is named."""
        if not name:
            return Reach()
        found = self.by_name.get(name)
        return found.reach if found is not None and found.visible_to.allows(identity) else NO_REACH

    def seen_by(self, identity: Identity) -> tuple[Assistant, ...]:
        """Those that are for ``identity``, by name."""
        return tuple(each for _, each in sorted(self.by_name.items()) if each.visible_to.allows(identity))


NO_ASSISTANTS = Assistants()


def load_assistants(path: Path) -> Assistants:
    """Read ``assistants.yaml``.

    Raises:
        ConfigurationError: if it cannot be read or is not valid, with every problem, its line and a hint.
    """
    return parse_assistants(text_of(path), where=path.name)


def parse_assistants(text: str, *, where: str = "assistants.yaml") -> Assistants:
    """Read declared assistants from their text; ``where`` is named in messages.

    Raises:
        ConfigurationError: if it is not valid.
    """
    problems = Problems()
    top = top_section(text, where, problems)
    top.only(("assistants",), ("assistants",))
    found = {
        name: _assistant(name, section)
        for name, section in (top.section("assistants").sections() if top.has("assistants") else ())
    }
    problems.raise_if_any()
    return Assistants(found)


def _assistant(name: str, section: Section) -> Assistant:
    section.only(_KEYS, ("corpora", "visible_to"))
    corpora = section.words("corpora")
    if not corpora:
        section.problem("an assistant needs a corpus to look in", key="corpora")
    names = [each.name.lower() for each in Sensitivity]
    said = section.one_of("sensitivity", names) if section.has("sensitivity") else ""
    ceiling = Sensitivity.parse(said) if said else Sensitivity.RESTRICTED
    reach = Reach(Scope(frozenset(corpora), ceiling), section.truth("live_state", False))
    title = section.word("title") if section.has("title") else ""
    return Assistant(name, title or name, reach, section.access("visible_to"))
