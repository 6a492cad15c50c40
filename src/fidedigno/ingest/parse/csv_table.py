"""CSV: one table whose first record is its header row."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.parse.decode import decode_text
from fidedigno.ingest.parse.lines import lines_of
from fidedigno.ingest.parsed import Block, BlockKind, ParsedDocument

DELIMITERS = ",;\t|"
MAX_FIELD_CHARACTERS = 1_000_000


class CsvParser:
    """Reads a table separated by commas, semicolons, tabs or bars. The text is the file as it is."""

    def parse(self, content: bytes, *, name: str) -> ParsedDocument:
        """Parse one file."""
        text = decode_text(content, name=name)
        spans = list(_records(text, name))
        if not spans:
            raise DocumentFailedError(f"{name}: the table has no row", "Remove it, or add its content.")
        header = text[slice(*spans[0])] if len(spans) > 1 else ""
        if not any("\n" in text[start:end] for start, end in spans):
            blocks: tuple[Block, ...] = (Block(BlockKind.TABLE, spans[0][0], spans[-1][1], header=header),)
        else:
            # A quoted field spans lines somewhere: a block a record, so that none is cut inside.
            blocks = tuple(Block(BlockKind.TABLE, start, end, header=header) for start, end in spans)
        return ParsedDocument(
            text, blocks, name.rpartition("/")[2].rpartition(".")[0] or name, parser="csv 1"
        )


def _records(text: str, name: str) -> Iterator[tuple[int, int]]:
    """The offsets of each record that is not blank."""
    lines = list(lines_of(text))
    previous = csv.field_size_limit(MAX_FIELD_CHARACTERS)
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(lines[0].text))
        before = 0
        for row in reader:
            after = min(reader.line_num, len(lines))
            if any(cell.strip() for cell in row) and after > before:
                yield lines[before].start, lines[after - 1].end
            before = after
    except csv.Error as error:
        raise DocumentFailedError(
            f"{name}: not a readable CSV table: {error}", "Save it again as CSV, or as plain text."
        ) from None
    finally:
        csv.field_size_limit(previous)


def _delimiter(first_line: str) -> str:
    return max(DELIMITERS, key=lambda each: (first_line.count(each), each == ","))
