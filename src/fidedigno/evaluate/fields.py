"""Reading the keys of one mapping of a file, each in its form, with the line of whatever is wrong."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from datetime import datetime

from fidedigno.evaluate.marked import Marked


class Problem(ValueError):  # noqa: N818 - what is wrong with a file, not with the program
    """What is wrong, in which line (from 1), and what to write instead."""

    def __init__(self, problem: str, line: int, hint: str) -> None:
        super().__init__(problem)
        self.line = line
        self.hint = hint


class Fields:
    """The keys of a mapping.

    Args:
        node: the mapping.
        known: the keys that it may have.
        what: how to call it in messages.

    Raises:
        Problem: if it is no mapping, or has a key that is not known.
    """

    def __init__(self, node: Marked, known: Sequence[str], what: str) -> None:
        if not isinstance(node.value, dict):
            raise Problem(f"{what} must be a mapping", node.line, f"write keys such as '{known[0]}: ...'")
        self._line = node.line
        self._values = node.value
        for key, value in node.value.items():
            if key not in known:
                close = difflib.get_close_matches(key, known, n=1)
                hint = f"did you mean {close[0]!r}?" if close else f"known keys: {', '.join(known)}"
                raise Problem(f"{what} has no key {key!r}", value.line, hint)

    def line(self, key: str) -> int:
        """Where a key is, or the mapping that lacks it."""
        found = self._values.get(key)
        return found.line if found else self._line

    def text(self, key: str) -> str:
        """A text; empty where it is not given.

        Raises:
            Problem: if it is a list or a mapping.
        """
        found = self._values.get(key)
        if found is None or found.value is None:
            return ""
        if not isinstance(found.value, str):
            raise Problem(f"{key!r} must be a text", found.line, f"write '{key}: words'")
        return found.value.strip()

    def required(self, key: str) -> str:
        """A text that must be given.

        Raises:
            Problem: if it is not, or is empty.
        """
        found = self.text(key)
        if not found:
            raise Problem(f"{key!r} is missing", self.line(key), f"write '{key}: ...'")
        return found

    def words(self, key: str) -> tuple[str, ...]:
        """A text or a list of texts.

        Raises:
            Problem: for anything else, and for an empty text in a list.
        """
        found = self._values.get(key)
        if found is None or found.value is None:
            return ()
        items = found.value if isinstance(found.value, list) else [found]
        texts = []
        for each in items:
            if not isinstance(each.value, str) or not each.value.strip():
                raise Problem(f"{key!r} must hold texts", each.line, f"write '{key}: [one, another]'")
            texts.append(each.value.strip())
        return tuple(texts)

    def entries(self, key: str) -> Sequence[Marked]:
        """The nodes of a list; none where it is not given.

        Raises:
            Problem: if it is no list, or holds nothing at a place.
        """
        found = self._values.get(key)
        if found is None or found.value is None:
            return ()
        if not isinstance(found.value, list):
            raise Problem(f"{key!r} must be a list", found.line, "begin each entry with '- '")
        for each in found.value:
            if each.value is None or each.value == "":
                raise Problem(f"an entry of {key!r} is empty", each.line, "fill it in or take it out")
        return found.value

    def nodes(self, key: str) -> dict[str, Marked]:
        """The nodes of a mapping; none where it is not given.

        Raises:
            Problem: if it is no mapping, or holds nothing under a key.
        """
        found = self._values.get(key)
        if found is None or found.value is None:
            return {}
        if not isinstance(found.value, dict):
            raise Problem(f"{key!r} must be a mapping", found.line, "write 'name: value' lines below it")
        for name, each in found.value.items():
            if each.value is None:
                raise Problem(f"{name!r} of {key!r} is empty", each.line, f"write '{name}: value'")
        return found.value

    def mapping(self, key: str) -> dict[str, str]:
        """A mapping of texts; empty where it is not given.

        Raises:
            Problem: if it is no mapping of texts.
        """
        texts = {}
        for name, each in self.nodes(key).items():
            if not isinstance(each.value, str):
                raise Problem(f"{name!r} of {key!r} must be a text", each.line, f"write '{name}: value'")
            texts[name] = each.value.strip()
        return texts

    def moment(self, key: str) -> datetime | None:
        """An instant with its offset; ``None`` where it is not given.

        Raises:
            Problem: if it is no instant, or has no offset.
        """
        text = self.text(key)
        if not text:
            return None
        hint = "write it as 2026-11-12T10:00:00+01:00"
        try:
            found = datetime.fromisoformat(text)
        except ValueError:
            raise Problem(f"{key!r} is no instant", self.line(key), hint) from None
        if found.tzinfo is None:
            raise Problem(f"{key!r} has no offset, so which instant it is is not known", self.line(key), hint)
        return found
