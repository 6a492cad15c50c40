"""Ids of one kind: the ones that a scenario gives, and the next free one where it gives none."""

from __future__ import annotations

from fidedigno.testing.moodle.fields import Fields


class Numbers:
    """A sequence of ids that never repeats."""

    def __init__(self) -> None:
        self._taken: set[int] = set()

    def take(self, fields: Fields, key: str = "id", start: int = 1) -> int:
        """The id under ``key``, or the next one from ``start`` where it is absent.

        Raises:
            ConfigurationError: if it is already taken.
        """
        number = fields.integer(key, self._next(start))
        if number in self._taken or number < 1:
            fields.fail(key, f"{number} cannot be given again: number all of this kind, or none")
        self._taken.add(number)
        return number

    def draw(self) -> int:
        """The next free id, for rows that a scenario does not number."""
        number = self._next(1)
        self._taken.add(number)
        return number

    def _next(self, start: int) -> int:
        return max(self._taken, default=start - 1) + 1
