"""Hostile and broken files through the whole road: each is reported, the good ones are indexed, nothing ends."""

import os
from pathlib import Path

import pytest

from fidedigno import Fidedigno, Settings
from tests.fakes.bad_files import blank_pdf, lying_zip_bomb, zip_bomb

GOOD = "# Bueno\n\nLa clave correcta es ámbar-7731.\n"
BAD: dict[str, str | bytes] = {
    "vacio.md": b"",
    "cero.pdf": b"",
    "roto.pdf": b"%PDF-1.7\nthis is not a document",
    "en-blanco.pdf": blank_pdf(),
    "bomba.docx": zip_bomb(),
    "bomba-mentirosa.xlsx": lying_zip_bomb("xl/worksheets/sheet1.xml"),
    "cortado.docx": zip_bomb(megabytes=1)[:200],
    "binario.txt": bytes(range(256)) * 40,
    "enorme.txt": b"palabra " * 20_000,
    "yaml-roto.md": "---\nacl: [user:ana\n---\n# T\n\nTexto.\n",
    "acl-desconocida.md": "---\nacl: [everyone]\n---\n# T\n\nTexto.\n",
    "fechas-al-reves.md": "---\neffective_from: 2026-09-01\neffective_until: 2025-09-01\n---\n# T\n\nTexto.\n",
    "sidecar-desconocido.md": "# T\n\nTexto.\n",
    "sidecar-desconocido.md.meta.yaml": "aclx: [anyone]\n",
}
EXPECTED_REPORTED = {name for name in BAD if not name.endswith(".meta.yaml")}


@pytest.fixture(params=[0, pytest.param(2, marks=pytest.mark.slow)], ids=["here", "workers"])
def report_and_workspace(request, tmp_path: Path, make_corpus):
    folder = make_corpus({"bueno.md": GOOD, **BAD})
    (folder / "latin1.txt").write_bytes("La contraseña del aula es añil-5512.\n".encode("cp1252"))
    (folder / "bucle").symlink_to(folder)
    (folder / "a").symlink_to(folder / "b")
    (folder / "b").symlink_to(folder / "a")
    (tmp_path / "fuera.md").write_text("# Fuera\n\nEl secreto es violeta-9009.\n", "utf-8")
    (folder / "fuera.md").symlink_to(tmp_path / "fuera.md")
    os.mkfifo(folder / "tuberia.md")
    settings = Settings(embedder="none", workers=request.param, max_file_bytes=100_000)
    place = tmp_path / "place"
    place.mkdir()
    with Fidedigno.create(place, admin="owner", settings=settings) as workspace:
        yield workspace.ingest(folder), workspace


def test_every_bad_file_is_reported_with_a_reason_and_the_good_ones_are_answered(
    report_and_workspace,
) -> None:
    report, workspace = report_and_workspace
    reported = {problem.path.removeprefix("docs/") for problem in report.problems}
    assert reported >= EXPECTED_REPORTED
    assert {"fuera.md", "tuberia.md"} <= reported
    assert all(problem.reason for problem in report.problems)
    assert not any("Traceback" in problem.reason or "defect" in problem.hint for problem in report.problems)
    assert report.indexed == 2
    assert report.read == report.indexed + sum(
        p.code.startswith("FID40") for p in report.problems
    ) - _skipped(report)
    for clue, path in (("ámbar-7731", "docs/bueno.md"), ("añil-5512", "docs/latin1.txt")):
        (hit,) = workspace.search(clue, as_user=None)
        assert hit.evidence.locator.uri == path
    assert workspace.search("violeta-9009", as_user="owner") == ()


def _skipped(report) -> int:
    """Paths that were passed over before anything was read."""
    by_name = {"outside the folder", "not a regular file", "unreadable", "a link to a folder"}
    return sum(problem.reason in by_name for problem in report.problems)


@pytest.mark.parametrize(
    ("line", "clue"),
    [
        ("sensitivty: internal\n", "sensitivity"),
        ("acl: everyone\n", "acl"),
        ("revocation_lag: soon\n", "revocation_lag"),
        ("timezone: Mars/Olympus\n", "timezone"),
        ("acl: [group:'; DROP TABLE users; --\n", "line"),
    ],
)
def test_a_declaration_with_a_mistake_is_refused_saying_where(
    workspace: Fidedigno, make_corpus, line: str, clue: str
) -> None:
    from fidedigno.errors import ConfigurationError

    folder = make_corpus({"a.md": GOOD})
    key = line.partition(":")[0]
    text = (folder / "corpus.yaml").read_text("utf-8")
    kept = [each for each in text.splitlines(keepends=True) if not each.startswith(f"{key}:")]
    (folder / "corpus.yaml").write_text("".join(kept) + line, "utf-8")
    with pytest.raises(ConfigurationError) as caught:
        workspace.ingest(folder)
    assert "corpus.yaml" in caught.value.message
    assert clue in caught.value.message + caught.value.hint
    assert workspace.search("clave", as_user="owner") == ()


@pytest.mark.shared
def test_an_encrypted_pdf_is_reported(workspace: Fidedigno, shared_data: Path) -> None:
    source = shared_data / "public" / "docling_docs" / "pdf_password" / "sources"
    report = workspace.ingest(source / "2206.01062_pg3.pdf")
    assert report.indexed == 0
    assert "encrypted" in report.problems[0].reason or "password" in report.problems[0].reason
