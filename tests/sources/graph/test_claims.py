import pytest

from fidedigno.sources.graph.claims import Claim, ClaimKind, read_claim
from tests.fakes.graph import SITE, TENANT, group_id

GROUP = group_id(1)


@pytest.mark.parametrize(
    ("login", "claim"),
    [
        ("i:0#.f|membership|Ana@Corp.example", Claim(ClaimKind.LOGIN, "ana@corp.example")),
        (
            "i:0#.f|membership|g_x.test#ext#@corp.example",
            Claim(ClaimKind.LOGIN, "g_x.test#ext#@corp.example"),
        ),
        (f"c:0o.c|federateddirectoryclaimprovider|{GROUP}", Claim(ClaimKind.GROUP, GROUP)),
        (f"c:0o.c|federateddirectoryclaimprovider|{GROUP}_o", Claim(ClaimKind.OWNERS, GROUP)),
        (f"c:0t.c|tenant|{GROUP.upper()}", Claim(ClaimKind.GROUP, GROUP)),
        (f"c:0-.f|rolemanager|spo-grid-all-users/{TENANT}", Claim(ClaimKind.MEMBERS)),
        ("c:0(.s|true", Claim(ClaimKind.EVERYONE)),
    ],
)
def test_each_known_form_means_what_it_says(login: str, claim: Claim) -> None:
    assert read_claim(login, TENANT) == claim


@pytest.mark.parametrize(
    "login",
    [
        None,
        5,
        "",
        "ana@corp.example",
        "user:ana",
        "i:0#.f|membership|ana",
        "i:0#.f|membership|../groups@x",
        "i:0#.f|membership|a'b@corp.example",
        "i:0#.f|membership|" + "a" * 10_000 + "@x",
        "i:0i.t|00000003-0000-0ff1-ce00-000000000000|app@sharepoint",
        f"c:0-.f|rolemanager|spo-grid-all-users/{SITE}",
        "c:0-.f|rolemanager|spo-grid-all-users/",
        "c:0-.f|rolemanager|somebody",
        "c:0!.s|windows",
        "c:0t.c|tenant|everybody",
        f"c:0t.c|tenant|{GROUP}_o",
        f"c:0t.c|other|{GROUP}",
        "c:0(.s|true|x",
        "c:0(.s|false",
        "c:0o.c|federateddirectoryclaimprovider|_o",
        "SHAREPOINT\\system",
    ],
)
def test_a_form_that_is_not_known_means_nobody(login: object) -> None:
    assert read_claim(login, TENANT) is None
