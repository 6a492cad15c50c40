"""The words of a PDF page with their places, for tables and for judging its text layer."""

from __future__ import annotations

import ctypes
import unicodedata
from collections.abc import Sequence

import pypdfium2
from pypdfium2 import raw

from fidedigno.ingest.parse.layout import Fragment
from fidedigno.ingest.parse.pdf_frame import PdfFrame, Rect

MAX_CHARACTERS = 60_000
"""A page of more is no page that people read; no table is looked for in it."""
WORD_GAP = 0.18
"""White space, in heights of a letter, that parts two words where the page has no blank."""
NONSENSE = 0.3
"""Of the characters of a page, so many without meaning make its text layer worthless."""
MIN_JUDGED = 20


def words_of_page(page: pypdfium2.PdfTextPage, frame: PdfFrame) -> list[Fragment]:
    """The words in the order of the page's content; nothing where the page holds too many characters."""
    count = page.count_chars()
    if count > MAX_CHARACTERS:
        return []
    words: list[Fragment] = []
    letters: list[str] = []
    box: Rect | None = None
    rectangle = raw.FS_RECTF()
    for index in range(count):
        code = raw.FPDFText_GetUnicode(page, index)
        if code <= 32 or code in {0xA0, 0xFFFE, 0xAD}:
            _end(words, letters, box, frame)
            box = None
            continue
        if not raw.FPDFText_GetLooseCharBox(page, index, ctypes.byref(rectangle)):
            continue
        here = frame.place(rectangle.left, rectangle.bottom, rectangle.right, rectangle.top)
        if box is not None and _is_apart(box, here):
            _end(words, letters, box, frame)
            box = None
        letters.append(chr(code) if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else "")
        box = here if box is None else _around(box, here)
    _end(words, letters, box, frame)
    return words


def _end(words: list[Fragment], letters: list[str], box: Rect | None, frame: PdfFrame) -> None:
    text = "".join(letters)
    letters.clear()
    if text and box is not None and box.top - box.bottom >= 2.0:
        words.append(Fragment(text, box.left, frame.height - box.top, box.right, frame.height - box.bottom))


def _around(one: Rect, other: Rect) -> Rect:
    return Rect(
        min(one.left, other.left),
        min(one.bottom, other.bottom),
        max(one.right, other.right),
        max(one.top, other.top),
    )


def _is_apart(word: Rect, letter: Rect) -> bool:
    height = min(word.top - word.bottom, letter.top - letter.bottom)
    gap = letter.left - word.right
    middle = (letter.top + letter.bottom) / 2
    return gap > WORD_GAP * height or gap < -2 * height or not word.bottom <= middle <= word.top


def is_nonsense(texts: Sequence[str]) -> bool:
    """Whether the text of a page is not what is seen on it: a font without a table of its letters.

    Looked at are private-use characters, replacement characters, control characters and ``(cid:N)``; a page
    of less than twenty characters is never judged.
    """
    text = "".join(texts)
    characters = [character for character in text if not character.isspace()]
    if len(characters) < MIN_JUDGED:
        return False
    bad = sum(
        unicodedata.category(each) in {"Co", "Cn", "Cc", "Cs"} or each == "\ufffd" for each in characters
    )
    bad += sum(len("(cid:1)") for _ in range(text.count("(cid:")))
    return bad > NONSENSE * len(characters)
