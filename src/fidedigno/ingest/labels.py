"""What the labels of another system mean in a corpus: how sensitive, not for AI, personal data.

A rule names a label, ``NAME``, whatever its value and its fields (``NAME.FIELD``), or ``NAME=VALUE``. Where a
corpus says what labels mean, one of which it says nothing is refused: it may mean more than anybody here knows
(permissions article: labels that the source already has are kept).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from fidedigno.model import Sensitivity


@dataclass(frozen=True, slots=True)
class LabelVerdict:
    """``unknown`` are the names of labels of which nothing was said, where something had to be."""

    sensitivities: tuple[Sensitivity, ...] = ()
    no_ai: bool = False
    personal_data: bool = False
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelRules:
    """What a corpus declared of labels."""

    sensitivity: Mapping[str, Sensitivity] = field(default_factory=dict)
    no_ai: tuple[str, ...] = ()
    personal_data: tuple[str, ...] = ()

    def judge(self, labels: Mapping[str, str]) -> LabelVerdict:
        """What a document's labels mean, taken together.

        >>> rules = LabelRules({"mip=secret": Sensitivity.RESTRICTED}, no_ai=("legal-hold",))
        >>> rules.judge({"mip": "Secret"}).sensitivities
        (<Sensitivity.RESTRICTED: 3>,)
        >>> rules.judge({"mip": "general"}).unknown
        ('mip',)
        """
        known = (*self.sensitivity, *self.no_ai, *self.personal_data)
        return LabelVerdict(
            tuple(level for rule, level in self.sensitivity.items() if _matches_any((rule,), labels)),
            _matches_any(self.no_ai, labels),
            _matches_any(self.personal_data, labels),
            tuple(sorted(name for name, value in labels.items() if not _is_known(name, value, known)))
            if self.sensitivity
            else (),
        )


def _matches_any(rules: Iterable[str], labels: Mapping[str, str]) -> bool:
    return any(_matches(rule, name, value) for rule in rules for name, value in labels.items())


def _matches(rule: str, name: str, value: str) -> bool:
    wanted, has_value, wanted_value = _folded(rule).partition("=")
    found = _folded(name)
    if has_value:
        return found == wanted.strip() and _folded(value) == wanted_value.strip()
    return found == wanted or found.startswith(wanted + ".")


def _is_known(name: str, value: str, rules: Iterable[str]) -> bool:
    """A label without a value is known too where a rule speaks of one of its fields: each field is judged."""
    prefix = _folded(name) + "."
    return any(
        _matches(rule, name, value) or (not value.strip() and _folded(rule).startswith(prefix))
        for rule in rules
    )


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().strip()
