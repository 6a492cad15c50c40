"""Reads every file of a collection of difficult documents and says what came of it.

The collection is the test data of docling, with docling's own Markdown of most files beside it. That is a reference
and not the truth: it holds picture marks, comments and the data of charts. Word recall is the share of its words that
are in our text; cell recall the share of its table cells that are a whole cell of one of our tables.
"""

from __future__ import annotations

import csv
import io
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.common import keep, need_shared, show
from fidedigno.errors import FidedignoError
from fidedigno.ingest.parse import parser_for
from fidedigno.ingest.parsed import BlockKind, ParsedDocument

COLLECTION = "public/docling_docs"
_WORD = re.compile(r"\w+")
_RULE = re.compile(r"[|\s:-]+")
_BAR = re.compile(r"(?<!\\)\|")
_MARKS = re.compile(r"[*_~`\\]|<[^>]{1,20}>|<!--.*?-->")


class Outcome(NamedTuple):
    """What came of one file. Recalls are ``None`` where there is no reference, or no table in it."""

    file: str
    how: str
    characters: int = 0
    tables: int = 0
    words: float | None = None
    cells: float | None = None
    seconds: float = 0.0


def outcomes(folder: Path) -> Iterator[Outcome]:
    """Every source file of the collection."""
    for path in sorted(folder.rglob("*")):
        is_source = path.is_file() and "groundtruth" not in path.parts and path.parent != folder
        if is_source and path.name != "README.md":
            yield outcome(path, folder)


def outcome(path: Path, folder: Path) -> Outcome:
    """Read one file."""
    name = path.relative_to(folder).as_posix()
    content = path.read_bytes()
    begin = time.perf_counter()
    try:
        parsed = parser_for(path.name, content).parse(content, name=path.name)
    except FidedignoError as error:
        return Outcome(
            name, f"refused: {error.message.partition(': ')[2]}", seconds=time.perf_counter() - begin
        )
    seconds = time.perf_counter() - begin
    reference = reference_of(path)
    words = recall(words_of(reference), words_of(parsed.text)) if reference else None
    expected = markdown_cells(reference or "")
    cells = recall(expected, cells_of(parsed, path.suffix)) if expected else None
    tables = sum(block.kind is BlockKind.TABLE for block in parsed.blocks)
    return Outcome(name, "read", len(parsed.text), tables, words, cells, seconds)


def reference_of(path: Path) -> str | None:
    """The Markdown that docling keeps for a file of the same kind."""
    for root in (path.parent.parent / "groundtruth", path.parent / "groundtruth"):
        for name in (f"{path.name}.md", f"{path.stem}.md", f"{path.stem}.rapidocr.full_page.md"):
            found = sorted(root.rglob(name))
            if found:
                return found[0].read_text(encoding="utf-8", errors="replace")
    return None


def words_of(text: str) -> Counter[str]:
    """The words of a text without the marks of Markdown."""
    return Counter(word.casefold() for word in _WORD.findall(_MARKS.sub("", text)))


def markdown_cells(text: str) -> Counter[str]:
    """The cells of all tables in a Markdown text."""
    rows = (line.strip() for line in text.splitlines() if line.strip().startswith("|"))
    return Counter(
        key
        for row in rows
        if not _RULE.fullmatch(row)
        for cell in _BAR.split(row.strip("|"))
        if (key := cell_key(cell))
    )


def cells_of(parsed: ParsedDocument, suffix: str) -> Counter[str]:
    """The cells of our tables; a CSV is kept as it is written."""
    if suffix == ".csv":
        sample = parsed.text.split("\n", 1)[0]
        delimiter = max(",;\t|", key=sample.count)
        return Counter(
            cell_key(cell)
            for row in csv.reader(io.StringIO(parsed.text), delimiter=delimiter)
            for cell in row
        )
    blocks = [block for block in parsed.blocks if block.kind is BlockKind.TABLE]
    return markdown_cells("\n".join(parsed.text[block.start : block.end] for block in blocks))


def cell_key(cell: str) -> str:
    """A cell without marks and blanks."""
    return "".join(_MARKS.sub("", cell.strip("| ")).split()).casefold()


def recall(expected: Counter[str], found: Counter[str]) -> float:
    """The share of ``expected`` that is in ``found``, each as often."""
    return (expected & found).total() / max(expected.total(), 1)


def main() -> None:
    """Print every file, then the kinds."""
    done = list(outcomes(need_shared() / COLLECTION))
    kinds: dict[str, list[Outcome]] = defaultdict(list)
    for each in done:
        kinds[Path(each.file).suffix].append(each)
    rows = []
    for kind, found in sorted(kinds.items()):
        read = [each for each in found if each.how == "read"]
        words = [each.words for each in read if each.words is not None]
        cells = [each.cells for each in read if each.cells is not None]
        rows.append(
            (
                kind,
                len(found),
                len(read),
                f"{sum(words) / len(words):.2f}" if words else "–",
                f"{sum(cells) / len(cells):.2f}" if cells else "–",
                f"{max(each.seconds for each in found):.1f}",
            )
        )
    if "--all" in sys.argv:
        show(
            "every file",
            ("file", "outcome", "characters", "tables", "words", "cells", "s"),
            [tuple("–" if value is None else value for value in each) for each in done],
        )
    show("the zoo of formats", ("kind", "files", "read", "word recall", "cell recall", "slowest s"), rows)
    for each in done:
        if each.how != "read":
            sys.stdout.write(f"{each.file}: {each.how}\n")
    keep("zoo", {"files": [each._asdict() for each in done]})


if __name__ == "__main__":
    main()
