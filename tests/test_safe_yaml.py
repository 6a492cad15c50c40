"""The loader reads data and makes nothing else of it."""

import pytest
import yaml

from fidedigno.safe_yaml import LOADER


@pytest.mark.parametrize(
    "text",
    ["!!python/object/apply:os.getcwd []", "!!python/name:os.system", "!!python/object/new:list [[1]]"],
)
def test_a_text_makes_no_objects(text: str) -> None:
    with pytest.raises(yaml.constructor.ConstructorError):
        yaml.load(text, Loader=LOADER)  # noqa: S506 - what is tested


def test_it_reads_what_the_plain_safe_loader_reads() -> None:
    text = "a: [1, 2.5, yes, 2026-11-30]\nb: &x {c: ñandú}\nd: *x\n"
    assert yaml.load(text, Loader=LOADER) == yaml.safe_load(text)  # noqa: S506 - what is tested
