from pathlib import Path

import pytest

from fidedigno.model import EvidenceKind
from fidedigno.plan.load import load_pack
from fidedigno.plan.pack import Pack
from tests.fakes.pack_files import write_pack


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    return load_pack(write_pack(tmp_path))


def test_the_contract_of_a_class_holds_its_facts_in_order_with_their_weight(pack: Pack) -> None:
    contract = pack.contract("opening")
    assert [(each.name, each.critical) for each in contract.facts] == [("hours", True), ("mood", False)]
    assert contract.slots == ("place",)
    assert contract.fact("hours").authorities == ("official",)  # type: ignore[union-attr]
    assert contract.fact("mood").kinds == {EvidenceKind.STATE}  # type: ignore[union-attr]


def test_authorities_are_ranked_from_the_strongest_and_others_have_no_rank(pack: Pack) -> None:
    assert [pack.rank(each) for each in ("official", "informal", "rumour")] == [0, 1, None]
