from fidedigno.ingest.chunk.pieces import FORCED, LINES, SENTENCES, Piece, split, whole_piece
from fidedigno.ingest.chunk.ruler import Ruler
from fidedigno.ingest.parsed import Block, BlockKind


def piece_of(text: str, kind: BlockKind, header: str = "", longest: int = 100) -> Piece:
    return whole_piece(Block(kind, 0, len(text), header=header), text, longest)


def parts(text: str, piece: Piece, limit: int = 10) -> list[str]:
    return [text[each.start : each.end] for each in split(piece, text, Ruler(len), limit)]


def test_prose_is_taken_apart_by_sentences_and_then_by_force() -> None:
    text = "Una frase corta. Otra frase más. La última."
    piece = piece_of(text, BlockKind.PARAGRAPH)
    assert piece.is_prose
    found = split(piece, text, Ruler(len), 10)
    assert [text[each.start : each.end].strip() for each in found] == [
        "Una frase corta.",
        "Otra frase más.",
        "La última.",
    ]
    assert {each.grain for each in found} == {SENTENCES}
    forced = split(found[0], text, Ruler(len), 10)
    assert {each.grain for each in forced} == {FORCED}
    assert "".join(text[each.start : each.end] for each in forced) == text[found[0].start : found[0].end]


def test_code_is_taken_apart_by_lines_and_never_by_sentences() -> None:
    text = "a = 1. b = 2.\n\nc = 3"
    piece = piece_of(text, BlockKind.CODE)
    assert not piece.is_prose
    assert parts(text, piece) == ["a = 1. b = 2.", "c = 3"]
    assert {each.grain for each in split(piece, text, Ruler(len), 10)} == {LINES}


def test_a_table_keeps_its_header_with_the_first_row_and_repeats_it_for_the_others() -> None:
    header = "| k | v |\n|---|---|"
    text = f"{header}\n| 1 | a |\n| 2 | b |\n| 3 | c |"
    found = split(piece_of(text, BlockKind.TABLE, header), text, Ruler(len), 10)
    assert [text[each.start : each.end] for each in found] == [
        f"{header}\n| 1 | a |",
        "| 2 | b |",
        "| 3 | c |",
    ]
    assert [each.repeats for each in found] == [False, True, True]


def test_a_header_that_the_block_lacks_is_repeated_and_one_too_long_is_not() -> None:
    assert piece_of("1,a\n2,b", BlockKind.TABLE, "k,v").repeats
    assert not piece_of("Caption\nk,v\n1,a", BlockKind.TABLE, "k,v").repeats
    assert piece_of("1,a", BlockKind.TABLE, "k" * 101).header == ""
