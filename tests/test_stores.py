"""The parts of a workspace: opened when first needed, let go when it closes."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

from fidedigno import Fidedigno
from fidedigno.access import UserEntry
from fidedigno.deliver import answer_as_dict, answer_schema
from fidedigno.errors import ConfigurationError, NotAvailableError
from fidedigno.gather.state import NoStateSource
from fidedigno.model import ConflictKind, Decision
from fidedigno.plan.general import GENERAL
from fidedigno.stores import DATABASE_FILE, INDEX_FOLDER, Stores
from tests.conftest import MakeCorpus
from tests.fakes import chat_server


def test_nothing_is_opened_before_it_is_needed(workspace: Fidedigno) -> None:
    stores = Stores(workspace.folder, workspace.settings, {})
    assert set(vars(stores)) == {"folder", "settings", "origins"}
    assert stores.directory.users()
    assert "embedder" not in vars(stores)
    assert not (workspace.folder / INDEX_FOLDER).exists()
    stores.close()
    assert set(vars(stores)) == {"folder", "settings", "origins"}


def test_each_part_is_made_once(workspace: Fidedigno) -> None:
    for part in ("directory", "authoriser", "classes", "rights", "declared", "catalog", "embedder", "index"):
        assert getattr(workspace, part) is getattr(workspace, part)
    assert (workspace.folder / DATABASE_FILE).is_file()
    assert (workspace.folder / INDEX_FOLDER).is_dir()


def test_a_closed_workspace_opens_its_parts_anew(workspace: Fidedigno, make_corpus: MakeCorpus) -> None:
    workspace.ingest(make_corpus({"a.md": "# A\n\nasunto común\n"}))
    assert len(workspace.search("asunto", as_user=None)) == 1
    before = workspace.catalog
    workspace.close()
    workspace.close()
    assert workspace.catalog is not before
    assert len(workspace.search("asunto", as_user=None)) == 1


def test_an_unknown_embedder_is_a_clear_error(workspace: Fidedigno) -> None:
    wrong = workspace.settings.model_copy(update={"embedder": "no-such-model"})
    with pytest.raises(ConfigurationError, match="no-such-model"):
        _ = Stores(workspace.folder, wrong, {}).embedder


def with_settings(workspace: Fidedigno, **settings: object) -> Stores:
    return Stores(workspace.folder, workspace.settings.model_copy(update=settings), {})


def test_without_a_pack_questions_are_planned_by_the_general_one(workspace: Fidedigno) -> None:
    assert workspace.pack is GENERAL
    assert workspace.planner.pack is GENERAL


def test_a_pack_is_found_by_its_name_or_by_its_folder(
    workspace: Fidedigno, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = with_settings(workspace, pack="lms").pack
    assert shipped.name == "lms"
    copy = tmp_path / "packs" / "mine"
    shutil.copytree(Path(str(files("fidedigno"))) / "packs" / "lms", copy)
    text = (copy / "pack.yaml").read_text("utf-8")
    (copy / "pack.yaml").write_text(text.replace("name: lms", "name: mine"), "utf-8")
    assert with_settings(workspace, pack=str(copy)).pack.name == "mine"
    monkeypatch.chdir(tmp_path)
    assert with_settings(workspace, pack="packs/mine").pack.name == "mine"


def test_a_folder_that_is_called_like_a_shipped_pack_does_not_take_its_place(
    workspace: Fidedigno, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lms").mkdir()
    (tmp_path / "lms" / "pack.yaml").write_text("name: evil\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert with_settings(workspace, pack="lms").pack.name == "lms"


@pytest.mark.parametrize("named", ["no-such", "no/such", "..", "lms/classes", "lms/pack.yaml"])
def test_a_pack_that_is_not_there_is_a_clear_error(
    workspace: Fidedigno, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigurationError) as caught:
        _ = with_settings(workspace, pack=named).pack
    assert caught.value.hint


def test_records_are_kept_for_the_days_and_up_to_the_number_that_are_set(
    workspace: Fidedigno, make_corpus: MakeCorpus
) -> None:
    workspace.ingest(make_corpus({"a.md": "# Horno\n\nEl horno se apaga a las nueve.\n"}))
    workspace.directory.put_user(UserEntry("ana", "Ana"))
    settings = workspace.settings.model_copy(update={"trace_limit": 2})
    with Fidedigno(workspace.folder, settings, {}) as fidedigno:
        asked = [fidedigno.ask("¿Cuándo se apaga el horno?", as_user="ana").id for _ in range(3)]
        with pytest.raises(NotAvailableError):
            fidedigno.why(asked[0], as_user="ana")
        assert fidedigno.why(asked[2], as_user="ana").answer_id == asked[2]


def test_every_part_is_let_go_even_where_one_of_them_cannot_be_closed(workspace: Fidedigno) -> None:
    class Stuck(NoStateSource):
        def close(self) -> None:
            raise OSError("stuck")

    stores = Stores(workspace.folder, workspace.settings, {})
    assert stores.directory.users()
    vars(stores)["state"] = Stuck()
    with pytest.raises(OSError, match="stuck"):
        stores.close()
    assert set(vars(stores)) == {"folder", "settings", "origins"}
    stores.close()


def test_threads_that_come_at_once_get_one_part(workspace: Fidedigno) -> None:
    stores = Stores(workspace.folder, workspace.settings, {})
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: stores.pipeline, range(8)))
    assert len(set(map(id, found))) == 1
    stores.close()


def test_without_a_setting_there_is_no_language_model_and_planning_knows_none(workspace: Fidedigno) -> None:
    assert workspace.settings.language_model == ""
    assert workspace.language_model is None
    assert with_settings(workspace, pack="lms").planner.model is None


def test_a_configured_language_model_is_the_planners_and_closes_with_the_workspace(
    workspace: Fidedigno, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    declared = tmp_path / "language_model.yaml"
    declared.write_text("url: http://127.0.0.1:9/v1\nmodel: small\n", "utf-8")
    stores = with_settings(workspace, pack="lms", language_model=str(declared))
    model = stores.language_model
    assert model is not None
    assert stores.planner.model is model
    closed = []

    def close(self: object) -> None:
        closed.append(self)

    monkeypatch.setattr(type(model), "close", close)
    stores.close()
    assert closed == [model]
    assert "language_model" not in vars(stores)


def test_a_language_model_that_is_not_declared_well_is_a_clear_error(
    workspace: Fidedigno, tmp_path: Path
) -> None:
    with pytest.raises(ConfigurationError, match=r"absent\.yaml cannot be read"):
        _ = with_settings(workspace, language_model=str(tmp_path / "absent.yaml")).language_model


def test_a_configured_language_model_may_declare_a_contradiction_that_no_rule_sees(
    workspace: Fidedigno, make_corpus: MakeCorpus, tmp_path: Path
) -> None:
    daily = "Entregar la memoria con retraso pierde el 10 % de la nota por cada día."
    weekly = "Entregar la memoria con retraso pierde el 10 % de la nota por cada semana."
    workspace.ingest(make_corpus({"a.md": f"# Retrasos\n\n{daily}\n", "b.md": f"# Aviso\n\n{weekly}\n"}))
    asked = "¿Cuánto se pierde por entregar la memoria con retraso?"
    assert workspace.ask(asked, as_user=None).decision is Decision.ANSWER

    def contradict(handler: chat_server.Handler) -> None:
        shown = handler.service.requests[-1][2]["messages"][1]["content"]
        letter = next(line[0] for line in shown.splitlines() if "No, si una" in line)
        handler.send(200, chat_server.completion(letter))

    with chat_server.serving(contradict) as service:
        declared = tmp_path / "language_model.yaml"
        declared.write_text(f"url: {service.url}\nmodel: small\n", "utf-8")
        settings = workspace.settings.model_copy(update={"language_model": str(declared)})
        with Fidedigno(workspace.folder, settings, {}) as configured:
            answer = configured.ask(asked, as_user=None)
    assert answer.decision is Decision.CONFLICT
    assert answer.matrix.rows[0].conflict is ConflictKind.MODEL
    assert {claim.text for claim in answer.claims} == {daily, weekly}
    assert len(service.requests) == 2
    jsonschema.validate(answer_as_dict(answer), answer_schema())


def test_the_age_of_access_lists_is_judged_by_the_clock_of_the_workspace(
    workspace: Fidedigno, make_corpus
) -> None:
    workspace.ingest(make_corpus({"a.md": "# Fee\n\nThe fee is twelve euros a month."}))
    assert workspace.search("fee", as_user="owner")
    workspace.ahead = timedelta(days=2)
    assert not workspace.search("fee", as_user="owner")
    assert not workspace.declared.status()[0].open
