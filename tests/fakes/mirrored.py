"""Names of files in a mirror."""

import hashlib
from pathlib import Path


def stored(identifier: str) -> str:
    """The file of the document of that id, whose format is that of its id."""
    return f"doc-{hashlib.sha256(identifier.encode()).hexdigest()[:32]}{Path(identifier).suffix}"
