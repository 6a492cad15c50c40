"""When: dates and hours in Spanish and English texts, resolved in a timezone.

In: a text, a moment to count from, a timezone. Out: the stretches that name a day or an instant, with what
they mean. It never guesses a year or a timezone silently: what was not said is marked.
"""

from fidedigno.dates.find import find_dates
from fidedigno.dates.format import format_instant
from fidedigno.dates.mention import DateMention, Direction, MentionRole
from fidedigno.dates.same import is_same_instant

__all__ = ["DateMention", "Direction", "MentionRole", "find_dates", "format_instant", "is_same_instant"]
