from fidedigno.sources.jira.names import Names
from fidedigno.sources.names import plain_id

NAMES = Names("acme")


def test_two_ids_never_share_a_name() -> None:
    ids = ["abc", "ABC", "aBc", "a c", "a\nc", "", "user:x", "~abc", "x" * 10_000, "x" * 9_999, "ábc", "abc "]
    assert len({plain_id(each) for each in ids}) == len(ids)


def test_hostile_ids_make_usable_names() -> None:
    for hostile in ("group:admins", "' OR 1=1 --", "x" * 10_000, "\u202e", "a\x00b", "\ud800"):
        assert NAMES.account(hostile).name.startswith("jira:acme:account:")
        assert len(NAMES.group(hostile).name) < 320


def test_kinds_and_sites_are_kept_apart() -> None:
    names = {
        NAMES.account("1"),
        NAMES.group("1"),
        NAMES.lead("1"),
        NAMES.application("1"),
        NAMES.role("1", "1"),
    }
    assert len(names) == 5
    assert Names("acme").group("1") != Names("other").group("1")
