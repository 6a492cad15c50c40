"""Distinguished names, in one form in which two spellings of a name compare equal."""

from __future__ import annotations

import re

from fidedigno.model import normalise_name

_HEX = re.compile(r"\\([0-9A-Fa-f]{2})")
_SUFFIX = re.compile(r"#'[01]*'B$")


def canonical_dn(text: str) -> str | None:
    """A name with escapes undone alike, without regard to case or spaces around its parts.

    ``None`` where it is not a name. Attributes are compared as written: ``cn`` and its number are two.
    """
    parts: list[str] = []
    for part in _split(text, ","):
        pairs = [_pair(each) for each in _split(part, "+")]
        if None in pairs:
            return None
        parts.append("+".join(sorted(pair for pair in pairs if pair is not None)))
    return ",".join(parts) if text.strip() else None


def without_bits(text: str) -> str:
    """A value of ``uniqueMember`` without its optional bit string."""
    return _SUFFIX.sub("", text)


def _split(text: str, sign: str) -> list[str]:
    """The parts between signs that are not escaped."""
    parts, part, escaped = [], "", False
    for character in text:
        if character == sign and not escaped:
            parts.append(part)
            part = ""
            continue
        part += character
        escaped = character == "\\" and not escaped
    return [*parts, part]


def _pair(text: str) -> str | None:
    attribute, sign, value = text.partition("=")
    if not sign or not attribute.strip():
        return None
    try:
        kept = normalise_name(_unescaped(value))
    except ValueError:
        return None
    # Written back in hexadecimal, so that no sign of a value is taken for one of the name.
    return f"{attribute.strip().casefold()}={' '.join(kept.split()).encode().hex()}"


def _unescaped(value: str) -> str:
    raw, rest = bytearray(), value.strip() if not value.rstrip().endswith("\\") else value.lstrip()
    while rest:
        if found := _HEX.match(rest):
            raw.append(int(found[1], 16))
            rest = rest[3:]
        else:
            skipped = rest[0] == "\\" and len(rest) > 1
            raw += rest[skipped].encode("utf-8", "surrogatepass")
            rest = rest[1 + skipped :]
    return raw.decode("utf-8")
