"""The simulator against two hundred recorded answers of a real Moodle: keys, types, refusals and dates."""

from collections import Counter
from pathlib import Path

import pytest

from fidedigno.testing.moodle import MoodleServer, Scenario
from tests.testing.moodle.recordings import (
    CHANGES,
    FUNCTIONS_LEFT_OUT,
    NOT_SIMULATED,
    SITE,
    ask,
    differences,
    is_simulated,
    recordings,
)

pytestmark = pytest.mark.shared


def test_every_recorded_answer_has_the_same_shape_and_the_same_dates(shared_data: Path) -> None:
    done: set[str] = set()
    compared: Counter[str] = Counter()
    wrong: list[str] = []
    with MoodleServer(Scenario.load(SITE)) as moodle:
        tokens = {key: moodle.token(key) for key, user in moodle.scenario.users.items() if not user.deleted}
        for each in recordings(shared_data / "moodle"):
            change = each.change
            if change in CHANGES and change not in done:
                CHANGES[change](moodle)
                done.add(change)
            if not is_simulated(each):
                continue
            status, body = ask(moodle.url, each, tokens)
            compared[each.function] += 1
            if status != each.status:
                wrong.append(f"{each.name}: HTTP {status}, and {each.status} was recorded")
            wrong += [f"{each.name}: {one}" for one in differences(each.body, body)]
    assert not wrong, "\n".join(wrong)
    assert done == set(CHANGES)
    assert sum(compared.values()) >= 167


def test_what_is_left_out_was_recorded(shared_data: Path) -> None:
    everything = list(recordings(shared_data / "moodle"))
    names = [each.name for each in everything]
    assert not [each for each in NOT_SIMULATED if not any(name.startswith(each) for name in names)]
    assert {each.function for each in everything} >= FUNCTIONS_LEFT_OUT
