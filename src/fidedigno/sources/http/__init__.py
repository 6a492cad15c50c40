"""HTTP to other systems: bounded, repeated where that helps, and silent about tokens and contents."""

from fidedigno.sources.http.client import Authorise, RestClient
from fidedigno.sources.http.exchange import Exchange, ExchangeError, FailedBecause, Reply
from fidedigno.sources.http.limits import HttpLimits

__all__ = ["Authorise", "Exchange", "ExchangeError", "FailedBecause", "HttpLimits", "Reply", "RestClient"]
