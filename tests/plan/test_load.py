from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.errors import ConfigurationError
from fidedigno.model import EvidenceKind, FactKind, Route
from fidedigno.plan.load import load_pack, shipped_pack
from tests.fakes.pack_files import FILES, spoilt, write_pack

OPENING, FEELING = "classes/opening.yaml", "classes/feeling.yaml"


def refusal(folder: Path, **changes: str) -> str:
    with pytest.raises(ConfigurationError) as caught:
        load_pack(write_pack(folder, **changes))
    return caught.value.message


def test_a_whole_pack_is_read(tmp_path: Path) -> None:
    pack = load_pack(write_pack(tmp_path))
    assert (pack.name, pack.version, pack.ladder) == ("tiny", "3", ("official", "informal"))
    assert pack.facts["hours"].kind is FactKind.TEXT
    assert pack.facts["hours"].cues["en"] == ("opens", "closes")
    assert pack.facts["mood"].states["bad"]["es"] == "malo"
    assert pack.facts["mood"].kinds == {EvidenceKind.STATE}
    assert pack.facts["mood"].max_age_seconds == 5
    assert pack.slots["place"].choices["home"].cues["en"] == ("home",)
    assert pack.classes["opening"].facts == (("hours", True), ("mood", False))
    assert pack.classes["opening"].patterns["en"] == (r"\bwhat time\b",)
    assert pack.classes["feeling"].route is Route.STATE
    assert pack.classes["feeling"].high_impact


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        ("pack.yaml", "ladder:", "lader:", "3: unknown key 'lader' (did you mean 'ladder'?)"),
        ("pack.yaml", "name: tiny", "name: Tiny One", "1: name 'Tiny One'"),
        ("pack.yaml", "[official, informal]", "[]", "3: the ladder needs at least one"),
        ("pack.yaml", "informal", "official", "3: ladder: 'official' is given twice"),
        ("facts.yaml", "[official]", "[offical]", "6: authorities: unknown 'offical' (did you mean 'official'?)"),
        ("facts.yaml", "kind: text", "kind: txt", "2: kind: unknown 'txt' (did you mean 'text'?)"),
        ("facts.yaml", "mood:\n", "hours:\n", "8: the key 'hours' is given twice"),
        ("facts.yaml", "{es: ánimo, en: mood}", "{es: ánimo}", "10: 'en' is missing"),
        ("facts.yaml", "bad: {es: malo, en: bad}", "bad: {es: malo}", "18: 'en' is missing"),
        ("slots.yaml", "question:", "questoin:", "3: unknown key 'questoin' (did you mean 'question'?)"),
        (OPENING, "hours: critical", "huors: critical", "6: unknown fact 'huors' (did you mean 'hours'?)"),
        (OPENING, "hours: critical", "hours: crtical", "6: hours: unknown 'crtical' (did you mean 'critical'?)"),
        (OPENING, "[place]", "[plaza]", "8: slots: unknown 'plaza' (did you mean 'place'?)"),
        (OPENING, "route: passages", "route: pasages", "1: route: unknown 'pasages' (did you mean 'passages'?)"),
        (OPENING, "what time", "what (time", "11: pattern"),
        (OPENING, "what time", "(what+)+", "11: pattern '\\\\b(what+)+\\\\b'"),
        (OPENING, "opening hours of the gym", "When does the shop close?", "19: en: 'When does the shop"),
        (FEELING, "- my mood yesterday", "- '...'", "15: an example without any word"),
        (FEELING, "high_impact: true", "high_impact: maybe", "2: 'high_impact' must be true or false"),
        (FEELING, "high_impact: true", "restrictive: -1", "2: 'restrictive' must be a whole number"),
    ],
)  # fmt: skip
def test_a_slip_is_refused_with_its_file_line_and_hint(
    tmp_path: Path, file: str, old: str, new: str, expected: str
) -> None:
    assert f"{file}:{expected}" in refusal(tmp_path, **spoilt(file, old, new))


def test_all_slips_are_told_at_once(tmp_path: Path) -> None:
    told = refusal(
        tmp_path,
        **spoilt("facts.yaml", "kind: text", "kind: txt"),
        **spoilt(OPENING, "[place]", "[plaza]"),
        **spoilt(FEELING, "mood: critical", "moods: critical"),
    )
    assert [line.partition(":")[0] for line in told.splitlines()] == [
        "facts.yaml",
        "classes/feeling.yaml",
        "classes/opening.yaml",
    ]


def test_a_class_without_examples_in_one_language_is_refused(tmp_path: Path) -> None:
    text = FILES["classes/feeling.yaml"]
    told = refusal(tmp_path, feeling=text[: text.index("  en:\n    - How")])
    assert "7: 'en' is missing" in told


@pytest.mark.parametrize("file", ["pack.yaml", "facts.yaml", "slots.yaml"])
def test_a_missing_file_is_named(tmp_path: Path, file: str) -> None:
    write_pack(tmp_path)
    (tmp_path / file).unlink()
    with pytest.raises(ConfigurationError, match=f"{file}:1: the file is missing"):
        load_pack(tmp_path)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="there is no pack"):
        load_pack(tmp_path / "nowhere")


def test_a_pack_without_classes_is_refused(tmp_path: Path) -> None:
    write_pack(tmp_path)
    for path in tmp_path.glob("classes/*"):
        path.unlink()
    with pytest.raises(ConfigurationError, match="there is no class"):
        load_pack(tmp_path)


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    write_pack(tmp_path)
    (tmp_path / "facts.yaml").write_bytes(b"\xff\xfe\x00x")
    with pytest.raises(ConfigurationError, match="cannot be read as UTF-8"):
        load_pack(tmp_path)


def test_the_digest_changes_with_any_file_and_with_nothing_else(tmp_path: Path) -> None:
    first = load_pack(write_pack(tmp_path / "a")).digest
    assert load_pack(write_pack(tmp_path / "b")).digest == first
    digests = {first}
    for number, (file, text) in enumerate(FILES.items()):
        folder = write_pack(tmp_path / str(number))
        (folder / file).write_text(text + "# a comment\n", encoding="utf-8")
        digests.add(load_pack(folder).digest)
    assert len(digests) == 1 + len(FILES)


def test_an_unknown_shipped_pack_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(ConfigurationError) as caught:
        shipped_pack("../lms")
    assert "lms" in caught.value.hint


@given(file=st.sampled_from(sorted(FILES)), cut=st.integers(0, 900), junk=st.text(max_size=12))
def test_no_damage_to_a_file_raises_anything_but_the_projects_error(
    tmp_path_factory: pytest.TempPathFactory, file: str, cut: int, junk: str
) -> None:
    folder = write_pack(tmp_path_factory.mktemp("pack"))
    text = FILES[file]
    (folder / file).write_text(
        text[:cut] + junk + text[cut + 3 :], encoding="utf-8", errors="replace", newline=""
    )
    try:
        pack = load_pack(folder)
    except ConfigurationError:
        return
    assert set(pack.classes) == {"opening", "feeling"}
