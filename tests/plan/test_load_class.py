from pathlib import Path

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.plan.load import load_pack
from fidedigno.plan.load_class import MAX_EXAMPLE_CHARACTERS
from tests.fakes.pack_files import spoilt, write_pack


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("hours: critical", "hours: optional", "no fact is critical"),
        ("route: passages", "route: refuse_action", "needs no facts"),
        ("[place]", "[place, place]", "'place' is given twice"),
        ("- horario del gimnasio", f"- {'a' * (MAX_EXAMPLE_CHARACTERS + 1)}", "opening.yaml:16: longer than"),
        ("- horario del gimnasio", "- horario: gimnasio", "must be a list of texts"),
        ("label: {es: horario, en: opening hours}", "label: horario", "opening.yaml:3: expected keys"),
        ("'\\ba que hora\\b'", "'\\ba qué hora\\b'", "never matches"),
    ],
)
def test_a_class_that_cannot_work_is_refused(tmp_path: Path, old: str, new: str, expected: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        load_pack(write_pack(tmp_path, **spoilt("classes/opening.yaml", old, new)))
    assert expected in caught.value.message


def test_an_example_in_two_classes_is_refused_whatever_its_case_accents_and_punctuation(
    tmp_path: Path,
) -> None:
    change = spoilt("classes/feeling.yaml", "- mi ánimo de ayer", "- A QUE HORA ABRE LA BIBLIOTECA")
    with pytest.raises(ConfigurationError, match="is also in the class"):
        load_pack(write_pack(tmp_path, **change))
