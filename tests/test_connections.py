"""What a workspace is connected to: taken over whole or not at all, kept in secret, and let go of."""

import gc
import stat
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from fidedigno import Fidedigno
from fidedigno.access import UserEntry
from fidedigno.errors import ConfigurationError, NotAvailableError, UsageError, WorkspaceError
from fidedigno.gather.moodle import MoodleStateSource
from fidedigno.gather.state import NoStateSource, StateReading
from fidedigno.model import Decision, Identity, Plan, Question
from fidedigno.plan.declared import NOWHERE
from fidedigno.plan.pack import Pack
from fidedigno.plan.places import Places
from fidedigno.stores import MOODLE_FILE, PLACES_FILE
from fidedigno.testing.moodle import MoodleServer
from tests.conftest import MakeCorpus
from tests.fakes.campus import PLACES_TEXT, campus, person
from tests.fakes.connected import connect, write_moodle, write_places


class OwnState:
    """A source of state of somebody's own, that remembers how it was used."""

    def __init__(self) -> None:
        self.closed = 0

    def places(self, identity: Identity) -> Places:
        return Places()

    def read(self, plan: Plan, identity: Identity, pack: Pack) -> StateReading:
        return StateReading()

    def forget(self) -> None:
        """Nothing is kept."""

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def moodle() -> Iterator[MoodleServer]:
    with campus() as server:
        yield server


def loop_threads() -> list[str]:
    return [each.name for each in threading.enumerate() if each.name.startswith("fidedigno-moodle")]


def test_places_are_taken_over_whole_in_place_of_earlier_ones(workspace: Fidedigno, tmp_path: Path) -> None:
    assert workspace.places == NOWHERE
    first = workspace.load_places(write_places(tmp_path))
    assert workspace.places == first
    kept = workspace.folder / PLACES_FILE
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    second = workspace.load_places(write_places(tmp_path, "courses: {x: {name: X, visible_to: [anyone]}}\n"))
    assert [each.place.value for each in second.courses] == ["x"]
    workspace.close()
    assert workspace.places == second
    assert not list(workspace.folder.glob(".*.new"))


@pytest.mark.parametrize(
    "text",
    ["courses: {x: {name: X}}\n", "courses: [\n", "curses: {}\n", "", "a: &b 1\nc: *b\n"],
)
def test_places_that_are_not_valid_change_nothing_and_the_line_is_told(
    workspace: Fidedigno, tmp_path: Path, text: str
) -> None:
    places = workspace.load_places(write_places(tmp_path))
    with pytest.raises(ConfigurationError, match=r"places\.yaml:\d+: "):
        workspace.load_places(write_places(tmp_path, text))
    assert workspace.places == places
    with pytest.raises(ConfigurationError, match="cannot be read"):
        workspace.load_places(tmp_path / "missing.yaml")


def test_a_moodle_is_kept_by_where_its_tokens_are_and_not_by_what_they_say(
    workspace: Fidedigno, tmp_path: Path, moodle: MoodleServer
) -> None:
    connection = workspace.connect_moodle(write_moodle(tmp_path, moodle))
    assert connection.site.url == moodle.url
    kept = workspace.folder / MOODLE_FILE
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    said = yaml.safe_load(kept.read_text("utf-8"))
    assert said["service_token_file"] == str(tmp_path / "service.token")
    for path in workspace.folder.rglob("*"):
        assert not path.is_file() or moodle.token("bot").encode() not in path.read_bytes()


@pytest.mark.parametrize("name", ["007", "1_000", "2026-01-01", "1e3", "no", "0x1f"])
def test_a_word_that_looks_like_a_number_or_a_truth_stays_the_word_it_is(
    workspace: Fidedigno, tmp_path: Path, moodle: MoodleServer, name: str
) -> None:
    path = write_moodle(tmp_path, moodle, person_tokens_file=name)
    path.write_text(path.read_text("utf-8").replace("name: campus", f"name: {name}"), encoding="utf-8")
    tokens = tmp_path / name
    tokens.write_text("ana: abc\n", encoding="ascii")
    tokens.chmod(0o600)
    workspace.connect_moodle(path)
    workspace.close()
    assert isinstance(workspace.state, MoodleStateSource)
    assert name in repr(workspace.state)


def test_a_moodle_that_is_not_valid_leaves_the_earlier_one(
    workspace: Fidedigno, tmp_path: Path, moodle: MoodleServer
) -> None:
    workspace.connect_moodle(write_moodle(tmp_path, moodle))
    kept = (workspace.folder / MOODLE_FILE).read_bytes()
    path = write_moodle(tmp_path, moodle, url="ftp://campus.example")
    with pytest.raises(ConfigurationError, match=r"moodle\.yaml: "):
        workspace.connect_moodle(path)
    path = write_moodle(tmp_path, moodle)
    (tmp_path / "service.token").chmod(0o644)
    with pytest.raises(ConfigurationError, match="others may read"):
        workspace.connect_moodle(path)
    assert (workspace.folder / MOODLE_FILE).read_bytes() == kept


def test_a_new_connection_ends_the_threads_of_the_one_before(
    workspace: Fidedigno, tmp_path: Path, moodle: MoodleServer
) -> None:
    for _ in range(3):
        connect(workspace, tmp_path, moodle)
        assert workspace.state.places(person("ana")).complete
        assert len(loop_threads()) == 1
    workspace.close()
    assert not loop_threads()


def test_threads_that_come_at_once_share_one_source(
    workspace: Fidedigno, tmp_path: Path, moodle: MoodleServer
) -> None:
    connect(workspace, tmp_path, moodle)
    found: list[object] = []
    gate = threading.Barrier(12)

    def take() -> None:
        gate.wait()
        found.append(workspace.state)

    threads = [threading.Thread(target=take) for _ in range(12)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(found) == 12
    assert len(set(map(id, found))) == 1
    assert len(loop_threads()) == 1


def test_a_source_of_ones_own_is_used_until_the_workspace_is_closed_and_then_closed(
    workspace: Fidedigno, tmp_path: Path, moodle: MoodleServer
) -> None:
    connect(workspace, tmp_path, moodle)
    assert isinstance(workspace.state, MoodleStateSource)
    own, other = OwnState(), OwnState()
    workspace.connect_state(own)
    assert workspace.state is own
    assert not loop_threads()
    connect(workspace, tmp_path, moodle)
    assert workspace.state is own, "new places do not take it away"
    workspace.connect_state(other)
    assert (own.closed, other.closed) == (1, 0)
    workspace.close()
    assert (own.closed, other.closed) == (1, 1)
    assert isinstance(workspace.state, MoodleStateSource)


def test_closing_ends_every_thread_of_answering(workspace: Fidedigno, make_corpus: MakeCorpus) -> None:
    workspace.ingest(make_corpus({"a.md": "# A\n\nasunto común\n"}))
    before = set(threading.enumerate())
    workspace.ask("¿asunto común?", as_user=None)
    pipeline = workspace.pipeline
    workspace.load_places(write_places(make_corpus({"b.md": "# B\n\notro\n"}).parent))
    assert workspace.pipeline is not pipeline
    late = pipeline.answer(Question("¿asunto común?"), workspace.identity(None))
    assert late.answer.id, "a question on its way is still answered"
    workspace.ask("¿asunto común?", as_user=None)
    del pipeline
    workspace.close()
    gc.collect()
    left = [each.name for each in set(threading.enumerate()) - before if each.name.startswith("fidedigno")]
    assert left == []


def test_without_anything_connected_there_is_no_state(workspace: Fidedigno) -> None:
    assert isinstance(workspace.state, NoStateSource)


def test_whoever_moodle_shows_nothing_is_asked_about_nothing_that_is_only_declared(
    workspace: Fidedigno, tmp_path: Path, moodle: MoodleServer
) -> None:
    settings = workspace.settings.model_copy(update={"pack": "lms"})
    with Fidedigno(workspace.folder, settings, {}) as governed:
        connect(governed, tmp_path, moodle)
        governed.load_places(write_places(tmp_path, PLACES_TEXT.partition("  historia")[0]))
        governed.sync_moodle("owner")
        question = "¿Qué nota tengo?"

        def told() -> str:
            answer = governed.ask(question, as_user="bruno", context={"course": "bd"})
            assert not answer.claims
            return f"{answer.message} {answer.scope} {answer.uncertainty}"

        assert "Ejercicio 0" in told(), "the choices are what Moodle shows"
        moodle.unenrol("bruno", "BD")
        for name in ("Examen secreto", "Ejercicio 0", "Redes", "Bases de Datos"):
            assert name not in told()


# Why, and forgetting.


@pytest.fixture
def asked(workspace: Fidedigno, make_corpus: MakeCorpus) -> Iterator[tuple[Fidedigno, str]]:
    """A workspace with auditors, and the id of an answer that Ana was given."""
    for name in ("ana", "eva", "audita"):
        workspace.directory.put_user(UserEntry(name, name.title()))
    workspace.ingest(make_corpus({"a.md": "# Horno\n\nEl horno se apaga a las nueve.\n"}))
    settings = workspace.settings.model_copy(update={"auditors": "user:audita"})
    with Fidedigno(workspace.folder, settings, {}) as fidedigno:
        yield fidedigno, fidedigno.ask("¿Cuándo se apaga el horno?", as_user="ana").id


def test_why_is_told_to_the_asker_and_to_an_auditor_and_to_nobody_else(asked: tuple[Fidedigno, str]) -> None:
    workspace, answer = asked
    assert workspace.why(answer, as_user="ANA").answer_id == answer
    assert workspace.why(answer, as_user="audita", language="en").language == "en"
    refusals = set()
    for name, wanted in (("eva", answer), ("nadie", answer), (None, answer), ("ana", "0" * 16), ("eva", "x")):
        with pytest.raises(NotAvailableError) as caught:
            workspace.why(wanted, as_user=name)
        refusals.add(str(caught.value.as_dict()))
    assert len(refusals) == 1


def test_without_auditors_nobody_but_the_asker_is_told(
    workspace: Fidedigno, asked: tuple[Fidedigno, str]
) -> None:
    assert workspace.why(asked[1], as_user="ana")
    with pytest.raises(NotAvailableError):
        workspace.why(asked[1], as_user="audita")


def test_the_queue_for_people_is_told_to_auditors_and_nobody_else(asked: tuple[Fidedigno, str]) -> None:
    workspace, answer = asked
    assert workspace.review(as_user="audita").items == ()
    record = workspace.traces.get(workspace.settings.tenant, answer)
    assert record is not None
    name = "f" * 16
    assert not workspace.traces.keep(replace(record, answer_id=name, decision=Decision.ESCALATE))
    page = workspace.review(as_user="AUDITA", size=1)
    assert [each.answer_id for each in page.items] == [name]
    assert page.following is not None
    assert workspace.review(as_user="audita", before=page.following).items == ()
    refusals = set()
    for who in ("ana", "eva", "owner", "nadie", None):
        with pytest.raises(NotAvailableError) as caught:
            workspace.review(as_user=who)
        refusals.add(str(caught.value.as_dict()))
    with pytest.raises(NotAvailableError) as caught:
        workspace.why("0" * 16, as_user="eva")
    assert refusals == {str(caught.value.as_dict())}


def test_without_auditors_nobody_sees_the_queue(workspace: Fidedigno, asked: tuple[Fidedigno, str]) -> None:
    for who in ("audita", "owner", "ana"):
        with pytest.raises(NotAvailableError):
            workspace.review(as_user=who)


def test_a_persons_records_are_forgotten_by_any_spelling_even_after_they_left(
    asked: tuple[Fidedigno, str],
) -> None:
    workspace, answer = asked
    workspace.ask("¿Cuándo se apaga el horno?", as_user="ana")
    workspace.ask("¿Cuándo se apaga el horno?", as_user="eva")
    assert workspace.forget_answers_of("nadie") == 0
    workspace.directory.remove_user("ana")
    assert workspace.forget_answers_of("  ANA ") == 2
    with pytest.raises(NotAvailableError):
        workspace.why(answer, as_user="audita")
    assert workspace.forget_answers_of("eva") == 1
    with pytest.raises(UsageError):
        workspace.forget_answers_of(" ")


def test_a_record_that_cannot_be_kept_changes_no_answer(asked: tuple[Fidedigno, str]) -> None:
    workspace, _ = asked
    workspace.close()
    (workspace.folder / "traces.key").write_bytes(b"damaged")
    answer = workspace.ask("¿Cuándo se apaga el horno?", as_user="ana")
    assert answer.claims
    with pytest.raises(WorkspaceError, match="damaged"):
        workspace.why(answer.id, as_user="ana")
