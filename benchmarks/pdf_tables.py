"""Real annual reports: how fast their pages are read, how many tables are found, and whether words are lost.

Word recall compares with PDFium's own text, page by page; what repeats at the edge of pages is left out on purpose.
"""

from __future__ import annotations

import re
import time
from collections import Counter

import numpy as np
import pypdfium2

from benchmarks.common import keep, need_shared, show
from fidedigno.ingest.parse.pdf import PdfParser
from fidedigno.ingest.parsed import BlockKind

_WORD = re.compile(r"\d[\d,.]*\d|\w+")


def main() -> None:
    """Read each report."""
    pace, recalls, pages, tables, bare = [], [], 0, 0, 0
    for path in sorted((need_shared() / "public" / "financebench" / "pdfs").glob("*.pdf")):
        content = path.read_bytes()
        begin = time.perf_counter()
        parsed = PdfParser().parse(content, name=path.name)
        seconds = time.perf_counter() - begin
        wanted, got = 0, 0
        with pypdfium2.PdfDocument(content) as pdf:
            for index in range(len(pdf)):
                raw = Counter(_WORD.findall(pdf[index].get_textpage().get_text_range()))
                ours = " ".join(parsed.text[b.start : b.end] for b in parsed.blocks if b.page == index + 1)
                wanted += raw.total()
                got += (raw & Counter(_WORD.findall(ours))).total()
            pages += len(pdf)
            pace.append(seconds / len(pdf))
        recalls.append(got / max(wanted, 1))
        found = [block for block in parsed.blocks if block.kind is BlockKind.TABLE]
        tables += len(found)
        bare += sum(not block.header for block in found)
    result = {
        "documents": len(pace),
        "pages": pages,
        "tables": tables,
        "without_header": bare,
        "median_ms_a_page": float(np.median(pace) * 1000),
        "slowest_ms_a_page": float(max(pace) * 1000),
        "mean_recall": sum(recalls) / len(recalls),
        "least_recall": min(recalls),
    }
    show("tables of annual reports", ("measure", "value"), list(result.items()))
    keep("pdf_tables", result)


if __name__ == "__main__":
    main()
