from typing import Any

import pytest

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.gdrive.items import labels_of, one_line
from fidedigno.sources.gdrive.wire import LabelInfo
from tests.fakes.gdrive import DOC, Workspace, user
from tests.sources.gdrive.conftest import Make, take

ANA = user("ana@corp.example", "owner")
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
KINDS = "application/vnd.google-apps."


async def test_a_file_is_read_as_it_is(workspace: Workspace, make: Make) -> None:
    workspace.add_file("plan", "root-101", ANA, name="Plan.txt")
    item = (await take(make(drives=()))).items["plan"]
    assert (item.name, item.title, item.size, item.version) == ("Plan.txt", "Plan.txt", 12, "sum-plan")
    assert (item.url, item.owner) == ("https://drive.example/plan", "ana@corp.example")
    assert item.updated_at.isoformat() == "2026-11-01T10:00:00+00:00"
    assert await item.read() == b"the text of plan"


@pytest.mark.parametrize(
    ("kind", "suffix", "media"),
    [
        ("document", ".docx", "wordprocessingml.document"),
        ("spreadsheet", ".xlsx", "spreadsheetml.sheet"),
        ("presentation", ".pptx", "presentationml.presentation"),
        ("drawing", ".pdf", "application/pdf"),
    ],
)
async def test_a_document_of_googles_own_is_exported(
    workspace: Workspace, make: Make, kind: str, suffix: str, media: str
) -> None:
    workspace.add_file("doc", "root-101", ANA, mimeType=KINDS + kind, name="Plan 2.0", sha256Checksum=None)
    item = (await take(make(drives=()))).items["doc"]
    assert (item.name, item.title) == ("Plan 2.0" + suffix, "Plan 2.0")
    assert (await item.read()).split(b":")[0].decode().endswith(media)


async def test_an_export_that_is_too_large_is_refused_and_the_document_stays(
    workspace: Workspace, make: Make
) -> None:
    workspace.add_file("doc", "root-101", ANA, mimeType=DOC)
    workspace.fail("/export", 403, body={"error": {"errors": [{"reason": "exportSizeLimitExceeded"}]}})
    item = (await take(make(drives=()))).items["doc"]
    with pytest.raises(SourceError) as raised:
        await item.read()
    assert raised.value.kind is SourceErrorKind.NOT_AVAILABLE


async def test_the_version_changes_with_the_content_and_not_with_the_rights(
    workspace: Workspace, make: Make
) -> None:
    workspace.add_file("plan", "root-101", ANA)
    workspace.add_file("doc", "root-101", ANA, mimeType=DOC, sha256Checksum=None)
    connector = make(drives=())
    first = (await take(connector)).items
    workspace.permissions["plan"].append(user("eva@corp.example"))
    workspace.files["plan"]["modifiedTime"] = "2026-11-02T10:00:00.000Z"
    workspace.files["doc"]["modifiedTime"] = "2026-11-02T10:00:00.000Z"
    second = (await take(connector)).items
    assert second["plan"].version == first["plan"].version
    assert second["plan"].acl != first["plan"].acl
    assert second["doc"].version != first["doc"].version


async def test_labels_are_kept_as_they_are(workspace: Workspace, make: Make) -> None:
    fields = {
        "level": {"valueType": "selection", "selection": ["secret"]},
        "who": {"valueType": "user", "user": [{"emailAddress": "ana@corp.example"}]},
        "year": {"valueType": "integer", "integer": ["2026", "2027"]},
    }
    info = {"labels": [{"id": "conf", "revisionId": "1", "fields": fields}, {"id": "plain"}]}
    workspace.add_file("plan", "root-101", ANA, labelInfo=info)
    item = (await take(make(drives=(), labels=("conf", "plain")))).items["plan"]
    assert item.labels == {
        "conf": "",
        "conf.level": "secret",
        "conf.who": "ana@corp.example",
        "conf.year": "2026, 2027",
        "plain": "",
    }
    listed = next(each for each in workspace.asked if each.path.endswith("/files"))
    assert listed.params["includeLabels"] == "conf,plain"


@pytest.mark.parametrize(
    "label",
    [
        {},
        {"id": 7},
        {"id": "a", "fields": []},
        {"id": "a", "fields": {"f": 7}},
        {"id": "a", "fields": {"f": {"valueType": ["x"]}}},
        {"id": "a", "fields": {"f": {"valueType": "x"}}},
    ],
)
def test_a_strange_label_loses_its_value_only(label: dict[str, Any]) -> None:
    assert set(labels_of(LabelInfo(labels=(label,))).values()) <= {""}


def test_a_name_is_one_line_that_a_terminal_does_not_obey() -> None:
    assert one_line("a\n\x1b[31mb\u202e  c" + "x" * 10_000).startswith("a [31mb c")
    assert len(one_line("x" * 10_000)) == 300


async def test_a_file_whose_name_vanishes_is_named_by_its_id_and_a_strange_link_is_dropped(
    workspace: Workspace, make: Make
) -> None:
    workspace.add_file("plan", "root-101", ANA, name="\u202e\n", webViewLink="javascript:alert(1)", size="-4")
    item = (await take(make(drives=()))).items["plan"]
    assert (item.name, item.url, item.size) == ("plan", "", None)
