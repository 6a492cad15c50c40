"""Checks of a ZIP container before anything unpacks it: a small file may claim to be an enormous one."""

from __future__ import annotations

import io
import re
import zipfile
import zlib

from fidedigno.errors import DocumentFailedError

MAX_MEMBERS = 10_000
MAX_UNCOMPRESSED_BYTES = 512 * 1024 * 1024
MAX_MEMBER_BYTES = 256 * 1024 * 1024
MAX_RATIO = 200
"""Real office files compress some 5 to 60 times; a bomb a thousand times."""
RATIO_MATTERS_FROM_BYTES = 16 * 1024 * 1024
_PICTURE = re.compile(rb"<p:pic[ >](?:(?!<p:pic[ >]).)*?</p:pic>", re.DOTALL)
_READ = 1 << 20
_OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def check_archive(content: bytes, *, name: str) -> None:
    """Refuse a container that is broken, encrypted, or would unpack beyond all measure.

    The declared sizes are checked first, then the real ones by unpacking into nothing, because a
    container can lie about them.

    Raises:
        DocumentFailedError: with the reason.
    """
    if content.startswith(_OLE_MAGIC):
        raise DocumentFailedError(
            f"{name}: the document is encrypted, or in the format of before 2007",
            "Remove the password, or save it as DOCX, XLSX or PPTX.",
        )
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
            if any(member.flag_bits & 1 for member in members):
                raise DocumentFailedError(f"{name}: the document is encrypted", "Remove the password.")
            _check_sizes([member.file_size for member in members], len(content), name)
            _check_real_sizes(archive, members, len(content), name)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError, RuntimeError):
        raise DocumentFailedError(
            f"{name}: the file is damaged: it is not a readable document container",
            "Open it in its program and save it again.",
        ) from None


def _check_sizes(sizes: list[int], compressed: int, name: str) -> None:
    total = sum(sizes)
    too_many = len(sizes) > MAX_MEMBERS
    too_large = total > MAX_UNCOMPRESSED_BYTES or max(sizes, default=0) > MAX_MEMBER_BYTES
    too_dense = total > RATIO_MATTERS_FROM_BYTES and total > MAX_RATIO * max(compressed, 1)
    if too_many or too_large or too_dense:
        raise DocumentFailedError(
            f"{name}: unpacked it would be {total // 1_000_000:,} MB in {len(sizes):,} parts, "
            f"from {compressed // 1000:,} kB",
            "If this is a genuine document, split it or save it without its large parts.",
        )


def _check_real_sizes(
    archive: zipfile.ZipFile, members: list[zipfile.ZipInfo], compressed: int, name: str
) -> None:
    sizes: list[int] = []
    for member in members:
        sizes.append(0)
        with archive.open(member) as stream:
            while piece := stream.read(_READ):
                sizes[-1] += len(piece)
                _check_sizes(sizes, compressed, name)


def without_pictures(content: bytes) -> bytes:
    """A copy of a presentation whose slides show no picture; the text is untouched."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(target, "w") as copy:
        for member in source.infolist():
            part = source.read(member)
            if member.filename.startswith("ppt/slides/") and member.filename.endswith(".xml"):
                part = _PICTURE.sub(b"", part)
            copy.writestr(member.filename, part)
    return target.getvalue()
