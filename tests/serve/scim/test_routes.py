"""SCIM over HTTP, as Entra ID and Okta speak it."""

import httpx
import pytest

from fidedigno import Fidedigno
from fidedigno.model import PrincipalKind
from fidedigno.serve.settings import ServeSettings
from tests.serve.conftest import TOKEN, Serve, served

USER = "urn:ietf:params:scim:schemas:core:2.0:User"
PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp"
ENTRA = {
    "schemas": [USER, "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],
    "externalId": "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
    "userName": "Ana@Campus.example",
    "active": True,
    "emails": [{"primary": True, "type": "work", "value": "ana@campus.example"}],
    "meta": {"resourceType": "User"},
    "name": {"formatted": "Ana García", "familyName": "García", "givenName": "Ana"},
    "roles": [],
    "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": {"department": "secret"},
}


def patch(*operations: dict[str, object]) -> dict[str, object]:
    return {"schemas": [PATCH], "Operations": list(operations)}


def make(scim: httpx.Client, kind: str = "Users", **attributes: object) -> dict[str, object]:
    made = scim.post(f"/scim/v2/{kind}", json=attributes)
    assert made.status_code == 201, made.text
    return made.json()


def groups_of(workspace: Fidedigno, user: str) -> set[str]:
    return {each.name for each in workspace.identity(user).principals if each.kind is PrincipalKind.GROUP}


def test_an_account_as_entra_makes_it_is_made_found_changed_and_removed(
    scim: httpx.Client, workspace: Fidedigno
) -> None:
    made = scim.post("/scim/v2/Users", json=ENTRA)
    assert made.status_code == 201
    user = made.json()
    where = f"/scim/v2/Users/{user['id']}"
    assert made.headers["location"] == user["meta"]["location"] == str(scim.base_url).rstrip("/") + where
    assert made.headers["etag"] == user["meta"]["version"] == 'W/"1"'
    assert made.headers["content-type"] == "application/scim+json"
    assert "secret" not in made.text
    assert workspace.identity("ana@campus.example").user == "ana@campus.example"

    found = scim.get("/scim/v2/Users", params={"filter": 'userName eq "ana@campus.EXAMPLE"'}).json()
    assert (found["totalResults"], found["Resources"]) == (1, [user])
    both = f'externalId eq "{ENTRA["externalId"]}" and active eq true'
    assert scim.get("/scim/v2/Users", params={"filter": both}).json()["totalResults"] == 1
    assert scim.get("/scim/v2/Users", params={"filter": 'userName eq "luis"'}).json()["totalResults"] == 0

    renamed = scim.patch(
        where,
        json=patch(
            {"op": "Replace", "path": "userName", "value": "ana.garcia@campus.example"},
            {"op": "Add", "path": 'emails[type eq "work"].value', "value": "ana.garcia@campus.example"},
            {"op": "Add", "path": 'phoneNumbers[type eq "mobile"].value', "value": "600"},
            {"op": "Add", "path": f"{ENTRA['schemas'][1]}:department", "value": "secret"},
            {"op": "Replace", "value": {"active": "False", "name.familyName": "Garcés"}},
        ),
    )
    assert renamed.status_code == 200, renamed.text
    after = renamed.json()
    assert (after["id"], after["active"], after["name"]["familyName"]) == (user["id"], False, "Garcés")
    assert after["emails"] == [{"primary": True, "type": "work", "value": "ana.garcia@campus.example"}]
    assert after["meta"]["version"] == 'W/"2"'
    assert workspace.identity("ana@campus.example").user is None
    assert workspace.identity("ana.garcia@campus.example").principals == frozenset()

    assert scim.delete(where).status_code == 204
    assert scim.get(where).status_code == scim.delete(where).status_code == 404
    assert workspace.identity("ana.garcia@campus.example").user is None


def test_a_put_as_okta_sends_it_writes_the_account_anew_and_opens_nothing_by_silence(
    scim: httpx.Client,
) -> None:
    user = make(scim, userName="ana", active=False, password="x" * 20, groups=[], displayName="Ana")
    where = f"/scim/v2/Users/{user['id']}"
    assert "password" not in user
    silent = scim.put(where, json={"userName": "ana", "emails": []}).json()
    assert (silent["active"], "displayName" in silent) == (False, False)
    assert scim.put(where, json={"userName": "ana", "active": True}).json()["active"] is True


def test_groups_hold_people_and_groups_in_a_circle_too(scim: httpx.Client, workspace: Fidedigno) -> None:
    ana, luis = make(scim, userName="ana")["id"], make(scim, userName="luis")["id"]
    staff = make(scim, "Groups", displayName="Staff", members=[{"value": ana, "display": "Ana"}])
    assert staff["members"] == [
        {"value": ana, "type": "User", "$ref": f"{str(scim.base_url).rstrip('/')}/scim/v2/Users/{ana}"}
    ]
    everybody = make(
        scim, "Groups", displayName="Everybody", members=[{"value": staff["id"], "type": "Group"}]
    )
    assert groups_of(workspace, "ana") == {"scim:corp:staff", "scim:corp:everybody"}
    where = f"/scim/v2/Groups/{staff['id']}"
    circle = patch({"op": "Add", "path": "members", "value": [{"value": everybody["id"]}, {"value": luis}]})
    assert scim.patch(where, json=circle).status_code == 204
    assert groups_of(workspace, "luis") == {"scim:corp:staff", "scim:corp:everybody"}
    assert (
        scim.patch(where, json=patch({"op": "remove", "path": f'members[value eq "{ana}"]'})).status_code
        == 204
    )
    assert groups_of(workspace, "ana") == set()
    listed = patch({"op": "Remove", "path": "members", "value": [{"value": luis}]})
    assert scim.patch(where, json=listed).status_code == 204
    assert groups_of(workspace, "luis") == set()
    anew = patch({"op": "replace", "value": {"displayName": "Team", "members": [{"value": luis}], "id": "x"}})
    assert scim.patch(where, json=anew).status_code == 204
    assert groups_of(workspace, "luis") == {"scim:corp:team", "scim:corp:everybody"}
    assert scim.patch(where, json=patch({"op": "remove", "path": "members"})).status_code == 204
    assert "members" not in scim.get(where).json()
    assert scim.delete(where).status_code == 204
    assert [each["displayName"] for each in scim.get("/scim/v2/Groups").json()["Resources"]] == ["Everybody"]


def test_membership_is_asked_for_without_reading_the_members(scim: httpx.Client) -> None:
    ana, luis = make(scim, userName="ana")["id"], make(scim, userName="luis")["id"]
    group = make(scim, "Groups", displayName="Staff", members=[{"value": ana}])["id"]
    for member, total in ((ana, 1), (luis, 0), ("nobody", 0)):
        for attribute in ("members", "members.value"):
            asked = {
                "filter": f'id eq "{group}" and {attribute} eq "{member}"',
                "excludedAttributes": "members",
            }
            found = scim.get("/scim/v2/Groups", params=asked).json()
            assert found["totalResults"] == total
            assert all("members" not in each for each in found["Resources"])
        within = scim.get("/scim/v2/Groups", params={"filter": f'members[value eq "{member}"]'}).json()
        assert within["totalResults"] == total
    refused = scim.get("/scim/v2/Groups", params={"filter": 'members co "a"'})
    assert (refused.status_code, refused.json()["scimType"]) == (400, "invalidFilter")


def test_a_query_may_be_sent_in_the_body_to_keep_names_out_of_addresses(scim: httpx.Client) -> None:
    for n in range(3):
        make(scim, userName=f"user{n}")
    query = {"filter": 'userName sw "user"', "startIndex": 2, "count": 1, "attributes": ["userName"]}
    found = scim.post("/scim/v2/Users/.search", json=query).json()
    assert (found["totalResults"], [each["userName"] for each in found["Resources"]]) == (3, ["user1"])
    for wrong in ([], {"filter": 7.5}, {"count": True}, {"filter": "x"}, {"startIndex": "one"}):
        assert scim.post("/scim/v2/Users/.search", json=wrong).status_code == 400


def test_a_patch_of_a_group_answers_with_its_version_and_what_is_asked_for(scim: httpx.Client) -> None:
    ana = make(scim, userName="ana")["id"]
    where = f"/scim/v2/Groups/{make(scim, 'Groups', displayName='Staff')['id']}"
    join = patch({"op": "add", "path": "members", "value": [{"value": ana}]})
    plain = scim.patch(where, json=join)
    assert (plain.status_code, plain.content, plain.headers["etag"]) == (204, b"", 'W/"2"')
    asked = scim.patch(where, json=join, params={"attributes": "members"})
    assert [each["value"] for each in asked.json()["members"]] == [ana]
    assert "displayName" not in asked.json()


def test_the_address_of_the_server_may_be_another_than_that_of_the_request(
    workspace: Fidedigno, scim_settings
) -> None:
    chosen = ServeSettings(address="https://kb.campus.example", scim=(scim_settings,))
    with served(workspace, chosen) as address:
        headers = {"Authorization": f"Bearer {TOKEN}", "Host": "evil.example"}
        made = httpx.post(
            f"{address}/scim/v2/Users", json={"userName": "ana"}, headers=headers, trust_env=False
        )
    assert made.headers["location"].startswith("https://kb.campus.example/scim/v2/Users/")
    assert "evil" not in made.text


def test_pages_count_from_one_and_are_cut(scim: httpx.Client) -> None:
    for n in range(5):
        make(scim, userName=f"user{n}")
    whole = scim.get("/scim/v2/Users").json()
    assert [each["userName"] for each in whole["Resources"]] == [f"user{n}" for n in range(5)]
    for start, count, names in (
        ("2", "2", ["user1", "user2"]),
        ("0", "1", ["user0"]),
        ("-7", "1", ["user0"]),
        ("5", "9", ["user4"]),
        ("6", "9", []),
        ("1", "0", []),
        ("1", "-3", []),
    ):
        for extra in ({}, {"filter": 'userName sw "user"'}):
            page = scim.get("/scim/v2/Users", params={"startIndex": start, "count": count, **extra}).json()
            assert [each["userName"] for each in page["Resources"]] == names
            assert (page["totalResults"], page["itemsPerPage"]) == (5, len(names))
    assert scim.get("/scim/v2/Users", params={"startIndex": "one"}).status_code == 400
    slim = scim.get("/scim/v2/Users", params={"attributes": "userName", "count": 1}).json()["Resources"][0]
    assert set(slim) == {"schemas", "id", "meta", "userName"}


def test_a_version_that_is_not_the_present_one_changes_nothing(scim: httpx.Client) -> None:
    user = make(scim, userName="ana")
    where = f"/scim/v2/Users/{user['id']}"
    off = patch({"op": "replace", "path": "active", "value": False})
    for tag in ('W/"2"', '"0"', "nonsense", 'W/"1", W/"2"'):
        assert scim.patch(where, json=off, headers={"If-Match": tag}).status_code == 412
        assert scim.put(where, json={"userName": "b"}, headers={"If-Match": tag}).status_code == 412
        assert scim.delete(where, headers={"If-Match": tag}).status_code == 412
    assert scim.get(where).json() == user
    assert scim.get(where, headers={"If-None-Match": 'W/"1"'}).status_code == 304
    assert scim.patch(where, json=off, headers={"If-Match": 'W/"1"'}).status_code == 200
    assert scim.delete(where, headers={"If-Match": "*"}).status_code == 204


def test_a_name_is_given_once_whoever_has_it(scim: httpx.Client) -> None:
    make(scim, userName="ana")
    make(scim, "Groups", displayName="Staff")
    for kind, body in (
        ("Users", {"userName": "ANA"}),
        ("Users", {"userName": "ａｎａ"}),
        ("Users", {"userName": "owner"}),
        ("Groups", {"displayName": "STAFF"}),
    ):
        refused = scim.post(f"/scim/v2/{kind}", json=body)
        assert refused.status_code == 409
        assert refused.json() == {
            "schemas": ["urn:ietf:params:scim:api:messages:2.0:Error"],
            "status": "409",
            "scimType": "uniqueness",
            "detail": "the name is taken",
        }


@pytest.mark.parametrize(
    "name",
    ["", " ", "user:owner", "group:teachers", "Group : x", "anyone", "a\u200bb", "a\x00b", "x" * 10_240, 7, None, ["a"],
     "\ud800"],
)  # fmt: skip
def test_a_hostile_name_is_refused_and_changes_nothing(
    scim: httpx.Client, workspace: Fidedigno, name
) -> None:
    import json as js

    for kind, key in (("Users", "userName"), ("Groups", "displayName")):
        got = scim.post(f"/scim/v2/{kind}", content=js.dumps({key: name}))
        assert (got.status_code, got.json()["scimType"]) == (400, "invalidValue")
        assert not isinstance(name, str) or len(name) < 3 or name not in got.text
    assert [each["name"] for each in workspace.users()] == ["owner"]
    assert workspace.directory.groups() == []


@pytest.mark.parametrize(
    "name", ['a"b', "x' or '1'='1", "teachers", "oidc:corp:x", "scim:other:x", "%", "сtaff"]
)
def test_a_group_of_any_name_grants_only_under_the_name_of_its_provider(
    scim: httpx.Client, workspace: Fidedigno, name: str
) -> None:
    ana = make(scim, userName="ana")["id"]
    make(scim, "Groups", displayName=name, members=[{"value": ana}])
    assert groups_of(workspace, "ana") == {f"scim:corp:{name}"}
    asked = {"filter": f"displayName eq {httpx_json(name)}"}
    assert scim.get("/scim/v2/Groups", params=asked).json()["totalResults"] == 1


def httpx_json(text: str) -> str:
    import json

    return json.dumps(text)


def test_a_provider_sees_nothing_of_what_it_has_not_made(scim: httpx.Client, workspace: Fidedigno) -> None:
    from fidedigno.access.provided_accounts import AccountDraft
    from fidedigno.access.provided_groups import GroupDraft

    accounts, groups = workspace.provided("other")
    theirs, group = accounts.add(AccountDraft("eva", "Eva")), groups.add(GroupDraft("staff", "Staff"))
    mine = make(scim, "Groups", displayName="Staff")["id"]
    assert scim.get("/scim/v2/Users").json()["totalResults"] == 0
    off = patch({"op": "replace", "path": "active", "value": False})
    for where in (
        f"Users/{theirs.id}",
        f"Groups/{group.id}",
        "Users/none",
        "Users/%00",
        "Groups/%ED%A0%80",
        f"Users/{mine}",
    ):
        answers = [
            scim.get(f"/scim/v2/{where}"),
            scim.patch(
                f"/scim/v2/{where}", json=off if "Users" in where else patch({"op": "add", "value": {}})
            ),
            scim.delete(f"/scim/v2/{where}"),
        ]
        assert {(each.status_code, each.text) for each in answers} == {(404, answers[0].text)}
    join = patch({"op": "add", "path": "members", "value": [{"value": theirs.id}]})
    refused = scim.patch(f"/scim/v2/Groups/{mine}", json=join)
    assert (refused.status_code, refused.json()["scimType"]) == (400, "invalidValue")
    assert workspace.identity("eva").enabled


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"", "invalidSyntax"),
        (b"[" * 200_000, "invalidSyntax"),
        (b"\xff", "invalidSyntax"),
        (b"[]", "invalidSyntax"),
        (b'{"Operations": []}', "invalidSyntax"),
        (b'{"Operations": [{"op": "move", "path": "active"}]}', "invalidSyntax"),
        (b'{"Operations": [{"op": "remove"}]}', "noTarget"),
        (b'{"Operations": [{"op": "replace", "path": "actve", "value": false}]}', "invalidPath"),
        (b'{"Operations": [{"op": "replace", "path": "active", "value": "no"}]}', "invalidValue"),
        (b'{"Operations": [{"op": "replace", "path": "active", "value": 0}]}', "invalidValue"),
        (b'{"Operations": [{"op": "remove", "path": "userName"}]}', "mutability"),
        (b'{"Operations": [{"op": "replace", "path": "emails[type eq \\"x\\"].value", "value": "y"}]}', "noTarget"),
        (b'{"Operations": [{"op": "add", "path": "emails[type gt 3].value", "value": "a@b.c"}]}', "invalidFilter"),
        (b'{"Operations": [{"op": "add", "path": "emails", "value": "a@b.c"}]}', "invalidValue"),
        (b'{"Operations": [{"op": "add", "value": "x"}]}', "invalidValue"),
    ],
)  # fmt: skip
def test_a_patch_that_cannot_be_done_is_refused_whole(scim: httpx.Client, body: bytes, kind: str) -> None:
    user = make(scim, userName="ana", active=True)
    where = f"/scim/v2/Users/{user['id']}"
    got = scim.patch(where, content=body)
    assert (got.status_code, got.json()["scimType"]) == (400, kind)
    assert scim.get(where).json() == user


def test_a_misspelt_attribute_does_not_leave_an_account_open(
    scim: httpx.Client, workspace: Fidedigno
) -> None:
    refused = scim.post("/scim/v2/Users", json={"userName": "ana", "actve": False})
    assert (refused.status_code, refused.json()["scimType"]) == (400, "invalidSyntax")
    assert workspace.identity("ana").user is None


def test_the_service_describes_itself_to_whoever_has_the_token(scim: httpx.Client) -> None:
    config = scim.get("/scim/v2/ServiceProviderConfig").json()
    assert (config["patch"], config["bulk"]["supported"], config["etag"]) == (
        {"supported": True},
        False,
        {"supported": True},
    )
    types = scim.get("/scim/v2/ResourceTypes").json()["Resources"]
    assert [each["endpoint"] for each in types] == ["/Users", "/Groups"]
    schemas = scim.get("/scim/v2/Schemas").json()["Resources"]
    assert scim.get(f"/scim/v2/Schemas/{schemas[0]['id']}").json() == schemas[0]
    assert scim.get("/scim/v2/ResourceTypes/Group").json() == types[1]
    for path in ("Schemas", "ResourceTypes", "ServiceProviderConfig", "ResourceTypes/User"):
        assert {
            scim.request(method, f"/scim/v2/{path}").status_code for method in ("POST", "PUT", "DELETE")
        } == {405}
    for nowhere in ("Schemas/none", "Bulk", "Me", ""):
        got = scim.get(f"/scim/v2/{nowhere}")
        assert (got.status_code, got.json()["schemas"]) == (
            404,
            ["urn:ietf:params:scim:api:messages:2.0:Error"],
        )


def test_without_the_token_everything_under_scim_is_refused_in_the_same_words(serve: Serve) -> None:
    client = serve()
    answers = set()
    for token in (
        None,
        "",
        "Bearer",
        f"Bearer {TOKEN[:-1]}",
        f"Bearer {TOKEN}x",
        "Basic x",
        f"bearer{TOKEN}",
    ):
        headers = {} if token is None else {"Authorization": token}
        for method, path in (
            ("GET", "Users"),
            ("POST", "Users"),
            ("GET", "Groups/x"),
            ("GET", "Schemas"),
            ("GET", "x"),
        ):
            got = client.request(method, f"/scim/v2/{path}", headers=headers)
            answers.add((got.status_code, got.text, got.headers["www-authenticate"]))
    assert len(answers) == 1
    assert answers.pop()[0] == 401


def test_a_body_beyond_the_limit_is_not_read(scim: httpx.Client) -> None:
    def endless():
        for _ in range(40):
            yield b" " * 1_000_000

    got = scim.post("/scim/v2/Users", content=endless())
    assert (got.status_code, got.json()["error"]["message"]) == (413, "the request is too large")
