"""Jira Cloud: issues and their open comments, with who may browse the project and the security level."""

from fidedigno.sources.jira.connector import JiraConnector
from fidedigno.sources.jira.options import JiraOptions

__all__ = ["JiraConnector", "JiraOptions"]
