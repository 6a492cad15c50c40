"""One line of JSON for each answer that was flagged: ids, codes, places and numbers, never a text.

Only the logger of verification is set up; the root logger and those of others are left alone.
"""

from __future__ import annotations

import json
import logging
import math
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, TextIO

from fidedigno.verify.report import Report, Risk

LOGGER = "fidedigno.verify"
FLAGGED = "answer_flagged"
_FIELD = "verification"


logging.getLogger(LOGGER).addHandler(logging.NullHandler())  # until it is set up, nothing is written


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The record with its time, level, logger and event; a flagged answer with its report."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "event": record.getMessage(),
            **getattr(record, _FIELD, {}),
        }
        if record.exc_info and record.exc_info[0] is not None:
            # The class alone: the words of an error may hold those of a text.
            line["error"] = record.exc_info[0].__name__
        return json.dumps(_plain(line), ensure_ascii=True, allow_nan=False)


class _Lines(logging.StreamHandler[Any]):
    """Ours, so that it is found again; writes to whatever standard error is when a line is written."""

    def __init__(self, stream: TextIO | None) -> None:
        super().__init__(stream or sys.stderr)
        self._fixed = stream

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line."""
        self.stream = self._fixed or sys.stderr
        super().emit(record)


def configure_logging(level: int | str = logging.WARNING, *, stream: TextIO | None = None) -> logging.Logger:
    """Make verification log lines of JSON, to ``stream`` (standard error where none is given).

    Called again, it only changes level and stream. Records do not go on to the root logger, so that each is
    written once.

    Raises:
        ValueError: if there is no such level.
    """
    logger = logging.getLogger(LOGGER)
    logger.setLevel(level)
    for each in [each for each in logger.handlers if isinstance(each, _Lines)]:
        logger.removeHandler(each)
    handler = _Lines(stream)
    handler.setFormatter(JsonLines())
    logger.addHandler(handler)
    logger.propagate = False
    return logger


def is_flagged(report: Report) -> bool:
    """Whether anything was found for which an answer is logged."""
    return report.risk is not Risk.LOW or bool(report.triggered)


def log_flagged(report: Report, *, answer: str = "", passages: Sequence[str] = ()) -> None:
    """Log an answer at level WARNING, if it was flagged.

    Args:
        report: what was found; it is logged without its texts.
        answer: the id by which the caller knows the answer, or empty.
        passages: the ids of its passages.
    """
    logger = logging.getLogger(LOGGER)
    if not is_flagged(report) or not logger.isEnabledFor(logging.WARNING):
        return
    told = {"answer": answer, "passages": list(passages), "report": report.to_dict(text=False)}
    logger.warning(FLAGGED, extra={_FIELD: told})


def _plain(value: object) -> object:
    """JSON has no infinity and no NaN; what is no JSON value is called by its class."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if value is None or isinstance(value, str | int | float | bool):
        return value
    return type(value).__name__
