"""Errors as HTTP: the house's code and message, without the hint, which is for whoever runs the workspace."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from fidedigno.errors import (
    BusyError,
    FidedignoError,
    IdentityError,
    NotAvailableError,
    QuestionError,
    UsageError,
)
from fidedigno.serve.guard import UNEXPECTED

_log = logging.getLogger(__name__)

_STATUS: Mapping[type[FidedignoError], int] = {
    IdentityError: 401,
    NotAvailableError: 404,
    UsageError: 422,
    BusyError: 503,
}
_REFUSED = {"code": UsageError.code, "message": "the request is not of the form that is asked for"}
_RETRY = {"Retry-After": "5"}
_AUTHENTICATE = {"WWW-Authenticate": "Bearer"}


def install(app: FastAPI) -> None:
    """Answer every error of ``app`` in the one shape ``{"error": {"code", "message"}}``."""
    app.add_exception_handler(FidedignoError, _ours)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)


def shaped(status: int, error: Mapping[str, str], headers: Mapping[str, str] | None = None) -> JSONResponse:
    """An error in the one shape."""
    return JSONResponse({"error": dict(error)}, status, headers=dict(headers or {}))


async def _ours(_request: Request, error: Exception) -> JSONResponse:
    status = next((number for kind, number in _STATUS.items() if isinstance(error, kind)), 500)
    code = getattr(error, "code", FidedignoError.code)
    if status == 500:  # a message of the workspace's keeper may name files
        _log.error("a request ended in %s", code)
        return shaped(status, UNEXPECTED)
    message = str(getattr(error, "message", ""))
    if isinstance(error, UsageError) and not isinstance(error, QuestionError):
        message = _REFUSED["message"]
    headers = {401: _AUTHENTICATE, 503: _RETRY}.get(status)
    return shaped(status, {"code": code, "message": message}, headers)


async def _invalid(_request: Request, _error: Exception) -> JSONResponse:
    return shaped(422, _REFUSED)


async def _http(_request: Request, error: Exception) -> JSONResponse:
    status: Any = getattr(error, "status_code", 500)
    if status in {404, 405}:
        return shaped(status, {"code": NotAvailableError.code, "message": "not available"})
    return shaped(status, _REFUSED if status < 500 else UNEXPECTED)
