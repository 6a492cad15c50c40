import os
import pickle
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from fidedigno.ingest.analyse import analyse
from fidedigno.ingest.cutting import Cutting
from fidedigno.ingest.declaration import CorpusDeclaration, parse_declaration
from fidedigno.ingest.parse import is_supported
from fidedigno.ingest.parsed import ParsedDocument, ParseOptions
from fidedigno.ingest.personal_data import PersonalDataKind
from fidedigno.ingest.prepare import Outcome, PreparedDocument, PrepareTask, prepare
from fidedigno.sources.files import FilesSource, FoundFile

PICTURES = (".png", ".jpg", ".webp", ".tif", ".gif")

DECLARED = """\
name: campus
owner: ana
audience: internal
sensitivity: internal
revocation_lag: 4h
freshness: 30d
ai_allowed: true
acl: [group:staff]
language: es
"""


def tasks(root: Path, declared: str = DECLARED) -> list[PrepareTask]:
    declaration = parse_declaration(declared)
    files = FilesSource(root, supports=is_supported).walk()
    return [
        PrepareTask(root, file, declaration, cutting=Cutting(token_counter="estimate"))
        for file in files
        if isinstance(file, FoundFile)
    ]


def prepared(root: Path, content: bytes, name: str = "a.md", declared: str = DECLARED) -> PreparedDocument:
    (root / name).write_bytes(content)
    [task] = tasks(root, declared)
    return prepare(task)


def test_a_document_comes_back_whole(tmp_path: Path) -> None:
    text = "---\nfidedigno: {owner: eva}\n---\n# Plazos\n\nLlame al 912 345 678 si ve HikariPool-1.\n"
    done = prepared(tmp_path, text.encode())
    assert done.outcome is Outcome.READY
    assert done.problem is None
    assert done.document is not None
    assert (done.document.title, done.document.owner, done.language) == ("Plazos", "eva", "es")
    [chunk] = done.chunks
    assert chunk.identifiers == ("hikaripool-1",)
    assert done.terms[0].split() == analyse(f"Plazos\n\n{chunk.text}", "es")
    assert done.personal_data == {PersonalDataKind.PHONE: 1}
    assert done.document.contains_personal_data
    assert done.bytes_read == len(text.encode())
    assert len(done.content_hash) == 64


def test_a_known_state_is_not_parsed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.md").write_text("# A\n\ntexto", encoding="utf-8")
    [task] = tasks(tmp_path)
    first = prepare(task)
    monkeypatch.setattr("fidedigno.ingest.prepare.parser_for", None)
    again = prepare(replace(task, known_hash=first.state_hash))
    assert (again.outcome, again.content_hash, again.chunks) == (Outcome.UNCHANGED, first.content_hash, ())


def test_a_change_of_label_alone_leaves_the_content_hash(tmp_path: Path) -> None:
    first = prepared(tmp_path, b"# A\n\ntexto")
    closed = prepared(tmp_path, b"# A\n\ntexto", declared=DECLARED.replace("staff", "deans"))
    assert first.content_hash == closed.content_hash
    assert first.label_hash != closed.label_hash
    assert first.state_hash != closed.state_hash
    (tmp_path / "a.md.meta.yaml").write_text("acl: [user:eva]", encoding="utf-8")
    assert prepare(tasks(tmp_path)[0]).state_hash not in {first.state_hash, closed.state_hash}


@pytest.mark.parametrize(
    ("name", "content", "outcome", "code"),
    [
        ("a.md", b"", Outcome.FAILED, "FID401"),
        ("a.pdf", b"%PDF-1.7 broken", Outcome.FAILED, "FID401"),
        ("a.md", b"---\nai_allowed: no\n---\ntext", Outcome.REFUSED, "FID400"),
        ("a.md", b"---\ntitle: only\n---\n", Outcome.FAILED, "FID401"),
    ],
)
def test_problems_come_back_as_values(
    tmp_path: Path, name: str, content: bytes, outcome: Outcome, code: str
) -> None:
    done = prepared(tmp_path, content, name)
    assert done.outcome is outcome
    assert done.problem is not None
    assert (done.problem.code, bool(done.problem.message), bool(done.problem.hint)) == (code, True, True)
    assert done.document is None
    assert done.chunks == ()


def test_a_document_without_access_list_is_refused(tmp_path: Path) -> None:
    done = prepared(tmp_path, b"text", declared=DECLARED.replace("acl: [group:staff]\n", ""))
    assert done.outcome is Outcome.REFUSED
    assert done.problem is not None
    assert "access list" in done.problem.message


def test_a_refusal_is_remembered_by_its_state(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"---\nai_allowed: no\n---\ntext")
    [task] = tasks(tmp_path)
    first = prepare(task)
    assert prepare(replace(task, known_hash=first.state_hash)).outcome is Outcome.UNCHANGED


def test_a_file_too_large_or_gone_is_a_value(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("x" * 100, encoding="utf-8")
    [task] = tasks(tmp_path)
    large = prepare(replace(task, max_file_bytes=10))
    (tmp_path / "a.md").unlink()
    gone = prepare(task)
    assert large.problem is not None
    assert "larger than" in large.problem.message
    assert gone.problem is not None
    assert "cannot be read" in gone.problem.message


def test_an_unexpected_error_is_reported_without_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(name: str, content: bytes, options: object) -> ParsedDocument:
        raise KeyError("secret words of the document")

    monkeypatch.setattr("fidedigno.ingest.prepare.parser_for", broken)
    done = prepared(tmp_path, b"text")
    assert done.outcome is Outcome.FAILED
    assert done.problem is not None
    assert "KeyError" in done.problem.message
    assert "secret" not in done.problem.message


def test_tasks_and_results_cross_a_pool_of_processes(tmp_path: Path) -> None:
    for number in range(4):
        (tmp_path / f"{number}.md").write_text(f"# T{number}\n\ntexto", encoding="utf-8")
    work = tasks(tmp_path)
    with ProcessPoolExecutor(2) as pool:
        results = list(pool.map(prepare, work))
    assert [result.external_id for result in results] == ["0.md", "1.md", "2.md", "3.md"]
    assert pickle.loads(pickle.dumps(results)) == results  # noqa: S301


@pytest.fixture(scope="module")
def open_corpus() -> CorpusDeclaration:
    return parse_declaration(DECLARED)


@pytest.mark.shared
def test_real_documents_are_prepared_or_explained(shared_data: Path, open_corpus: CorpusDeclaration) -> None:
    outcomes: dict[str, int] = {}
    for folder in ("corpora", "public/docling_docs"):
        root = shared_data / folder
        for file in FilesSource(root, supports=is_supported).walk():
            if not isinstance(file, FoundFile):
                continue
            # Recognising every picture would take minutes; their own tests do.
            cutting = Cutting(options=ParseOptions(ocr_pages=0))
            done = prepare(PrepareTask(root, file, open_corpus, cutting=cutting))
            outcomes[done.outcome] = outcomes.get(done.outcome, 0) + 1
            assert done.outcome in {Outcome.READY, Outcome.FAILED}, file.external_id
            if done.problem is not None:
                assert "report this" not in done.problem.hint, file.external_id
                assert file.external_id.endswith((".pdf", "_index.md", *PICTURES)), done.problem
            assert all(chunk.tokens <= 320 for chunk in done.chunks)
    assert outcomes[Outcome.READY] > 400


@pytest.mark.shared
@pytest.mark.parametrize(
    ("folder", "language"),
    [
        ("course-django-es", "es"),
        ("course-django-en", "en"),
        ("git-book-es", "es"),
        ("company-handbook-en", "en"),
    ],
)
def test_the_language_of_real_documents_is_recognised(shared_data: Path, folder: str, language: str) -> None:
    root = shared_data / "corpora" / folder
    declaration = parse_declaration(DECLARED.replace("language: es\n", ""))
    files = [file for file in FilesSource(root, supports=is_supported).walk() if isinstance(file, FoundFile)]
    # Screenshots may be in another language than the course that shows them.
    cutting = Cutting(token_counter="estimate", options=ParseOptions(ocr_pages=0))
    done = [prepare(PrepareTask(root, file, declaration, cutting=cutting)) for file in files]
    long = [
        each for each in done if each.outcome is Outcome.READY and sum(len(c.text) for c in each.chunks) > 600
    ]
    right = sum(each.language == language for each in long)
    assert right >= 0.95 * len(long), [each.external_id for each in long if each.language != language]


def test_a_time_before_1970_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("texto", encoding="utf-8")
    os.utime(tmp_path / "a.md", (-10, -10))
    assert prepare(tasks(tmp_path)[0]).outcome is Outcome.READY
