from fidedigno.sources.declared.names import Names
from fidedigno.sources.names import plain_id


def test_ids_that_differ_by_case_do_not_share_a_name() -> None:
    ids = ["005a", "005A", "005Á", "a b", "user:x", "~x", "x" * 10_000, ""]
    assert len({plain_id(each) for each in ids}) == len(ids)


def test_kinds_and_systems_are_kept_apart() -> None:
    hub, force = Names("hub"), Names("force")
    assert len({hub.account("1"), hub.team("1"), hub.everyone(), force.account("1"), force.everyone()}) == 5
    assert hub.account("everyone") != hub.everyone()
    assert hub.attribute() == "declared.hub.id"
