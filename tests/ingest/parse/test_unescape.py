from fidedigno.ingest.parse.unescape import without_escapes
from fidedigno.ingest.parsed import Block, BlockKind


def test_escapes_go_but_for_code_and_the_bars_of_tables() -> None:
    parts = [
        (BlockKind.PARAGRAPH, "snake\\_case \\[x\\] C:\\dir"),
        (BlockKind.CODE, "a\\_b"),
        (BlockKind.TABLE, "| a\\|b | c\\*d |"),
    ]
    text, blocks, at = "", [], 0
    for kind, words in parts:
        at = len(text) + 3
        text += "???" + words
        blocks.append(Block(kind, at, at + len(words), header="h\\_1" if kind is BlockKind.TABLE else ""))
    new, moved = without_escapes(text, tuple(blocks))
    assert [new[each.start : each.end] for each in moved] == [
        "snake_case [x] C:\\dir",
        "a\\_b",
        "| a\\|b | c*d |",
    ]
    assert moved[2].header == "h_1"
    assert "???" not in new
    assert without_escapes("", ()) == ("", ())
