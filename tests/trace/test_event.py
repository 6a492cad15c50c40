"""Events: their documented form, read back as strictly as it is written."""

import json

import pytest

from fidedigno.trace.event import EVENT_VERSION, MAX_OBJECTS, Action, Event, read_event
from tests.trace.made import NOW

EVENT = Event(
    "e1", "t", NOW, Action.DOCUMENT_FORGOTTEN, "k", "a" * 32, ("b" * 32,), ("document:7",), {"records": 2}, "FID500"
)  # fmt: skip


def test_an_event_is_read_back_as_it_was_written() -> None:
    assert read_event(EVENT.write()) == EVENT
    assert "\n" not in EVENT.write()


@pytest.mark.parametrize("key", list(EVENT.as_dict()))
def test_an_event_that_lacks_a_key_is_refused(key: str) -> None:
    data = EVENT.as_dict()
    del data[key]
    with pytest.raises(ValueError, match="damaged"):
        read_event(json.dumps(data))


@pytest.mark.parametrize("text", ["", "[]", "null", '{"version": 1}', "[" * 100_000])
def test_what_is_no_event_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="damaged"):
        read_event(text)


@pytest.mark.parametrize("changes", [{"version": EVENT_VERSION + 1}, {"kind": "answer"}])
def test_an_event_of_another_form_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="another version"):
        read_event(json.dumps(EVENT.as_dict() | changes))


def test_an_unknown_action_is_refused() -> None:
    with pytest.raises(ValueError, match="damaged"):
        read_event(json.dumps(EVENT.as_dict() | {"action": "party"}))


def test_no_more_objects_are_kept_than_the_limit() -> None:
    many = Event("e", "t", NOW, Action.DEBUG_EXPIRED, "k", objects=tuple(map(str, range(MAX_OBJECTS + 5))))
    assert len(many.as_dict()["objects"]) == MAX_OBJECTS
