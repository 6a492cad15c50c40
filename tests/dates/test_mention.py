from dataclasses import FrozenInstanceError
from datetime import UTC, datetime, timedelta

import pytest

from fidedigno.dates.mention import DateMention, Direction, MentionRole
from fidedigno.model import Moment


def test_a_mention_is_a_value_with_nothing_in_doubt_unless_said() -> None:
    start = datetime(2026, 11, 13, tzinfo=UTC)
    moment = Moment("13/11/2026", start, start + timedelta(days=1))
    mention = DateMention(0, 10, moment, relative=False, year_given=True, timezone_known=False)
    assert (mention.role, mention.ambiguous, mention.inexact_local_time) == (MentionRole.PLAIN, False, False)
    assert mention == DateMention(0, 10, moment, relative=False, year_given=True, timezone_known=False)
    with pytest.raises(FrozenInstanceError):
        mention.start = 1  # type: ignore[misc]


def test_the_words_of_roles_and_directions_are_stable() -> None:
    assert [str(each) for each in MentionRole] == ["as_of", "until", "from", "plain"]
    assert [str(each) for each in Direction] == ["future", "past", "nearest"]
