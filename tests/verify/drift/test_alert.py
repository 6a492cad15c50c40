"""A store that gets worse: seen without one question asked twice, and not where only the questions change."""

import json
import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from fidedigno.verify.drift.alert import DISTANCE, DriftAlert, Health, find_alerts
from fidedigno.verify.settings import VerifySettings

BEGIN = datetime(2026, 3, 1, tzinfo=UTC)
SETTINGS = VerifySettings()
Draw = Callable[[random.Random, str], float]


def stream(
    *parts: tuple[int, Draw], signal: str = "faithfulness", questions: int | None = None, seed: int = 1
) -> list[Health]:
    """Answers of each part under a version of its own; without ``questions`` none is asked twice."""
    rng, found = random.Random(seed), []  # noqa: S311
    for number, (count, draw) in enumerate(parts, start=1):
        for _ in range(count):
            asked = str(len(found) if questions is None else rng.randrange(questions))
            at = BEGIN + timedelta(minutes=len(found))
            found.append(Health(at, f"v{number}", asked, {signal: draw(rng, asked)}))
    return found


def good(rng: random.Random, _asked: str) -> float:
    return rng.betavariate(6, 1)


def bad(rng: random.Random, _asked: str) -> float:
    return rng.betavariate(2, 2)


def alerts(rows: list[Health]) -> tuple[DriftAlert, ...]:
    return find_alerts("t", "c", rows, SETTINGS)


def test_a_store_that_degrades_is_seen_though_no_question_repeats() -> None:
    (alert,) = alerts(stream((150, good), (60, bad)))
    assert (alert.tenant, alert.corpus, alert.signal) == ("t", "c", "faithfulness")
    assert (alert.previous_version, alert.index_version) == ("v1", "v2")
    assert alert.began_at == BEGIN + timedelta(minutes=150)
    assert alert.before > 0.8
    assert alert.after < 0.6
    assert (alert.answers, alert.worse) == (60, True)
    assert alert.p_value < 0.001


@pytest.mark.parametrize("signal", ["unsupported", "abstained", DISTANCE])
def test_a_share_that_rises_is_worse_where_more_is_worse(signal: str) -> None:
    rare, often = (lambda rng, _, share=share: float(rng.random() < share) for share in (0.05, 0.6))
    assert [each.signal for each in alerts(stream((150, rare), (60, often), signal=signal))] == [signal]
    assert alerts(stream((150, often), (60, rare), signal=signal)) == ()


def test_a_store_that_gets_better_is_no_alert() -> None:
    assert alerts(stream((150, bad), (60, good))) == ()


def test_a_measure_of_which_the_good_side_is_not_known_is_an_alert_both_ways() -> None:
    for parts in (((150, good), (60, bad)), ((150, bad), (60, good))):
        (alert,) = alerts(stream(*parts, signal="of_my_own"))
        assert alert.worse is None


def test_a_degradation_that_was_mended_keeps_its_beginning_and_its_size() -> None:
    (alert,) = alerts(stream((120, good), (80, bad), (120, good)))
    assert (alert.index_version, alert.answers) == ("v2", 80)


def test_a_slight_change_of_the_mix_of_questions_is_no_alert() -> None:
    def mixed(share: float) -> Draw:
        return lambda rng, _: rng.betavariate(9, 1) if rng.random() < share else rng.betavariate(4, 3)

    for seed in range(20):
        assert alerts(stream((200, mixed(0.6)), (200, mixed(0.5)), seed=seed)) == ()


def test_a_great_change_of_the_mix_is_no_alert_where_the_questions_repeat_and_stay_as_they_were() -> None:
    rng, rows = random.Random(3), []  # noqa: S311
    for number in range(400):
        easy = rng.random() < (0.8 if number < 200 else 0.3)
        asked = f"easy{rng.randrange(40)}" if easy else f"hard{rng.randrange(40)}"
        measure = (0.9 if easy else 0.5) + rng.uniform(-0.05, 0.05)
        rows.append(Health(BEGIN + timedelta(minutes=number), "v1", asked, {"faithfulness": measure}))
    assert alerts(rows) == ()
    unknown = [each._replace(question=str(number)) for number, each in enumerate(rows)]
    assert len(alerts(unknown)) == 1


def test_one_question_asked_again_and_again_is_not_many_answers() -> None:
    rows = stream((150, good))
    late = [
        Health(BEGIN + timedelta(minutes=150 + number), "v1", "same", {"faithfulness": 0.0})
        for number in range(60)
    ]
    assert alerts([*rows, *late]) == ()


@pytest.mark.parametrize("questions", [None, 30, 300])
def test_stationary_streams_raise_no_alarm_however_often_one_looks(questions: int | None) -> None:
    """One look after every forty answers, over forty streams of 480."""

    def of_question(rng: random.Random, asked: str) -> float:
        usual = random.Random(asked).betavariate(3, 1)  # noqa: S311
        return min(1.0, max(0.0, usual + rng.choice([-0.05, 0.0, 0.0, 0.05])))

    alarms = 0
    for seed in range(40):
        rows = stream((480, of_question), questions=questions, seed=seed)
        alarms += any(alerts(rows[:end]) for end in range(40, 481, 40))
    assert alarms <= 2


def test_answers_without_a_measure_are_left_out_of_it() -> None:
    rows = [*stream((150, good), (60, bad)), Health(BEGIN, "v3", "x", {})]
    assert len(alerts(rows)) == 1
    assert alerts([]) == ()


def test_an_alert_is_json() -> None:
    (alert,) = alerts(stream((150, good), (60, bad)))
    assert json.loads(json.dumps(alert.to_dict()))["began_at"] == "2026-03-01T02:30:00+00:00"
