"""Logs: lines that each stand alone and are never cut inside."""

from __future__ import annotations

import re
from itertools import islice

from fidedigno.ingest.parse.decode import decode_text
from fidedigno.ingest.parse.lines import lines_of
from fidedigno.ingest.parsed import Block, BlockKind, ParsedDocument

_TIMESTAMP = re.compile(
    r"""^.{0,60}?(?<!\d)(?:
        \d{4}[-/]\d\d[-/]\d\d[T _]\d\d:\d\d(?::\d\d)?      # 2015-07-29 17:41:44
      | \d\d/\d\d/\d\d(?:\d\d)?[ :]\d\d:\d\d:\d\d          # 17/06/09 20:10:40
      | \d\d/[A-Z][a-z]{2}/\d{4}:\d\d:\d\d:\d\d            # 10/Oct/2000:13:55:36
      | [A-Z][a-z]{2}\ {1,2}\d{1,2}\ \d\d:\d\d:\d\d        # Dec 10 06:55:46
      | \d{6}\ \d{6}\ \d+                                  # 081109 203615 148
    )""",
    re.VERBOSE,
)
SAMPLE_LINES = 50
MIN_SHARE = 0.6
BLOCK_CHARACTERS = 65_536


def looks_like_log(text: str) -> bool:
    """Whether most of the first lines carry a time stamp near their beginning."""
    sample = [line.text[:200] for line in islice(lines_of(text[:65_536]), SAMPLE_LINES) if line.text.strip()]
    stamped = sum(_TIMESTAMP.match(line) is not None for line in sample)
    return len(sample) >= 3 and stamped >= MIN_SHARE * len(sample)


class LogParser:
    """Reads a log into blocks of whole lines."""

    def parse(self, content: bytes, *, name: str) -> ParsedDocument:
        """Parse one file."""
        text = decode_text(content, name=name)
        blocks: list[Block] = []
        start: int | None = None
        end = 0
        for line in lines_of(text):
            if start is not None and end - start >= BLOCK_CHARACTERS:
                blocks.append(Block(BlockKind.LOG, start, end))
                start = None
            if line.text.strip():
                start = line.start if start is None else start
                end = line.end
        if start is not None:
            blocks.append(Block(BlockKind.LOG, start, end))
        return ParsedDocument(text, tuple(blocks), name.rpartition("/")[2], parser="log 1")
