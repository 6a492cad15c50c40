"""How well text recognition reads Spanish and English: real paragraphs drawn as pictures, and read again.

Drawn by PDFium's standard fonts in several sizes, clean, with noise, blurred, slightly turned, and as a poor JPEG. The
character error rate is the edit distance over the length, blanks aside, because a recogniser's blanks at the end of a
line mean nothing; that of words looks at whole words with their blanks. The letters that only Spanish has are counted
apart.
"""

from __future__ import annotations

import io
import random
import sys
import time
from collections.abc import Callable, Sequence

import numpy as np
from PIL import Image, ImageFilter
from rapidfuzz.distance import Levenshtein

from benchmarks.common import keep, real_paragraphs, show
from fidedigno.ingest.parse.ocr import recogniser
from fidedigno.ingest.parse.ocr_lines import frame_of_picture, lines_of_picture
from tests.fakes.pictures import picture_of

SIZES = (7.0, 9.0, 11.0, 14.0)
"""Points; drawn at 150 dots per inch, as pages of a PDF are."""
SCALE = 150 / 72
LINE_CHARACTERS = 70
SPANISH = "áéíóúüñÁÉÍÓÚÜÑ¿¡ºª«»"


def noisy(picture: Image.Image) -> Image.Image:
    """Grains as of a poor scanner."""
    grain = np.random.default_rng(7).normal(0, 28, (picture.height, picture.width, 1))
    return Image.fromarray(np.clip(np.asarray(picture) + grain, 0, 255).astype(np.uint8))


def blurred(picture: Image.Image) -> Image.Image:
    """Out of focus."""
    return picture.filter(ImageFilter.GaussianBlur(1.2))


def crooked(picture: Image.Image) -> Image.Image:
    """A page that lies one and a half degrees askew."""
    return picture.rotate(1.5, expand=True, fillcolor="white", resample=Image.Resampling.BICUBIC)


def poor_jpeg(picture: Image.Image) -> Image.Image:
    """Saved at quality 25."""
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG", quality=25)
    return Image.open(buffer).convert("RGB")


CONDITIONS: dict[str, Callable[[Image.Image], Image.Image]] = {
    "clean": lambda picture: picture,
    "noise": noisy,
    "blur": blurred,
    "askew": crooked,
    "JPEG 25": poor_jpeg,
}


def wrapped(text: str) -> list[str]:
    """A text in lines of some seventy characters."""
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + len(word) >= LINE_CHARACTERS:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return [*lines, line]


def pages(language: str, count: int) -> list[list[str]]:
    """Pages of some fifteen lines of real paragraphs that the standard fonts can show."""
    fit = [text for text in real_paragraphs(language) if all(ord(c) < 256 for c in text) and "`" not in text]
    random.Random(7).shuffle(fit)  # noqa: S311
    lines = [line for text in fit for line in wrapped(text)]
    return [lines[n : n + 15] for n in range(0, 15 * count, 15)]


def drawn(lines: Sequence[str], size: float) -> Image.Image:
    """A page."""
    placed = [(line, 30.0, 40 + n * size * 1.5, size) for n, line in enumerate(lines)]
    return picture_of(placed, width=size * 42, height=80 + size * 1.5 * len(lines), scale=SCALE)


def read(picture: Image.Image) -> tuple[str, float]:
    """What is read, in reading order, and the confidence."""
    page = recogniser().read(picture)
    lines = lines_of_picture(page, frame_of_picture(page))
    return " ".join(line.text for line in lines), page.confidence


def lost(wanted: str, got: str, letters: str) -> tuple[int, int]:
    """How many of some letters the text has, and how many of them are not in what was read."""
    total = sum(wanted.count(letter) for letter in letters)
    return total, sum(max(0, wanted.count(letter) - got.count(letter)) for letter in letters)


def main() -> None:
    """Measure, print, keep."""
    count = 1 if "--quick" in sys.argv else 4
    rows, results = [], []
    for language in ("es", "en"):
        for size in SIZES:
            for condition, spoil in CONDITIONS.items():
                errors = characters = word_errors = words = special = special_lost = 0
                sure, seconds = [], []
                for lines in pages(language, count):
                    wanted = " ".join(lines)
                    picture = spoil(drawn(lines, size))
                    begin = time.perf_counter()
                    got, confidence = read(picture)
                    seconds.append(time.perf_counter() - begin)
                    sure.append(confidence)
                    errors += Levenshtein.distance(wanted.replace(" ", ""), got.replace(" ", ""))
                    characters += len(wanted.replace(" ", ""))
                    word_errors += Levenshtein.distance(wanted.split(), got.split())
                    words += len(wanted.split())
                    total, missing = lost(wanted, got, SPANISH)
                    special, special_lost = special + total, special_lost + missing
                result = {
                    "language": language,
                    "points": size,
                    "condition": condition,
                    "character_errors": errors / characters,
                    "word_errors": word_errors / words,
                    "spanish_letters": special,
                    "spanish_letters_lost": special_lost,
                    "confidence": sum(sure) / len(sure),
                    "seconds": sum(seconds) / len(seconds),
                }
                results.append(result)
                rows.append(tuple(result.values()))
    show(
        "text recognition, 150 dots per inch",
        ("language", "points", "condition", "CER", "WER", "ñ á ¿", "lost", "confidence", "s a page"),
        rows,
    )
    keep("ocr", {"pages": count, "results": results})


if __name__ == "__main__":
    main()
