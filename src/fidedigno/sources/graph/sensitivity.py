"""The sensitivity labels (Purview) of files, as SharePoint tells them: their ids, one question for each file."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.graph.names import guid
from fidedigno.sources.graph.wire import Item
from fidedigno.sources.http import RestClient

LABEL = "sensitivity-label"
"""The name under which a document keeps the id of its label."""
UNREADABLE = "unreadable"
"""Its value where it could not be told: which is not the same as none."""
LABELLED = (".docx", ".docm", ".xlsx", ".xlsm", ".xlsb", ".pptx", ".ppsx", ".pptm", ".pdf")
"""The formats that carry a label; the service cannot be asked about others."""


async def read_labels(
    client: RestClient, drive: str, items: Sequence[Item]
) -> tuple[list[dict[str, str]], bool]:
    """The labels of files, in their order, and whether all were answered.

    Raises:
        SourceError: if the connector's own access does not count any more.
    """
    answered = await asyncio.gather(*(_labels(client, drive, item) for item in items))
    return [labels for labels, _ in answered], all(whole for _, whole in answered)


async def _labels(client: RestClient, drive: str, item: Item) -> tuple[dict[str, str], bool]:
    if not item.name.casefold().endswith(LABELLED):
        return {}, True
    path = f"/drives/{quote(drive, safe='')}/items/{quote(item.id, safe='')}/extractSensitivityLabels"
    try:
        answer, _ = await client.ask("POST", path)
    except SourceError as error:
        if error.kind is SourceErrorKind.SIGNED_OUT:
            raise
        return {LABEL: UNREADABLE}, error.kind is not SourceErrorKind.TEMPORARY
    return labels_in(answer), True


def labels_in(answer: Any) -> dict[str, str]:
    """The labels in an answer; what is not understood is a label that could not be read.

    >>> labels_in({"labels": []})
    {}
    >>> labels_in({"labels": [{"sensitivityLabelId": "5FEBA255-812E-446A-AC59-A7044EF827B5"}]})
    {'sensitivity-label': '5feba255-812e-446a-ac59-a7044ef827b5'}
    """
    rows = answer.get("labels") if isinstance(answer, Mapping) else None
    if not isinstance(rows, list):
        return {LABEL: UNREADABLE}
    found = [guid(row.get("sensitivityLabelId")) if isinstance(row, Mapping) else None for row in rows]
    if not found:
        return {}
    return {LABEL: "; ".join(sorted({each or UNREADABLE for each in found}))}
