"""Names of files in a mirror, made of names that strangers chose.

A name is made of what Moodle counts (ids), a short hash of the whole original name, and what is harmless
of it. So two originals never share a name, and none can leave the folder, hide, be taken for a sidecar or
a declaration, or hold what a terminal would obey.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

_SUFFIX = re.compile(r"\.([A-Za-z0-9]{1,8})$")
_HARMLESS = re.compile(r"[^a-z0-9]+")
_LONGEST = 60


def file_name(module: int, original: str) -> str:
    """The name of a module's file: ``file-12-3f2a9c01d4e5-syllabus.txt``."""
    suffix = _SUFFIX.search(original)
    stem = original[: suffix.start()] if suffix else original
    extension = f".{suffix[1].lower()}" if suffix else ""
    mark = hashlib.sha256(original.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    slug = harmless(stem)
    return f"file-{module}-{mark}{'-' + slug if slug else ''}{extension}"


def harmless(text: str) -> str:
    """Small letters, digits and hyphens of a text; accents are dropped."""
    plain = unicodedata.normalize("NFKD", text.rpartition("/")[2]).encode("ascii", "ignore").decode("ascii")
    return _HARMLESS.sub("-", plain.lower()).strip("-")[:_LONGEST].strip("-")


def one_line(text: str, longest: int = 300) -> str:
    """A title without control characters or line breaks."""
    kept = "".join(" " if unicodedata.category(each)[0] in "CZ" else each for each in text)
    return " ".join(kept.split())[:longest].strip()
