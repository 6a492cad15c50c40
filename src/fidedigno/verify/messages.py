"""What verification says to people of its findings and decisions, in Spanish and English.

Findings of a code that has no words of its own are called by those of their check.
"""

from __future__ import annotations

from fidedigno.catalogue import Catalogue, Wording
from fidedigno.verify.report import Finding

_WORDING = Wording("fidedigno.verify", "messages.yaml")


def say(key: str, language: str, **values: object) -> str:
    """The text ``key`` in ``language`` (``es`` or ``en``; English for any other).

    Raises:
        ConfigurationError: if there is no such text, or ``values`` are not those that it takes.
    """
    return _WORDING.say(key, language, **values)


def say_finding(finding: Finding, language: str) -> str:
    """What is wrong, in a few words: those of its code, else those of its check."""
    if _has_reason(finding.code):
        return say_reason(finding.code, language)
    return say(f"check_{finding.check.value}", language)


def say_reason(code: str, language: str) -> str:
    """The words of a finding's code, without a full stop; the code itself where it has none."""
    return explain(code, language).rstrip(".") if _has_reason(code) else code


def explain(code: str, language: str) -> str:
    """What the code of a finding or of a change means; a general sentence for a code that has no words."""
    return say(f"reason_{code}" if _has_reason(code) else "reason_other", language)


def _has_reason(code: str) -> bool:
    return _WORDING.has(f"reason_{code}")


def catalogue() -> Catalogue:
    """Every text."""
    return _WORDING.catalogue()
