"""E-mail (EML): who wrote to whom and when, and the body; attachments are named, not opened."""

from __future__ import annotations

import email
import email.errors
import email.policy
from email.message import EmailMessage
from types import MappingProxyType

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.parse.html import HtmlParser
from fidedigno.ingest.parse.text import TextParser
from fidedigno.ingest.parsed import Block, BlockKind, ParsedDocument

_SHOWN = ("Subject", "From", "To", "Cc", "Date")


class EmlParser:
    """Reads one message. The text begins with the subject as heading and the other headers below it."""

    def parse(self, content: bytes, *, name: str) -> ParsedDocument:
        """Parse one file."""
        if not content.strip():
            raise DocumentFailedError(f"{name}: the file is empty", "Remove it, or add its content.")
        try:
            message = email.message_from_bytes(content, policy=email.policy.default)
            headers = {key: _header(message, key) for key in _SHOWN}
            body = _body(message, name)
            attachments = [_clean(part.get_filename() or "") for part in message.iter_attachments()]
        except (
            email.errors.MessageError,
            LookupError,
            ValueError,
            TypeError,
            AttributeError,
            RecursionError,
        ):
            raise DocumentFailedError(
                f"{name}: the message is damaged: it cannot be read as e-mail",
                "Export it from the mailbox again.",
            ) from None
        if not any(headers.values()) and body is None:
            raise DocumentFailedError(
                f"{name}: it is not an e-mail message", "Give it the extension of its kind."
            )
        return _assemble(headers, body, [each for each in attachments if each], name)


def _header(message: EmailMessage, key: str) -> str:
    return _clean(str(message.get(key) or ""))


def _clean(value: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in value).split())


def _body(message: EmailMessage, name: str) -> ParsedDocument | None:
    part = message.get_body(preferencelist=("plain", "html"))
    if part is None:
        return None
    content = part.get_content()
    raw = content if isinstance(content, bytes) else str(content).encode("utf-8", errors="replace")
    if not raw.strip():
        return None
    parser = HtmlParser() if part.get_content_type() == "text/html" else TextParser()
    try:
        return parser.parse(raw, name=name)
    except DocumentFailedError:
        return None


def _assemble(
    headers: dict[str, str], body: ParsedDocument | None, attachments: list[str], name: str
) -> ParsedDocument:
    subject = headers.pop("Subject") or name.rpartition("/")[2]
    details = [f"{key}: {value}" for key, value in headers.items() if value]
    details += [f"Attachment: {each}" for each in attachments]
    blocks = [Block(BlockKind.HEADING, 0, len(subject), level=1)]
    text = subject + "\n"
    if details:
        listing = "\n".join(details)
        blocks.append(Block(BlockKind.PARAGRAPH, len(text) + 1, len(text) + 1 + len(listing)))
        text += f"\n{listing}\n"
    if body is not None:
        shift = len(text) + 1
        text += f"\n{body.text}"
        for block in body.blocks:
            level = block.level + 1 if block.level else 0
            blocks.append(
                Block(block.kind, block.start + shift, block.end + shift, level=level, header=block.header)
            )
    return ParsedDocument(text, tuple(blocks), subject, MappingProxyType({"title": subject}), "eml 1")
