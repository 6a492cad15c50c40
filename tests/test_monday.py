"""The Monday question over the whole road: files, rights, index, rules, a live Moodle, verification, contract.

Each variant changes one thing that would mislead a search by likeness. A wrong decision in any is a failure.
"""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from pydantic import SecretStr

from fidedigno import Decision, Fidedigno, Question, Settings
from fidedigno.access import GroupEntry, UserEntry
from fidedigno.gather.moodle import MoodleStateSource
from fidedigno.gather.moodle_connection import MoodleConnection
from fidedigno.model import DiscardReason, FactStatus, Principal
from fidedigno.pipeline import Answered
from fidedigno.sources.moodle import Limits, MoodleSite
from fidedigno.testing.moodle import MoodleServer
from fidedigno.testing.moodle.load import parse_scenario
from tests.conftest import MakeCorpus

MADRID = ZoneInfo("Europe/Madrid")
NOW = datetime(2026, 11, 12, 10, tzinfo=MADRID)
ASKED = {"es": "¿Puedo entregar la práctica 1 el lunes?", "en": "Can I hand in assignment 1 on Monday?"}

GUIDE = """---
effective_from: {start}
effective_until: {end}
series: guia
version: "{label}"
scope: {{course: bd}}
authority: course-official
---
# Guía de Bases de Datos, curso {label}

La práctica 1 se entrega hasta el {day}, a las 23:59{zone}.
"""
NEW_GUIDE = GUIDE.format(
    start="2026-09-01",
    end="2027-09-01",
    label="2026-27",
    day="viernes 13 de noviembre de 2026",
    zone=", hora peninsular",
)
OLD_GUIDE = (
    GUIDE.format(
        start="2025-09-01", end="2026-09-01", label="2025-26", day="lunes 17 de noviembre de 2025", zone=""
    )
    + "\n¿Puedo entregar la práctica 1 el lunes? Sí, la práctica 1 se puede entregar el lunes.\n"
)
CALENDAR = """---
authority: university-official
version: "1"
---
# Calendario general

Los trabajos de mitad de semestre se entregan hasta el lunes 16 de noviembre de 2026.
"""
NOTICE = """---
authority: {authority}
effective_from: 2026-11-06
version: "1"
scope: {{course: bd{group}}}
---
# Aviso {name}

La práctica 1 se puede entregar hasta el {day} de noviembre de 2026, a las 23:59, hora peninsular.
"""
PLACES = """
courses:
  bd:
    name: Bases de Datos
    timezone: Europe/Madrid
    visible_to: ["group:bd"]
    moodle: 41
    activities: {p1: {name: Práctica 1, aliases: [Assignment 1], moodle: 901}}
    groups:
      A: {name: Grupo A, members: "group:bd-a"}
      B: {name: Grupo B, members: "group:bd-b"}
"""
SCENARIO = """
site: Campus
timezone: Europe/Madrid
now: 2026-11-12 10:00
changed: 2026-11-09 08:00
service: {user: bot, capabilities: [viewgrades]}
users:
  bot: {id: 2, fullname: Bot, email: bot@c.example}
  ana: {id: 4, fullname: Ana, email: ana@c.example}
  bruno: {id: 5, fullname: Bruno, email: bruno@c.example}
courses:
  BD:
    id: 41
    fullname: Bases de Datos
    members: {ana: student, bruno: student}
    groups:
      A: {id: 71, name: Grupo A, members: [ana]}
      B: {id: 72, name: Grupo B, members: [bruno]}
    sections:
      practicas:
        id: 411
        name: Prácticas
        modules:
          p1:
            kind: assignment
            id: 4101
            instance: 901
            context: 5101
            name: Práctica 1
            opens: 2026-10-19 09:00
            due: 2026-11-13 23:59
            cutoff: 2026-11-13 23:59
"""


@pytest.fixture
def moodle() -> Iterator[MoodleServer]:
    with MoodleServer(parse_scenario(SCENARIO, "monday.yaml")) as server:
        yield server


@pytest.fixture
def monday(tmp_path: Path, make_corpus: MakeCorpus, moodle: MoodleServer) -> Iterator[Fidedigno]:
    place = tmp_path / "campus"
    place.mkdir()
    settings = Settings(embedder="none", workers=0, pack="lms", timezone="Europe/Madrid")
    with Fidedigno.create(place, admin="owner", settings=settings) as workspace:
        for name, number in (("ana", "4"), ("bruno", "5")):
            attributes = {"moodle.campus.id": number}
            workspace.directory.put_user(UserEntry(name, name.title(), attributes=attributes))
        for group, members in (("bd-a", ["ana"]), ("bd-b", ["bruno"]), ("bd", ["ana", "bruno"])):
            held = frozenset(Principal.user(each) for each in members)
            workspace.directory.put_group(GroupEntry(group, group, held))
        (tmp_path / "places.yaml").write_text(PLACES, encoding="utf-8")
        workspace.load_places(tmp_path / "places.yaml")
        limits = Limits(cache=0, attempts=1, attempt=2, total=4)
        site = MoodleSite(moodle.url, SecretStr(moodle.token("bot")), "Europe/Madrid", "campus", limits)
        connection = MoodleConnection(site)
        source = MoodleStateSource(site, workspace.places, connection.find_person, now=lambda: NOW)
        workspace.connect_state(source)
        files = {"guia.md": NEW_GUIDE, "vieja.md": OLD_GUIDE, "calendario.md": CALENDAR}
        workspace.ingest(make_corpus(files, acl="['group:bd']", name="bd"))
        yield workspace


def ask(workspace: Fidedigno, person: str = "ana", language: str = "es") -> Answered:
    question = Question(ASKED[language], asked_at=NOW)
    return workspace.pipeline.answer(question, workspace.identity(person))


def add(workspace: Fidedigno, make_corpus: MakeCorpus, **texts: str) -> None:
    workspace.ingest(
        make_corpus({f"{name}.md": text for name, text in texts.items()}, acl="['group:bd']", name="avisos")
    )


def status(done: Answered, fact: str) -> FactStatus | None:
    row = done.matrix.row(fact)
    return row.status if row else None


def cited(done: Answered) -> set[str]:
    return {card.locator.uri for card in done.answer.evidence}


@pytest.mark.parametrize(("language", "no"), [("es", "No:"), ("en", "No:")])
def test_without_an_extension_monday_is_after_the_close(monday: Fidedigno, language: str, no: str) -> None:
    done = ask(monday, language=language)
    assert done.answer.decision is Decision.ANSWER
    assert done.answer.text.startswith(no)
    assert "bd/vieja.md" not in cited(done)


@pytest.mark.parametrize(("language", "yes"), [("es", "Sí:"), ("en", "Yes:")])
def test_with_an_extension_monday_is_within_and_both_dates_are_said(
    monday: Fidedigno, moodle: MoodleServer, language: str, yes: str
) -> None:
    moodle.grant_extension("ana", "p1", "2026-11-20 23:59")
    done = ask(monday, language=language)
    assert done.answer.decision is Decision.ANSWER
    assert done.answer.text.startswith(yes)
    assert "13" in done.answer.text
    assert "20" in done.answer.text
    assert ask(monday, "bruno", language).answer.text.startswith("No:")


@pytest.mark.parametrize("fault", ["down", "html", "half_json", "maintenance", "service_unavailable"])
@pytest.mark.parametrize("language", ["es", "en"])
def test_with_the_source_down_the_general_deadline_is_told_and_neither_yes_nor_no(
    monday: Fidedigno, moodle: MoodleServer, fault: str, language: str
) -> None:
    moodle.fail(fault)  # type: ignore[arg-type]
    done = ask(monday, language=language)
    assert done.answer.decision is Decision.ANSWER_LIMITED
    assert "viernes 13 de noviembre de 2026, a las 23:59, hora peninsular" in done.answer.text
    assert not any(claim.derived for claim in done.answer.claims)
    assert status(done, "individual-extension") is FactStatus.UNVERIFIABLE
    assert done.answer.next_action
    assert cited(done) == {"bd/guia.md"}


def test_a_notice_to_another_group_does_not_count_and_to_ones_own_it_does(
    monday: Fidedigno, moodle: MoodleServer, make_corpus: MakeCorpus
) -> None:
    notice = NOTICE.format(
        authority="course-announcement", group=", group: B", name="para el grupo B", day="lunes 16"
    )
    add(monday, make_corpus, aviso=notice)
    moodle.fail("down")
    other, own = ask(monday, "ana"), ask(monday, "bruno")
    assert (other.answer.decision, own.answer.decision) == (Decision.ANSWER_LIMITED,) * 2
    assert cited(other) == {"bd/guia.md"}
    assert cited(own) == {"avisos/aviso.md"}
    assert any(each.reason is DiscardReason.OTHER_SCOPE for each in other.matrix.discards)
    assert any(each.reason is DiscardReason.GENERAL_SCOPE for each in own.matrix.discards)


def test_two_official_notices_of_one_day_that_disagree_are_a_conflict_with_both_sides(
    monday: Fidedigno, moodle: MoodleServer, make_corpus: MakeCorpus
) -> None:
    official = {"authority": "course-official", "group": ""}
    add(
        monday,
        make_corpus,
        uno=NOTICE.format(name="uno", day="lunes 16", **official),
        dos=NOTICE.format(name="dos", day="martes 17", **official),
    )
    moodle.fail("down")
    done = ask(monday)
    assert done.answer.decision is Decision.CONFLICT
    assert cited(done) == {"avisos/uno.md", "avisos/dos.md"}
    assert status(done, "due-date") is FactStatus.CONFLICTING


def test_a_conflict_is_shown_to_who_may_read_both_sides_and_to_nobody_else(
    monday: Fidedigno, moodle: MoodleServer, make_corpus: MakeCorpus
) -> None:
    official = {"authority": "course-official", "group": ""}
    add(monday, make_corpus, uno=NOTICE.format(name="uno", day="lunes 16", **official))
    moodle.fail("down")
    before = ask(monday, "bruno")
    other = {"dos.md": NOTICE.format(name="dos", day="martes 17", **official)}
    monday.ingest(make_corpus(other, acl="['group:bd-a']", name="reservado"))
    both, one = ask(monday, "ana"), ask(monday, "bruno")
    assert both.answer.decision is Decision.CONFLICT
    assert cited(both) == {"avisos/uno.md", "reservado/dos.md"}
    assert one.answer.decision is before.answer.decision is not Decision.CONFLICT
    assert cited(one) == {"avisos/uno.md"}
    for part in ("text", "message", "uncertainty", "next_action", "matrix", "scope"):
        assert getattr(one.answer, part) == getattr(before.answer, part)


def test_live_configuration_rules_over_notices_that_disagree(
    monday: Fidedigno, make_corpus: MakeCorpus
) -> None:
    official = {"authority": "course-official", "group": ""}
    add(monday, make_corpus, uno=NOTICE.format(name="uno", day="lunes 16", **official))
    done = ask(monday)
    assert done.answer.decision is Decision.ANSWER
    assert done.answer.text.startswith("No:")
    assert "avisos/uno.md" not in cited(done)
    assert any(each.reason is DiscardReason.STATE_RULES for each in done.matrix.discards)


def test_a_later_official_notice_amends_the_guide(
    monday: Fidedigno, moodle: MoodleServer, make_corpus: MakeCorpus
) -> None:
    official = {"authority": "course-official", "group": ""}
    add(monday, make_corpus, uno=NOTICE.format(name="uno", day="lunes 16", **official))
    moodle.fail("down")
    done = ask(monday)
    assert done.answer.decision is Decision.ANSWER_LIMITED
    assert cited(done) == {"avisos/uno.md"}
    assert any(each.reason is DiscardReason.AMENDED for each in done.matrix.discards)


def test_a_deadline_whose_timezone_nobody_gives_is_told_as_such(
    monday: Fidedigno, moodle: MoodleServer, tmp_path: Path
) -> None:
    folder = tmp_path / "sinzona"
    folder.mkdir()
    declaration = (tmp_path / "bd" / "corpus.yaml").read_text(encoding="utf-8")
    undeclared = declaration.replace("name: bd", "name: sinzona").replace("timezone: Europe/Madrid\n", "")
    (folder / "corpus.yaml").write_text(undeclared, encoding="utf-8")
    notice = NOTICE.format(authority="course-official", group="", name="sin zona", day="lunes 16")
    (folder / "aviso.md").write_text(notice.replace(", hora peninsular", ""), encoding="utf-8")
    monday.ingest(folder)
    moodle.fail("down")
    done = ask(monday)
    assert done.answer.decision is Decision.ANSWER_LIMITED
    assert cited(done) == {"sinzona/aviso.md"}
    row = done.matrix.row("due-date")
    assert row is not None
    assert row.reason == "timezone_unknown"
    assert not row.statements[0].timezone_known
    assert status(done, "timezone") is not FactStatus.COVERED
    assert "timezone" in {doubt.fact for doubt in done.answer.uncertainty}


def test_the_calendar_of_the_university_gives_way_to_the_guide(
    monday: Fidedigno, moodle: MoodleServer
) -> None:
    moodle.fail("down")
    assert "bd/calendario.md" not in cited(ask(monday))


def test_the_old_guide_is_the_nearest_text_and_never_cited(monday: Fidedigno) -> None:
    asked = Question(ASKED["es"], asked_at=NOW)
    found = monday.pipeline.gather(asked, monday.identity("ana"), in_force=False).candidates
    assert found[0].evidence.locator.uri == "bd/vieja.md", "otherwise this test would show nothing"
    assert "bd/vieja.md" not in cited(ask(monday))


def test_who_is_in_no_course_learns_nothing(monday: Fidedigno) -> None:
    monday.directory.put_user(UserEntry("carla", "Carla"))
    for person in ("carla", "nobody-knows"):
        done = ask(monday, person)
        assert done.answer.decision is Decision.ABSTAIN
        assert "13" not in done.answer.text
        assert not done.gathered.candidates
