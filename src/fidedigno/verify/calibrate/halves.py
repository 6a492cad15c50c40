"""Marks cut into two halves: one to choose on, one to check on.

Answers to one question stay together, so that the check is of questions that were not chosen on. The same marks
are always cut in the same way, in whatever order they come.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from fidedigno.verify.calibrate.scores import Measured


def halves(measured: Sequence[Measured]) -> tuple[list[int], list[int]]:
    """The places of the two halves, each with about half of the unfaithful answers."""
    groups: dict[str, list[int]] = {}
    for place, each in enumerate(measured):
        groups.setdefault(each.row.question or f"id:{each.row.id}", []).append(place)
    chosen: tuple[list[int], list[int]] = ([], [])
    unfaithful = [0, 0]
    for name in sorted(groups, key=_digest):
        places = groups[name]
        bad = sum(measured[place].row.unfaithful for place in places)
        # To the half that lacks them; between equals, to the smaller one.
        half = min((0, 1), key=lambda one: (unfaithful[one] if bad else 0, len(chosen[one])))
        chosen[half].extend(places)
        unfaithful[half] += bad
    return sorted(chosen[0]), sorted(chosen[1])


def _digest(name: str) -> bytes:
    return blake2b(name.encode(errors="surrogatepass"), digest_size=16).digest()
