from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from fidedigno.access.tables import Duration


@given(st.timedeltas())
def test_a_length_of_time_is_stored_exactly(length: timedelta) -> None:
    column = Duration()
    stored = column.process_bind_param(length, None)
    assert isinstance(stored, int)
    assert column.process_result_value(stored, None) == length


def test_nothing_is_stored_as_nothing() -> None:
    assert Duration().process_bind_param(None, None) is None
    assert Duration().process_result_value(None, None) is None
