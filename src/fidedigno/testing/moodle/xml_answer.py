"""The XML that Moodle answers with unless JSON is asked for; clients forget to ask, and should notice."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape, quoteattr

from fidedigno.testing.moodle.exceptions import MoodleError

_HEADER = '<?xml version="1.0" encoding="UTF-8" ?>\n'


def answer_as_xml(answer: Any) -> str:
    """An answer in Moodle's XML."""
    return f"{_HEADER}<RESPONSE>\n{_value(answer)}</RESPONSE>\n"


def refusal_as_xml(error: MoodleError) -> str:
    """A refusal in Moodle's XML."""
    return (
        f"{_HEADER}<EXCEPTION class={quoteattr(error.exception)}>\n"
        f"<ERRORCODE>{escape(error.errorcode)}</ERRORCODE>\n"
        f"<MESSAGE>{escape(error.message)}</MESSAGE>\n</EXCEPTION>\n"
    )


def _value(value: Any) -> str:
    if isinstance(value, dict):
        keys = "".join(f"<KEY name={quoteattr(key)}>{_value(each)}</KEY>\n" for key, each in value.items())
        return f"<SINGLE>\n{keys}</SINGLE>\n"
    if isinstance(value, list):
        return f"<MULTIPLE>\n{''.join(map(_value, value))}</MULTIPLE>\n"
    if value is None:
        return '<VALUE null="null"/>\n'
    text = str(int(value)) if isinstance(value, bool) else str(value)
    return f"<VALUE>{escape(text)}</VALUE>\n"
