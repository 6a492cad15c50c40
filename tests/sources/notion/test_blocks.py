import pytest

from fidedigno.sources.connector import SourceError
from fidedigno.sources.notion.blocks import page_text, rich_text
from fidedigno.sources.notion.client import NotionClient
from tests.fakes.notion import Workspace, plain, said, workspace


async def test_blocks_are_lines_over_all_pages_and_depths(notion: Workspace, client: NotionClient) -> None:
    notion.add(1, workspace())
    notion.block(1, 10, "heading_1", "Cause")
    notion.block(1, 11, "paragraph", "The disk was full.")
    notion.block(1, 12, "bulleted_list_item", "clean", children=True)
    notion.block(12, 13, "bulleted_list_item", "weekly")
    notion.block(1, 14, "table_row", "", table_row={"cells": [said("a"), said("b")]})
    text = await page_text(client, plain(1))
    assert text == "## Cause\n\n\nThe disk was full.\n\n- clean\n- weekly\na | b"


async def test_what_is_a_page_of_its_own_or_a_copy_is_left_out(
    notion: Workspace, client: NotionClient
) -> None:
    notion.add(1, workspace())
    notion.block(1, 10, "child_page", "secret", children=True, child_page={"title": "secret"})
    notion.block(1, 11, "child_database", "secret", children=True)
    notion.block(1, 12, "link_to_page", "secret")
    notion.block(1, 13, "synced_block", "", children=True, synced_block={"synced_from": {"block_id": "x"}})
    notion.block(13, 14, "paragraph", "secret")
    notion.block(1, 15, "synced_block", "", children=True, synced_block={"synced_from": None})
    notion.block(15, 16, "paragraph", "original")
    notion.block(1, 17, "paragraph", "secret", in_trash=True)
    notion.block(1, 18, "synced_block", "", children=True, synced_block={})
    notion.block(18, 19, "paragraph", "secret")
    notion.block(10, 20, "paragraph", "secret")
    assert await page_text(client, plain(1)) == "original"


async def test_a_circle_of_blocks_ends(notion: Workspace, client: NotionClient) -> None:
    notion.add(1, workspace())
    notion.block(1, 10, "toggle", "once", children=True)
    notion.block(10, 10, "toggle", "twice", children=True)
    assert await page_text(client, plain(1)) == "once\n\n\ntwice"


async def test_a_part_that_cannot_be_read_means_no_text_at_all(
    notion: Workspace, client: NotionClient
) -> None:
    notion.add(1, workspace())
    notion.block(1, 10, "toggle", "once", children=True)
    notion.fail(f"{plain(10)}/children", 404)
    with pytest.raises(SourceError):
        await page_text(client, plain(1))
    notion.inside[plain(1)] = [{"id": "x"}]
    with pytest.raises(SourceError):
        await page_text(client, plain(1))


def test_mentions_are_left_out_and_other_shapes_have_no_text() -> None:
    assert (
        rich_text([*said("see "), *said("Secret page", "mention"), *said("x = 1", "equation")]) == "see x = 1"
    )
    for hostile in (None, 5, "x", [None, 5], [{"plain_text": 5}]):
        assert rich_text(hostile) == ""
