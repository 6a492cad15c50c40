import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.identifiers import identifiers_in

KNOWN = [
    "HikariPool-1",
    "ORD-10482",
    "INC-2207",
    "PPR-9087",
    "blk_-1608999687919862906",
    "10.251.73.220",
    "2001:db8::ff00:42:8329",
    "fe80::1",
    "00:1a:2b:3c:4d:5e",
    "38101a0b-2096-447d-96ea-a692162415ae",
    "req-38101a0b-2096-447d-96ea-a692162415ae",
    "54fadb412c4e40cdbaed9335e4c35a9e",
    "c956153",
    "KubePersistentVolumeFillingUp",
    "maximumPoolSize",
    "kube_pod_status_ready",
    "ERR_CONNECTION_REFUSED",
    "E11000",
    "ORA-00942",
    "/etc/hosts",
    "~/.ssh/config",
    "a/b.yaml",
    "C:\\Users\\ana\\plan.docx",
    "ana.perez@example.org",
    "dfs.DataNode$PacketResponder",
    "spark.executor.memory",
    "v1.2.3",
    "1.2.3-rc1",
    "__init__.py",
]
FRAMES = [
    "{}",
    "¿Qué es {}?",
    "What does {} mean, please?",
    "({})",
    "`{}`:",
    "error: {}.",
    "**{}**",
    '"{}",',
    "see [{}] now",
    "«{}»",
    "value={};",
]


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("identifier", KNOWN)
def test_an_identifier_is_found_whole_whatever_stands_around_it(identifier: str, frame: str) -> None:
    assert identifier.casefold() in identifiers_in(frame.format(identifier))


CASE_CARRIES_IT = {"KubePersistentVolumeFillingUp", "maximumPoolSize"}


@pytest.mark.parametrize("identifier", [each for each in KNOWN if each not in CASE_CARRIES_IT])
def test_case_makes_no_difference(identifier: str) -> None:
    assert identifier.casefold() in identifiers_in(identifier.upper())
    assert identifier.casefold() in identifiers_in(identifier.lower())


@pytest.mark.parametrize(
    "prose",
    [
        "La cooperación co-operate y lo teórico-práctico son well-known.",
        "El 2024-01-02 y el 17/06/09 a las 20:10:40 hubo 12345 casos, un 3.5 % de 1.234.567.",
        "and/or, he/she, km/h, TCP/IP, N/A, 24/7, entrada/salida",
        "Fin.Después viene otra. end.Next e.g. p.ej. i.e. etc. U.S. EE.UU.",
        "a 24-hour shift, 10-minute break, 1º, nº5, mid-19th century, self-service",
        "¡Hola! ¿Cómo estás? —Bien—. “Muy bien”… y _énfasis_ o **fuerza**",
        "IMPORTANTE: NO TOCAR. The API and the CPU.",
        "S3 Q3 A4",
    ],
)
def test_prose_dates_and_numbers_are_no_identifiers(prose: str) -> None:
    assert identifiers_in(prose) == ()


def test_an_address_with_a_port_gives_both_forms() -> None:
    assert identifiers_in("from /10.251.73.220:50010 to") == ("10.251.73.220", "10.251.73.220:50010")


def test_an_address_out_of_range_is_none() -> None:
    assert identifiers_in("999.1.1.1 and 1.2.3.400") == ()


def test_one_code_is_not_part_of_a_longer_one() -> None:
    assert "hikaripool-1" not in identifiers_in("HikariPool-12 HikariPool-1x")
    assert "10.0.0.1" not in identifiers_in("10.0.0.11 and 110.0.0.1")


def test_a_path_gives_the_identifiers_inside_it() -> None:
    found = identifiers_in("GET /v2/54fadb412c4e40cdbaed9335e4c35a9e/servers/detail HTTP/1.1")
    assert "54fadb412c4e40cdbaed9335e4c35a9e" in found
    assert "/v2/54fadb412c4e40cdbaed9335e4c35a9e/servers/detail" in found


def test_the_backslash_of_markdown_is_not_part_of_a_name() -> None:
    assert identifiers_in(r"use kube\_pod\_info") == ("kube_pod_info",)


@given(st.text(max_size=300))
def test_every_identifier_is_found_again_in_a_question_about_it(text: str) -> None:
    for identifier in identifiers_in(text):
        if identifier in identifiers_in(identifier):  # not those that only capitals give away
            assert identifier in identifiers_in(f"¿Qué es {identifier} ?")


_WORD = st.from_regex(r"[A-Za-z]{1,4}[0-9._:/$@-]{0,3}[A-Za-z0-9]{1,6}", fullmatch=True)


@given(st.lists(_WORD, max_size=8))
def test_reading_the_identifiers_themselves_adds_none_that_is_not_inside_them(words: list[str]) -> None:
    once = identifiers_in(" ".join(words))
    again = identifiers_in(" ".join(once))
    assert all(any(each in whole for whole in once) for each in again)


@given(st.text())
def test_identifiers_are_distinct_folded_and_without_blanks(text: str) -> None:
    found = identifiers_in(text)
    assert len(set(found)) == len(found)
    assert all(each == each.casefold() and not re.search(r"\s", each) for each in found)


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "1",
        "_",
        "a.",
        "1.",
        "a-",
        "1:",
        "/",
        "a/",
        "aB",
        "@a",
        "a@",
        "$",
        "\\",
        "a1_",
        "::",
        "0x",
        "é",
        "-_",
    ],
)
def test_hostile_text_is_read_in_linear_time(unit: str) -> None:
    hostile = unit * (1_000_000 // len(unit))
    started = time.process_time()
    identifiers_in(hostile)
    identifiers_in((hostile[:390] + " ") * 1_000)
    assert time.process_time() - started < 5
