"""Parameters in PHP's form, against a small reader of that form."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fidedigno.sources.moodle.flatten import MAX_FIELDS, flatten

KEYS = st.text("abcdefghij", min_size=1, max_size=5)
LEAVES = st.text(max_size=8) | st.integers(0, 10**9) | st.booleans()
NESTED = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3) | st.dictionaries(KEYS, inner, min_size=1, max_size=3)
    ),
    max_leaves=8,
)


def read_as_php(flat: dict[str, str]) -> dict[str, object]:
    """What PHP makes of form fields: arrays, whose keys are texts here."""
    root: dict[str, object] = {}
    for name, value in flat.items():
        head, keys = name.partition("[")[0], re.findall(r"\[([^\]]*)\]", name)
        place = root
        for key, following in zip([head, *keys], [*keys, None], strict=True):
            if following is None:
                place[key] = value
            else:
                place = place.setdefault(key, {})  # type: ignore[assignment]
    return root


def as_php_holds_it(value: object) -> object:
    if isinstance(value, dict):
        return {key: as_php_holds_it(each) for key, each in value.items()}
    if isinstance(value, list):
        return {str(index): as_php_holds_it(each) for index, each in enumerate(value)}
    return ("1" if value else "0") if isinstance(value, bool) else str(value)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.dictionaries(KEYS, NESTED, max_size=4))
def test_php_reads_back_what_was_meant(parameters: dict[str, object]) -> None:
    assert read_as_php(flatten(parameters)) == as_php_holds_it(parameters)  # type: ignore[arg-type]


def test_options_are_written_as_moodle_documents_them() -> None:
    flat = flatten({"courseid": 2, "options": [{"name": "onlyactive", "value": True}]})
    assert flat == {"courseid": "2", "options[0][name]": "onlyactive", "options[0][value]": "1"}


def test_more_fields_than_php_reads_are_refused() -> None:
    assert len(flatten({"values": list(range(MAX_FIELDS))})) == MAX_FIELDS
    with pytest.raises(ValueError, match="fields in one call"):
        flatten({"values": list(range(MAX_FIELDS + 1))})
