import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.sentences import UnitKind, sentences, units


def texts(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


def kinds(text: str) -> list[str]:
    return [unit.kind.value for unit in units(text)]


@pytest.mark.parametrize(
    "sentence",
    [
        "El plazo (véase núm. 3 y art. 5) es de 2.5 días.",
        "La Sra. Dña. Ana Pérez firma, p. ej. como tutora.",
        "Véase la pág. 12 del vol. 2 para más.",
        "Dr. Smith met Mr. Jones, e.g. in St. Louis, at 3.15 p.m. on foot.",
        "Use config.yaml i.e. the file at https://example.org/a.b?c=1.d for it.",
        "Cats vs. Dogs is no. 4 on the list.",
        "Esperó... pero no llegó.",
        "J. R. Tolkien wrote it.",
        "La reunión es a las 10 a.m. en la sala.",
    ],
)
def test_a_stop_inside_a_sentence_does_not_end_it(sentence: str) -> None:
    assert texts(sentence) == [sentence]


def test_sentences_end_at_stops_questions_and_exclamations_in_both_languages() -> None:
    text = "Termina hoy. ¿Y mañana? ¡No! Mañana sí. It ends. Does it? “Yes.” He said so."
    assert texts(text) == [
        "Termina hoy.",
        "¿Y mañana?",
        "¡No!",
        "Mañana sí.",
        "It ends.",
        "Does it?",
        "“Yes.”",
        "He said so.",
    ]


def test_etc_ends_a_sentence_only_before_a_capital() -> None:
    assert texts("Lápices, gomas, etc. y papel. Bolis, etc. Nada más.") == [
        "Lápices, gomas, etc. y papel.",
        "Bolis, etc.",
        "Nada más.",
    ]


def test_list_items_rows_code_and_log_lines_are_units_of_their_own() -> None:
    text = (
        "# Guide\n\nSteps:\n\n1. Do this. Then that.\n2. Other\n   continues here\n\n"
        "| a | b |\n|---|---|\n| 1 | 2 |\n\n```bash\nls -la\nrm x.y\n```\n\nTitle\n-----\nSome text.\n\n"
        "081109 203615 148 INFO dfs.DataNode: block blk_38 terminating\n"
        "2015-10-18 18:01:47,978 INFO [main] Created. Really.\n"
    )
    assert texts(text) == [
        "# Guide",
        "Steps:",
        "1. Do this. Then that.",
        "2. Other\n   continues here",
        "| a | b |",
        "| 1 | 2 |",
        "ls -la",
        "rm x.y",
        "Title",
        "Some text.",
        "081109 203615 148 INFO dfs.DataNode: block blk_38 terminating",
        "2015-10-18 18:01:47,978 INFO [main] Created. Really.",
    ]
    expected = "heading prose item item row row code code heading prose log log"
    assert kinds(text) == expected.split()


def test_a_table_is_one_block_across_its_rule_and_two_tables_are_two() -> None:
    table = "| a | b |\n|---|---|\n| 1 | 2 |\n"
    assert [unit.block for unit in units(table + "\n" + table)] == [1, 1, 2, 2]


def test_asciidoc_listings_are_code() -> None:
    text = "Run it.\n\n[source,console]\n----\n$ git add .\n$ git commit\n----\n\nDone now.\n"
    assert kinds(text) == ["prose", "prose", "code", "code", "prose"]


def test_rules_blank_lines_and_nothing_give_no_unit() -> None:
    for text in ("", "\n\n \t\n", "---\n***\n|---|:-:|\n", "```\n```\n"):
        assert sentences(text) == []


@given(st.text(alphabet=st.sampled_from('aB1 .?!…\n\t|-*`#=:¿"()x'), max_size=300))
def test_units_are_trimmed_slices_in_order_that_lose_no_word(text: str) -> None:
    end_before = 0
    for start, end in sentences(text):
        assert end_before <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        assert not any(c.isalpha() for c in text[end_before:start]) or "```" in text
        end_before = end
    assert not any(c.isalpha() for c in text[end_before:]) or "```" in text


@pytest.mark.parametrize(
    "piece", [".", "-", "| ", "a. ", "----\n", "\n", "- ", "¿", "a |", "*", "`", "\t", "(", "….", "=\n"]
)
def test_hostile_repetition_takes_linear_time(piece: str) -> None:
    text = piece * (200_000 // len(piece)) + "x"
    began = time.perf_counter()
    units(text)
    assert time.perf_counter() - began < 3


def test_real_documents_give_readable_units(shared_data: Path) -> None:
    files = [*(shared_data / "corpora").rglob("*.md"), *(shared_data / "corpora").rglob("*.asc")][:150]
    assert files
    for file in files:
        text = file.read_text(encoding="utf-8")
        found = units(text)
        assert found or not text.strip()
        assert all(unit.kind in UnitKind for unit in found)
        prose = [unit for unit in found if unit.kind is UnitKind.PROSE]
        overlong = [unit for unit in prose if unit.end - unit.start > 1_500]
        assert len(overlong) <= 0.02 * len(found) + 1, file.name


def test_every_line_of_real_logs_is_one_unit(shared_data: Path) -> None:
    for name in ("HDFS_2k.log", "Zookeeper_2k.log", "OpenSSH_2k.log", "OpenStack_2k.log"):
        text = (shared_data / "corpora" / "logs" / name).read_text(encoding="utf-8")
        assert texts(text) == [line.strip() for line in text.splitlines() if line.strip()], name
