import os
import random
from pathlib import Path

import pytest

from fidedigno.model import UNKNOWN, Identity, Principal
from fidedigno.sources.connector import (
    Connector,
    Coverage,
    LiveVerdict,
    SourceError,
    SourceErrorKind,
    SourceItem,
    Upserted,
)
from fidedigno.sources.posix import PosixConnector, PosixOptions, walk
from fidedigno.sources.posix.acl import EXECUTE, READ, AclError, Rights, rights_of
from tests.fakes.dokuwiki import identity_of
from tests.fakes.posix import ACCOUNTS, GROUPS, kernel_lets_read, packed, takes_acls

pytestmark = pytest.mark.usefixtures("people")
LINKS = {name: name for name in ACCOUNTS}


def connected(root: Path, **more: bool) -> PosixConnector:
    return PosixConnector(PosixOptions("w", root, LINKS, **more))  # type: ignore[arg-type]


async def listed(connector: PosixConnector) -> dict[str, SourceItem]:
    changes = await connector.changes(None)
    assert changes.coverage is Coverage.FULL
    items = [each.item async for each in changes.stream if isinstance(each, Upserted)]
    assert changes.cursor()
    return {"/".join((*each.path, each.name)): each for each in items}


def write(root: Path, name: str, text: str = "x") -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_it_is_a_connector(root: Path) -> None:
    connector: Connector = connected(root)
    assert connector.name == "posix:w"


async def test_a_file_comes_with_its_place_and_text_and_keeps_its_number_when_it_moves(root: Path) -> None:
    write(root, "a/plan.md", "text")
    before = (await listed(connected(root)))["a/plan.md"]
    assert (before.title, before.path, before.size) == ("plan", ("a",), 4)
    assert await before.read() == b"text"
    (root / "a" / "plan.md").rename(root / "b.md")
    after = (await listed(connected(root)))["b.md"]
    assert (after.external_id, after.version) == (before.external_id, before.version)
    with pytest.raises(SourceError):
        await before.read()


async def test_a_file_with_two_names_is_one_document(root: Path) -> None:
    os.link(write(root, "a"), root / "b")
    assert list(await listed(connected(root))) == ["a"]


async def test_a_folder_that_closes_closes_everything_below_although_no_file_changed(root: Path) -> None:
    write(root, "a/b/c.md").chmod(0o644)
    content = await connected(root).people()
    before = (await listed(connected(root)))["a/b/c.md"]
    assert before.acl.allows(identity_of(content, "ana"))
    (root / "a").chmod(0o744)
    after = (await listed(connected(root)))["a/b/c.md"]
    assert not after.acl.allows(identity_of(content, "ana"))
    assert after.version == before.version


async def test_rights_that_cannot_be_read_close_a_file_or_all_below_a_folder_and_are_counted(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, "a/f1")
    write(root, "a/b/f2")
    write(root, "f3")
    closed = (root / "a").stat().st_ino
    real = rights_of

    def failing(descriptor: int) -> Rights:
        if os.fstat(descriptor).st_ino == closed:
            raise AclError("odd")
        return real(descriptor)

    monkeypatch.setattr(walk, "rights_of", failing)
    connector = connected(root)
    items = await listed(connector)
    assert {name for name, item in items.items() if item.acl == UNKNOWN} == {"a/f1", "a/b/f2"}
    assert connector.unknown == 2
    assert await connector.check("ana", items["a/f1"].external_id) is LiveVerdict.UNKNOWN


async def test_a_folder_that_is_not_there_is_an_error_and_not_an_empty_one(root: Path) -> None:
    connector = connected(root / "gone")
    with pytest.raises(SourceError) as absent:
        await connector.changes(None)
    assert absent.value.kind is SourceErrorKind.NOT_AVAILABLE
    assert await connector.check("ana", "1") is LiveVerdict.UNKNOWN


async def test_the_live_question_denies_strangers_and_what_is_not_there(root: Path) -> None:
    write(root, "f").chmod(0o644)
    item = (await listed(connected(root)))["f"]
    asked = [
        ("ana", item.external_id),
        ("zed", item.external_id),
        ("ana", "0"),
        ("ana", "x" * 9999),
        ("", ""),
    ]
    verdicts = [await connected(root).check(*each) for each in asked]
    assert verdicts == [LiveVerdict.ALLOWED, *[LiveVerdict.DENIED] * 4]


async def test_the_live_question_sees_a_right_that_was_taken_just_now(root: Path) -> None:
    file = write(root, "f")
    file.chmod(0o644)
    item = (await listed(connected(root)))["f"]
    file.chmod(0o600)
    assert await connected(root).check("ana", item.external_id) is LiveVerdict.DENIED


async def test_a_group_that_lost_its_last_member_is_written_empty(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(root, "f")
    if os.geteuid() != 0:
        pytest.skip("needs root to give a file away")
    os.chown(file, 0, GROUPS["hr"])
    before = {each.name: each.members for each in (await connected(root).people()).groups}
    assert before[f"posix:w:group:{GROUPS['hr']}"]
    monkeypatch.delitem(LINKS, "cy")
    after = {each.name: each.members for each in (await connected(root).people()).groups}
    assert after[f"posix:w:group:{GROUPS['hr']}"] == frozenset[Principal]()


async def test_no_log_holds_a_name(root: Path, caplog: pytest.LogCaptureFixture) -> None:
    write(root, "secret-plan.md")
    connector = PosixConnector(PosixOptions("w", root, {"secret-account": "x"}))
    await connector.people()
    await listed(connector)
    assert connector.left_out == 1
    assert "secret" not in caplog.text


def _may_be_closed_more(rights: Rights, bit: int) -> bool:
    return bool(rights.other & bit) and not all(bits & bit for _, bits in rights.all_groups())


def _generate(root: Path, dice: random.Random) -> list[Path]:
    folders = [root / "a", root / "b", root / "a" / "c"]
    for folder in folders:
        folder.mkdir()
    files = [write(folder, f"f{number}") for folder in (root, *folders) for number in range(3)]
    uids, gids = [each.uid for each in ACCOUNTS.values()], list(GROUPS.values())
    for path in (*files, *folders):
        os.chown(path, dice.choice([0, *uids]), dice.choice(gids))
        likely = [5, 5, 7, 4, 1, 0] if path.is_dir() else [4, 4, 6, 7, 0]
        owner, group, other = (dice.choice(likely) for _ in range(3))
        if dice.random() < 0.4:
            path.chmod(owner << 6 | group << 3 | other)
            continue
        users = {uid: dice.choice(likely) for uid in dice.sample(uids, dice.randint(0, 2))}
        groups = {gid: dice.choice(likely) for gid in dice.sample(gids, dice.randint(0, 2))}
        acl = packed(owner, group, other, users, groups, dice.choice([7, 7, 5, 4, 1]))
        os.setxattr(path, "system.posix_acl_access", acl)
    return files


async def test_named_entries_under_an_empty_mask_are_refused_where_linux_forgets_them(root: Path) -> None:
    if not takes_acls(root):
        pytest.skip("needs root, and a file system with ACLs")
    file = write(root, "f")
    ana = ACCOUNTS["ana"]
    os.setxattr(file, "system.posix_acl_access", packed(6, 0, 4, {ana.uid: 4}, mask=0))
    item = (await listed(connected(root)))["f"]
    assert await connected(root).check("ana", item.external_id) is LiveVerdict.DENIED
    assert not item.acl.allows(identity_of(await connected(root).people(), "ana"))


async def test_generated_rights_let_in_whom_the_kernel_lets_in(root: Path) -> None:
    if not takes_acls(root):
        pytest.skip("needs root, and a file system with ACLs")
    exact = 0
    for seed in range(24):
        folder = root / str(seed)
        folder.mkdir()
        folder.chmod(0o755)
        exact += await _compared(folder, _generate(folder, random.Random(seed)))  # noqa: S311 - no secret
    assert exact > 500


async def _compared(root: Path, files: list[Path]) -> int:
    """How many pairs of person and file have to be equal, after all were compared."""
    connector = connected(root)
    content, items = await connector.people(), await listed(connector)
    found = {"/".join(each.parts): each for each in walk.Walk(root, share=False).files()}
    exact = 0
    for name, account in ACCOUNTS.items():
        who = identity_of(content, name)
        for path, kernel in zip(files, kernel_lets_read(account, files), strict=True):
            place = path.relative_to(root).as_posix()
            ours = items[place].acl.allows(who)
            verdict = await connector.check(name, items[place].external_id)
            assert verdict is (LiveVerdict.ALLOWED if kernel else LiveVerdict.DENIED), (name, place)
            rights, above = found[place].rights, found[place].above
            assert rights is not None
            assert above is not None
            more = _may_be_closed_more(rights, READ) or any(_may_be_closed_more(e, EXECUTE) for e in above)
            assert ours <= kernel if more else ours == kernel, (name, place)
            exact += not more
    return exact


def test_a_person_is_known_by_every_account_that_is_linked_to_them(root: Path) -> None:
    connector = PosixConnector(
        PosixOptions("w", root, {"ana": "Ana@x.test", "ana2": "ana@X.test", "bo": "bo"})
    )

    def known(user: str | None) -> tuple[str, ...]:
        return connector.known_as(Identity("t", user, frozenset()))

    assert known("ana@x.test") == ("ana", "ana2")
    assert known("bo") == ("bo",)
    assert known("ana") == known(None) == ()
