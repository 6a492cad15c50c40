"""What the service says of itself is what it does."""

from fidedigno.serve.scim.attributes import SERVED
from fidedigno.serve.scim.described import resource_types, schemas, service_provider_config


def named(attributes: list[dict[str, object]], before: str = "") -> set[str]:
    found: set[str] = set()
    for each in attributes:
        name = f"{before}{each['name']}"
        found |= {name, *named(each.get("subAttributes", []), f"{name}.")}  # type: ignore[arg-type]
    return found


def test_the_schemas_name_the_attributes_that_are_served_and_no_others() -> None:
    common = {each for each in SERVED["User"] if each.startswith("meta.")} | {"id", "externalId"}
    for kind, schema in zip(("User", "Group"), schemas("http://x"), strict=True):
        assert schema["name"] == kind
        assert named(schema["attributes"]) == set(SERVED[kind]) - common  # type: ignore[index]


def test_every_document_says_where_it_is_and_of_which_schema() -> None:
    for each in (service_provider_config("http://x"), *resource_types("http://x"), *schemas("http://x")):
        assert each["meta"]["location"].startswith("http://x/")
        assert each["schemas"][0].startswith("urn:ietf:params:scim:schemas:core:2.0:")
