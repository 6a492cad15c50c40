"""The live state of the recorded people, before and after every recorded change."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from fidedigno.sources.moodle.asker import MoodlePerson
from fidedigno.sources.moodle.facts import Fact, ReadStatus, Reason, SubmissionState, Visibility
from fidedigno.sources.moodle.state import MoodleState
from tests.fakes.moodle_replay import MoodleReplay
from tests.sources.moodle.conftest import CS101, NOW, MakeClient

Person = Callable[[str], MoodlePerson]

FROM, A_FROM = 1799020800, 1799107200
DUE, BOB_DUE, B_DUE = 1800316740, 1800575940, 1800748740
CUT, BOB_CUT = 1800921540, 1801180740
EXTENDED = 1801785540
ESSAY, HIDDEN, NO_DEADLINE, GROUP_A_LAB, TEAM, MISSING = 1, 2, 3, 4, 5, 99999

EFFECTIVE = {
    "alice": (A_FROM, DUE, CUT, None),
    "bob": (FROM, BOB_DUE, BOB_CUT, None),
    "carol": (FROM, B_DUE, CUT, None),
    "dave": (FROM, B_DUE, CUT, EXTENDED),
    "erin": (FROM, B_DUE, CUT, None),
}


def at(epoch: int | None) -> datetime | None:
    return None if epoch is None else datetime.fromtimestamp(epoch, UTC)


def said(fact: Fact[Any]) -> Any:
    """The value, of a fact that Moodle answered."""
    assert fact.is_verified, fact
    return fact.value


def dates(state: Any) -> tuple[datetime | None, ...]:
    return tuple(said(each) for each in (state.opens, state.due, state.cut_off, state.extension))


@pytest.mark.parametrize("way", ["own", "served"])
@pytest.mark.parametrize("name", EFFECTIVE)
async def test_t45_each_person_has_the_dates_of_the_one_row_that_wins(
    name: str, way: str, state: MoodleState, own: Person, served: Person, replay: MoodleReplay
) -> None:
    person = own(name) if way == "own" else served(name)
    read = await state.assignment(person, CS101, ESSAY)
    assert dates(read) == tuple(map(at, EFFECTIVE[name]))
    assert said(read.visibility) is Visibility.VISIBLE
    assert said(read.name) == "Essay 1"


async def test_t45_an_override_that_was_deleted_gives_way_to_the_groups_row(
    state: MoodleState, own: Person, served: Person, replay: MoodleReplay
) -> None:
    replay.switch_on("deloverride")
    for person in (own("bob"), served("bob")):
        read = await state.assignment(person, CS101, ESSAY)
        assert (said(read.opens), said(read.due), said(read.cut_off)) == (at(A_FROM), at(DUE), at(CUT))


async def test_t45_whoever_leaves_a_group_loses_its_row_and_its_activities(
    state: MoodleState, own: Person, replay: MoodleReplay
) -> None:
    before = await state.assignment(own("alice"), CS101, GROUP_A_LAB)
    replay.switch_on("leavegroup")
    state.forget(replay.user("alice"))
    after = await state.assignment(own("alice"), CS101, ESSAY)
    lab = await state.assignment(own("alice"), CS101, GROUP_A_LAB)
    assert said(before.visibility) is Visibility.VISIBLE
    assert said(after.opens) == at(FROM)
    assert said(lab.visibility) is Visibility.NOT_AVAILABLE


async def test_t45_moving_the_base_date_moves_only_those_without_an_override(
    state: MoodleState, own: Person, served: Person, replay: MoodleReplay
) -> None:
    replay.switch_on("leavegroup", "movedue")
    alice = await state.assignment(own("alice"), CS101, ESSAY)
    carol = await state.assignment(served("carol"), CS101, ESSAY)
    assert said(alice.due) == at(DUE + 7 * 86400)
    assert said(carol.due) == at(B_DUE)


async def test_t43_the_date_of_the_state_is_the_live_one_whatever_a_text_says(
    state: MoodleState, own: Person, replay: MoodleReplay
) -> None:
    read = await state.assignment(own("erin"), CS101, ESSAY)
    texts = replay.body("assignments--tess.json")["courses"][0]["assignments"][0]["intro"]
    assert "11 January" in texts
    assert said(read.due) == datetime(2027, 1, 23, 23, 59, tzinfo=UTC)
    assert read.due.read_at == NOW


async def test_t44_a_service_account_never_answers_with_its_own_dates(
    state: MoodleState, served: Person, replay: MoodleReplay
) -> None:
    read = await state.assignment(served("bob"), CS101, ESSAY)
    assert said(read.due) == at(BOB_DUE)
    assert "mod_assign_get_assignments" not in replay.functions()


async def test_t46_an_extension_moves_the_last_moment_and_not_the_due_date(
    state: MoodleState, own: Person, served: Person
) -> None:
    for person in (own("dave"), served("dave")):
        read = await state.assignment(person, CS101, ESSAY)
        assert said(read.due) == at(B_DUE)
        assert said(read.extension) == at(EXTENDED)
        assert said(read.last_moment) == at(EXTENDED)


async def test_t46_a_withdrawn_extension_leaves_the_cut_off(
    state: MoodleState, own: Person, replay: MoodleReplay
) -> None:
    replay.switch_on("revokeext")
    read = await state.assignment(own("dave"), CS101, ESSAY)
    assert read.extension.status is ReadStatus.NONE
    assert said(read.last_moment) == at(CUT)


async def test_an_assignment_without_dates_has_none_and_not_the_year_1970(
    state: MoodleState, own: Person, replay: MoodleReplay
) -> None:
    replay.answers["mod_assign_get_submission_status"] = lambda *_: replay.body(
        "submission_status--erin-self.json"
    )
    read = await state.assignment(own("erin"), CS101, NO_DEADLINE)
    assert dates(read) == (None, None, None, None)
    assert read.last_moment.status is ReadStatus.NONE


@pytest.mark.parametrize("way", ["own", "served"])
async def test_t47_a_hidden_mark_is_the_same_as_no_mark(
    way: str, state: MoodleState, own: Person, served: Person, replay: MoodleReplay
) -> None:
    people = own if way == "own" else served
    bob = await state.assignment(people("bob"), CS101, ESSAY)
    carol = await state.assignment(people("carol"), CS101, ESSAY)
    erin = await state.assignment(people("erin"), CS101, ESSAY)
    assert bob.grade == carol.grade == erin.grade == Fact.of(None, NOW)
    assert bob.feedback == carol.feedback == erin.feedback == Fact.of(None, NOW)
    assert "64" not in repr(bob)
    assert "91" not in repr(carol)
    assert "mod_assign_get_grades" not in replay.functions()


async def test_t47_a_released_mark_is_told_with_its_feedback(
    state: MoodleState, own: Person, replay: MoodleReplay
) -> None:
    replay.switch_on("unhide")
    bob = await state.assignment(own("bob"), CS101, ESSAY)
    assert said(bob.grade).value == 64
    assert said(bob.grade).maximum == 100
    assert said(bob.feedback) == "<p>Feedback for bob</p>"


async def test_t47_a_reader_who_sees_hidden_marks_still_does_not_tell_them(
    make_client: MakeClient, served: Person, replay: MoodleReplay
) -> None:
    def report(actor: str, params: dict[str, str]) -> object:
        whole = replay.body("grade_items--tess-all.json")
        rows = [each for each in whole["usergrades"] if str(each["userid"]) == params["userid"]]
        assert any(item["graderaw"] == 64 for row in rows for item in row["gradeitems"])
        return {**whole, "usergrades": rows}

    replay.answers["gradereport_user_get_grade_items"] = report
    # The clock stands still: the microseconds of a real one may hold any number.
    bob = await MoodleState(make_client(), now=lambda: NOW).assignment(served("bob"), CS101, ESSAY)
    assert bob.grade.status is ReadStatus.NONE
    assert "64" not in repr(bob)


@pytest.mark.parametrize("way", ["own", "served"])
async def test_t49_hidden_missing_and_restricted_are_byte_equal(
    way: str, state: MoodleState, own: Person, served: Person
) -> None:
    carol = own("carol") if way == "own" else served("carol")
    shown = {
        repr(await state.assignment(carol, CS101, each)).replace(f"assignment={each}", "assignment=X")
        for each in (HIDDEN, GROUP_A_LAB, MISSING)
    }
    assert len(shown) == 1
    assert "not_available" in shown.pop()


@pytest.mark.parametrize("way", ["own", "served"])
async def test_t49_another_course_a_hidden_course_and_no_course_are_byte_equal(
    way: str, state: MoodleState, own: Person, served: Person, replay: MoodleReplay
) -> None:
    alice = own("alice") if way == "own" else served("alice")
    mixed = replay.body("assignments--alice-mixed.json")

    def listed(actor: str, params: dict[str, str]) -> object:
        course = int(params["courseids[0]"])
        warnings = [each for each in mixed["warnings"] if each["item"] == "course"]
        return {"courses": [], "warnings": [{**warnings[0], "itemid": course}]}

    refused = replay.body("contents--alice-other-course.json")
    missing = replay.body("contents--alice-missing-course.json")
    contents = {"2": replay.body("contents--wsbot.json"), "3": refused, "4": refused, "99999": missing}
    replay.answers["mod_assign_get_assignments"] = listed
    replay.answers["core_course_get_contents"] = lambda actor, params: contents[params["courseid"]]
    shown = {
        repr(await state.assignment(alice, each, ESSAY)).replace(f"course={each}", "course=X")
        for each in (3, 4, 99999)
    }
    assert len(shown) == 1
    activities = {repr(await state.activities(alice, each)) for each in (3, 4, 99999)}
    assert len(activities) == 1


async def test_an_unenrolled_a_suspended_and_a_revoked_person_have_one_answer(
    state: MoodleState, own: Person, served: Person, replay: MoodleReplay
) -> None:
    replay.switch_on("unenrol", "revoketoken")
    people = [own("bob"), own("carol"), own("gina"), own("mallory"), own("henry")]
    people += [served("bob"), served("gina"), served("mallory"), served("henry"), served("frank")]
    answers = set()
    for person in people:
        read = await state.assignment(person, CS101, ESSAY)
        text = (
            repr(read)
            .replace(f"person={person.id}", "person=X")
            .replace("'own'", "Y")
            .replace("'service'", "Y")
        )
        answers.add(text.replace("TokenKind.OWN", "Z").replace("TokenKind.SERVICE", "Z"))
    assert len(answers) == 1
    assert read.due.reason is Reason.NOT_PERMITTED


async def test_a_token_of_somebody_else_answers_nothing(state: MoodleState, replay: MoodleReplay) -> None:
    mixed_up = MoodlePerson(replay.user("alice"), replay.token("bob"))
    read = await state.assignment(mixed_up, CS101, ESSAY)
    assert read.due.reason is Reason.NOT_PERMITTED


async def test_t50_groups_that_a_person_may_not_know_of_are_not_told(
    state: MoodleState, own: Person, served: Person, replay: MoodleReplay
) -> None:
    replay.switch_on("hiddengroupcap")
    for person in (own("dave"), served("dave")):
        read = await state.assignment(person, CS101, ESSAY)
        assert [each.name for each in said(read.groups)] == ["Group B"]


async def test_t51_an_own_token_asks_as_the_person_and_not_as_a_grader(
    state: MoodleState, own: Person, replay: MoodleReplay
) -> None:
    await state.assignment(own("dave"), CS101, ESSAY)
    asked = [each for each in replay.asked if each.function == "mod_assign_get_submission_status"]
    assert [each.actor for each in asked] == ["dave"]
    assert "userid" not in asked[0].params


async def test_t51_a_service_account_writes_no_row_where_that_is_forbidden(
    make_client: MakeClient, served: Person, replay: MoodleReplay
) -> None:
    state = MoodleState(make_client(grader_reads=False), now=lambda: NOW)
    dave = await state.assignment(served("dave"), CS101, ESSAY)
    alice = await state.assignment(served("alice"), CS101, ESSAY)
    assert "mod_assign_get_submission_status" not in replay.functions()
    # There is an extension, and its date cannot be read: it is not none.
    assert dave.extension == Fact.unverifiable(Reason.NO_SOURCE, NOW)
    assert dave.last_moment.status is ReadStatus.UNVERIFIABLE
    assert alice.extension.status is ReadStatus.NONE
    assert dave.can_submit.reason is Reason.NO_SOURCE


async def test_t51_flags_give_the_extension_where_the_account_may_read_them(
    make_client: MakeClient, served: Person, replay: MoodleReplay
) -> None:
    replay.switch_on("gradecap")
    state = MoodleState(make_client(grader_reads=False), now=lambda: NOW)
    dave = await state.assignment(served("dave"), CS101, ESSAY)
    assert said(dave.extension) == at(EXTENDED)
    assert said(dave.locked) is False
    assert said(dave.submission) is SubmissionState.NEW


async def test_the_submission_is_told_as_moodle_keeps_it(
    state: MoodleState, own: Person, replay: MoodleReplay
) -> None:
    alice = await state.assignment(own("alice"), CS101, ESSAY)
    dave = await state.assignment(own("dave"), CS101, ESSAY)
    assert said(alice.submission) is SubmissionState.SUBMITTED
    assert said(alice.complete) is False
    assert said(alice.grade).value == 78
    assert said(dave.submission) is SubmissionState.NONE
    assert said(dave.can_submit) is False
    replay.switch_on("lock")
    assert said((await state.assignment(own("carol"), CS101, ESSAY)).locked) is True


async def test_a_team_submission_counts_for_every_member(
    state: MoodleState, own: Person, replay: MoodleReplay
) -> None:
    replay.switch_on("showsec3", "teamsubmit")
    replay.answers["mod_assign_get_assignments"] = lambda *_: replay.body(
        "after-showsec3-assignments--carol.json"
    )
    dave = await state.assignment(own("dave"), CS101, TEAM)
    assert said(dave.submission) is SubmissionState.SUBMITTED
    assert said(dave.can_submit) is True


async def test_dates_are_on_the_clock_of_the_course(make_client: MakeClient, own: Person) -> None:
    state = MoodleState(make_client(timezone="Europe/Madrid"))
    read = await state.assignment(own("alice"), CS101, ESSAY)
    assert said(read.due).isoformat() == "2027-01-19T00:59:00+01:00"
