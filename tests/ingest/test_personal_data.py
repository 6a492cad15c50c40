import time

import pytest

from fidedigno.ingest.personal_data import PersonalDataKind, personal_data_in


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("DNI 12345678Z.", PersonalDataKind.DNI),
        ("dni: 12.345.678-z", PersonalDataKind.DNI),
        ("NIE X1234567L", PersonalDataKind.NIE),
        ("IBAN ES91 2100 0418 4502 0005 1332", PersonalDataKind.IBAN),
        ("ES9121000418450200051332", PersonalDataKind.IBAN),
        ("Visa 4111 1111 1111 1111", PersonalDataKind.CARD),
        ("4012888888881881", PersonalDataKind.CARD),
        ("amex 3782 822463 10005", PersonalDataKind.CARD),
        ("Llame al 912 345 678", PersonalDataKind.PHONE),
        ("móvil 612345678", PersonalDataKind.PHONE),
        ("+44 20 7946 0958", PersonalDataKind.PHONE),
        ("+34 912 34 56 78", PersonalDataKind.PHONE),
        ("escriba a ana@example.org", PersonalDataKind.EMAIL),
    ],
)
def test_personal_data_is_recognised(text: str, kind: PersonalDataKind) -> None:
    assert personal_data_in(text) == {kind: 1}


@pytest.mark.parametrize(
    "text",
    [
        "DNI 12345678A",
        "X1234567A",
        "ES91 2100 0418 4502 0005 1333",
        "4111 1111 1111 1112",
        "blk_-1608999687919862906 and 10.251.73.220:50010",
        "El 2024-01-02 10:30:00 hubo 1.234.567 visitas en 2023/2024",
        "081109 203615 148 INFO dfs.DataNode",
        "v1.2.3, 3.14159, 0000-0000, user@localhost",
        "0000 0000 0000 0000",
    ],
)
def test_a_wrong_check_digit_or_a_mere_number_is_not(text: str) -> None:
    assert personal_data_in(text) == {}


def test_the_country_of_a_phone_comes_from_the_corpus() -> None:
    assert personal_data_in("call 020 7946 0958", timezone="Europe/London") == {PersonalDataKind.PHONE: 1}
    assert personal_data_in("call 020 7946 0958", timezone="Europe/Madrid") == {}


def test_only_counts_are_returned() -> None:
    found = personal_data_in("a@b.es, c@d.es y 12345678Z")
    assert found == {PersonalDataKind.EMAIL: 2, PersonalDataKind.DNI: 1}


@pytest.mark.parametrize("unit", ["1", "1 ", "(1) ", "a@", "a.", "ES12 ", "4111 ", "+1 ", "X1", "6", "-1"])
def test_hostile_text_is_read_in_linear_time(unit: str) -> None:
    started = time.process_time()
    personal_data_in(unit * (1_000_000 // len(unit)))
    assert time.process_time() - started < 10
