from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.errors import ConfigurationError, DocumentRefusedError
from fidedigno.ingest.declaration import CorpusDeclaration, parse_declaration
from fidedigno.ingest.label import FileFacts, label_document, label_hash
from fidedigno.ingest.overrides import (
    NO_OVERRIDES,
    Overrides,
    merged,
    overrides_from_front_matter,
    overrides_from_sidecar,
)
from fidedigno.ingest.personal_data import PersonalDataKind
from fidedigno.model import AccessList, Identity, Principal, Sensitivity, SourceDocument

MODIFIED = datetime(2025, 3, 1, 12, tzinfo=UTC)


def declared(**changes: str) -> CorpusDeclaration:
    keys = {
        "name": "campus",
        "owner": "ana",
        "audience": "internal",
        "sensitivity": "internal",
        "revocation_lag": "4h",
        "freshness": "30d",
        "ai_allowed": "true",
        "acl": "[group:staff]",
        "timezone": "Europe/Madrid",
        **changes,
    }
    return parse_declaration("".join(f"{key}: {value}\n" for key, value in keys.items() if value))


def label(
    overrides: Overrides = NO_OVERRIDES, found: tuple[PersonalDataKind, ...] = (), **changes: str
) -> SourceDocument:
    facts = FileFacts("a.md", "text/markdown", MODIFIED, "Title", "es", found)
    return label_document(declared(**changes), overrides, facts)


def front(**keys: object) -> Overrides:
    return overrides_from_front_matter(keys, name="a.md")


def test_the_nine_controls_are_captured() -> None:
    document = label()
    assert (document.source, document.external_id, document.owner) == ("files", "a.md", "ana")
    assert document.acl == AccessList.any_of(Principal.group("staff"))
    assert document.sensitivity is Sensitivity.INTERNAL
    assert (document.created_at, document.updated_at) == (MODIFIED, MODIFIED)
    assert document.review_at == MODIFIED + timedelta(days=30)
    assert document.ai_allowed
    assert document.contains_personal_data is False


def test_a_document_without_access_list_is_refused_by_the_name_of_the_control() -> None:
    with pytest.raises(DocumentRefusedError, match="missing control: access list"):
        label(acl="")


def test_a_document_that_ai_may_not_use_is_refused() -> None:
    with pytest.raises(DocumentRefusedError, match="does not allow AI"):
        label(front(ai_allowed="false"))
    with pytest.raises(DocumentRefusedError, match="does not allow AI"):
        label(front(ai_allowed="true"), ai_allowed="false")


_PRINCIPALS = ["group:staff", "group:teachers", "user:ana", "domain:example.org", "anyone"]
_LISTS = st.lists(st.sampled_from(_PRINCIPALS), min_size=1, max_size=3)


@given(default=_LISTS, own=_LISTS, beside=st.none() | _LISTS, held=st.sets(st.sampled_from(_PRINCIPALS)))
def test_a_document_can_never_widen_what_its_corpus_allows(
    default: list[str], own: list[str], beside: list[str] | None, held: set[str]
) -> None:
    sidecar = NO_OVERRIDES if beside is None else overrides_from_sidecar(f"acl: {beside}".encode(), name="s")
    document = label(merged(front(acl=own), sidecar), acl=f"[{', '.join(default)}]")
    identity = Identity("t", "u", frozenset(map(Principal.parse, held)))
    expected = all(
        set(clause) & held for clause in (default, own, beside or _PRINCIPALS) if clause is not _PRINCIPALS
    )
    assert document.acl.allows(identity) == expected


def test_a_corpus_may_let_its_documents_widen() -> None:
    document = label(front(acl=["anyone"]), documents_may_widen="true")
    assert document.acl.allows(Identity.public("t"))


def test_a_document_may_give_the_list_that_its_corpus_leaves_open() -> None:
    assert label(front(acl=["user:eva"]), acl="").acl == AccessList.any_of(Principal.user("eva"))


def test_sensitivity_can_only_rise() -> None:
    assert label(front(sensitivity="public")).sensitivity is Sensitivity.INTERNAL
    assert label(front(sensitivity="restricted")).sensitivity is Sensitivity.RESTRICTED
    both = merged(front(sensitivity="restricted"), overrides_from_sidecar(b"sensitivity: public", name="s"))
    assert label(both).sensitivity is Sensitivity.RESTRICTED


def test_the_sidecar_wins_over_front_matter() -> None:
    both = merged(
        front(owner="eva", version="1"), overrides_from_sidecar(b"owner: luis\nversion: '1.10'", name="s")
    )
    document = label(both)
    assert (document.owner, document.version_label) == ("luis", "1.10")


def test_neither_front_matter_nor_sidecar_can_lift_the_others_veto_on_ai() -> None:
    with pytest.raises(DocumentRefusedError):
        label(merged(front(ai_allowed="false"), overrides_from_sidecar(b"ai_allowed: true", name="s")))


def test_keys_under_fidedigno_win_over_the_top_level() -> None:
    assert label(front(owner="eva", fidedigno={"owner": "luis"})).owner == "luis"


def test_other_keys_in_front_matter_are_ignored_but_not_in_a_sidecar() -> None:
    assert label(front(weight="20", tags=["a"], title=["odd"])).title == "Title"
    with pytest.raises(DocumentRefusedError, match=r"x\.meta\.yaml, line 2: unknown key 'onwer'") as caught:
        overrides_from_sidecar(b"title: x\nonwer: eva\n", name="x.meta.yaml")
    assert "'owner'" in caught.value.hint


@pytest.mark.parametrize(
    "keys",
    [
        {"acl": "ana"},
        {"acl": []},
        {"acl": {"allow": ["user:x"]}},
        {"sensitivity": "top"},
        {"ai_allowed": "perhaps"},
        {"personal_data": "?"},
        {"fidedigno": "x"},
        {"fidedigno": {"acl": None}},
        {"fidedigno": {"aclx": ["user:x"]}},
    ],
)
def test_a_guarding_key_that_cannot_be_understood_refuses_the_document(keys: dict[str, object]) -> None:
    with pytest.raises(DocumentRefusedError):
        front(**keys)


@pytest.mark.parametrize(
    "content", [b"", b"acl:\n", b"- x", b"a: [", b"\xff\xfe\xff", b"acl: &x [user:a]\nowner: *x"]
)
def test_a_sidecar_that_cannot_be_read_refuses_the_document(content: bytes) -> None:
    with pytest.raises(DocumentRefusedError):
        overrides_from_sidecar(content, name="x.meta.yaml")


def test_dates_take_the_timezone_of_the_corpus() -> None:
    document = label(
        front(
            effective_from="2025-01-01", effective_until="2025-06-30T20:00:00", review="2026-01-01T00:00:00Z"
        )
    )
    assert document.validity.start == datetime(2024, 12, 31, 23, tzinfo=UTC)
    assert document.validity.end == datetime(2025, 6, 30, 18, tzinfo=UTC)
    assert document.review_at == datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    "keys",
    [
        {"review": "soon"},
        {"effective_from": "2025-13-01"},
        {"effective_from": "2025-02-01", "effective_until": "2025-01-01"},
        {"created": "2025-02-01", "updated": "2025-01-01"},
        {"updated": "9999-12-31"},
    ],
)
def test_dates_that_make_no_sense_refuse_the_document(keys: dict[str, object]) -> None:
    with pytest.raises(DocumentRefusedError):
        label(front(**keys))


def test_an_identity_number_in_a_public_document_is_refused_unless_declared() -> None:
    found = (PersonalDataKind.DNI, PersonalDataKind.EMAIL)
    with pytest.raises(DocumentRefusedError, match="dni"):
        label(found=found, sensitivity="public")
    assert label(front(personal_data="true"), found=found, sensitivity="public").contains_personal_data
    assert label(found=found, sensitivity="internal").contains_personal_data


def test_an_e_mail_address_in_a_public_document_is_only_recorded() -> None:
    assert label(found=(PersonalDataKind.EMAIL,), sensitivity="public").contains_personal_data


def test_the_label_hash_changes_with_the_access_list_and_not_with_its_spelling() -> None:
    one, same = label(acl="[group:staff, user:ana]"), label(acl="[user:Ana, group:staff, user:ana]")
    assert label_hash(one) == label_hash(same)
    assert label_hash(one) != label_hash(label(acl="[group:staff]"))
    assert label_hash(one) != label_hash(label(front(review="2030-01-01"), acl="[group:staff, user:ana]"))


def test_a_document_adds_its_scope_to_that_of_its_corpus_and_may_change_it() -> None:
    document = label(front(scope={"group": "B", "course": "redes"}), scope="{course: bd, term: 2026-27}")
    assert dict(document.scope) == {"course": "redes", "group": "B", "term": "2026-27"}


def test_facts_and_series_are_kept_as_declared_and_change_the_label() -> None:
    bare = label()
    said = label(front(supports="due-date", series="guia-bd"))
    assert (bare.supports, bare.series, said.supports, said.series) == ((), "", ("due-date",), "guia-bd")
    hashes = {label_hash(each) for each in (bare, said, label(front(scope={"group": "B"})))}
    assert len(hashes) == 3


@pytest.mark.parametrize(
    "keys", [{"scope": {"Group!": "B"}}, {"scope": {"group": ""}}, {"supports": ["Due Date"]}]
)
def test_a_misspelt_scope_or_fact_refuses_a_document_that_speaks_to_us(keys: dict[str, object]) -> None:
    with pytest.raises(DocumentRefusedError):
        front(fidedigno=keys)


@pytest.mark.parametrize("key", ["scope", "supports", "series"])
def test_front_matter_of_other_programs_may_use_these_names(key: str) -> None:
    assert front(**{key: {"a": {"b": "c"}}}) == NO_OVERRIDES


MAP = '{"mip=secret": restricted, "mip=general": internal}'


def beside(text: str) -> Overrides:
    return overrides_from_sidecar(text.encode(), name="a.md.meta.yaml")


def test_a_label_raises_the_sensitivity_and_is_kept() -> None:
    document = label(beside('labels: {mip: Secret, "other": x}'))
    assert document.labels == (("mip", "Secret"), ("other", "x"))
    assert document.sensitivity is Sensitivity.INTERNAL
    raised = label(beside("labels: {mip: Secret}"), label_sensitivity=MAP)
    assert raised.sensitivity is Sensitivity.RESTRICTED
    kept = label(beside("labels: {mip: General}"), label_sensitivity=MAP, sensitivity="confidential")
    assert kept.sensitivity is Sensitivity.CONFIDENTIAL
    assert label_hash(document) != label_hash(label(beside("labels: {mip: Secret}")))


@pytest.mark.parametrize(
    ("labels", "declared_as", "told"),
    [
        ("labels: {new: x}", {"label_sensitivity": MAP}, "does not say what 1"),
        ("labels: {legal-hold: ''}", {"label_no_ai": "legal-hold"}, "forbids AI"),
        (
            "labels: {mip: personal}\npersonal_data: true",
            {"label_personal_data": "mip=personal", "sensitivity": "public"},
            "personal data",
        ),
    ],
)
def test_a_label_refuses_a_document(labels: str, declared_as: dict[str, str], told: str) -> None:
    with pytest.raises(DocumentRefusedError, match=told):
        label(beside(labels), **declared_as)


def test_a_label_of_personal_data_marks_the_document_whatever_it_says() -> None:
    said = beside("labels: {mip: personal}\npersonal_data: false")
    assert label(said, label_personal_data="mip=personal").contains_personal_data is True


def test_front_matter_adds_labels_and_never_replaces_those_of_the_system() -> None:
    both = merged(front(labels={"mip": "general", "own": "1"}), beside("labels: {mip: secret}"))
    assert both.labels == {"mip": "secret", "own": "1"}
    assert front(labels=["not", "ours"]).labels is None


@pytest.mark.parametrize("bad", ["labels: [a]", "labels: {'': x}", f"labels: {{a: {'x' * 301}}}"])
def test_labels_beside_a_document_that_cannot_be_read_refuse_it(bad: str) -> None:
    with pytest.raises(DocumentRefusedError):
        beside(bad)


RULES = """
  - {match: "a.*", kind: policy, every: 60d, owner: legal office}
  - {match: "**", every: 5d}
"""


def test_a_freshness_rule_gives_the_review_date_and_the_owner() -> None:
    document = label(freshness_rules=RULES)
    assert (document.review_at, document.owner) == (MODIFIED + timedelta(days=60), "legal office")
    assert label(front(owner="eva"), freshness_rules=RULES).owner == "eva"


def test_a_document_may_be_due_sooner_than_its_rule_and_not_later() -> None:
    sooner = label(front(review="2025-03-09T00:00:00+00:00"), freshness_rules=RULES)
    assert sooner.review_at == datetime(2025, 3, 9, tzinfo=UTC)
    later = label(front(review="2099-01-01"), freshness_rules=RULES)
    assert later.review_at == MODIFIED + timedelta(days=60)
    assert label(front(review="2099-01-01T00:00:00+00:00")).review_at == datetime(2099, 1, 1, tzinfo=UTC)


def test_a_review_without_a_change_counts_from_its_day() -> None:
    reviewed = front(reviewed="2025-04-01T00:00:00+00:00")
    expected = datetime(2025, 4, 1, tzinfo=UTC)
    assert label(reviewed).review_at == expected + timedelta(days=30)
    assert label(reviewed, freshness_rules=RULES).review_at == expected + timedelta(days=60)
    assert label(front(reviewed="2020-01-01")).review_at == MODIFIED + timedelta(days=30)


def test_only_a_corpus_that_excludes_says_from_when() -> None:
    assert label().stale_from is None
    assert label(when_stale="exclude").stale_from == MODIFIED + timedelta(days=30)
    assert label_hash(label()) != label_hash(label(when_stale="exclude"))


@pytest.mark.parametrize(
    "rules",
    [
        "[{match: x, kind: policy, every: 1y}]",
        "[{match: x, kind: prices}]",
        "[{match: x, kind: secret}]",
        "[{every: 5d}]",
        "[{match: [], every: 5d}]",
        "[{match: x, kind: prices, last_change: soon}]",
        "[{match: x, evry: 5d}]",
        "x",
    ],
)
def test_a_rule_that_is_not_one_is_refused_with_its_place(rules: str) -> None:
    with pytest.raises(ConfigurationError, match=r"corpus\.yaml"):
        declared(freshness_rules=rules)
