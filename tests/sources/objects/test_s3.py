"""S3 against a real server of its protocol."""

from typing import Any

import boto3
import pytest
from pydantic import SecretStr

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.http import HttpLimits
from fidedigno.sources.objects.options import S3Options
from fidedigno.sources.objects.s3 import S3Store
from tests.fakes.shelf import FILES, RULES


def options(url: str, **changes: Any) -> S3Options:
    given = {
        "prefix": "docs/",
        "endpoint": url,
        "limits": HttpLimits(attempts=1, attempt=5, total=20),
        **changes,
    }
    return S3Options("shelf", "my-bucket", RULES, "key", SecretStr("s3cret"), **given)


@pytest.fixture
def bucket(s3: str) -> Any:
    """The bucket with the files below docs/, and one file beside them."""
    client = boto3.client(
        "s3", endpoint_url=s3, aws_access_key_id="k", aws_secret_access_key="s", region_name="us-east-1"
    )
    client.create_bucket(Bucket="my-bucket")
    for path, content in FILES.items():
        client.put_object(Bucket="my-bucket", Key=f"docs/{path}", Body=content)
    client.put_object(Bucket="my-bucket", Key="docs/empty/", Body=b"")
    client.put_object(Bucket="my-bucket", Key="beside.md", Body=b"beside")
    return client


async def test_every_file_below_the_prefix_is_listed_and_read(s3: str, bucket: Any) -> None:
    store = S3Store(options(s3))
    files = {each.path: each for each in await store.files()}
    assert files.keys() == FILES.keys()
    for path, content in FILES.items():
        assert files[path].size == len(content)
        assert files[path].updated_at is not None
        assert await store.read(files[path].key) == content
    await store.close()


async def test_pages_are_followed_to_their_end(s3: str, bucket: Any) -> None:
    for number in range(1005):
        bucket.put_object(Bucket="my-bucket", Key=f"docs/many/{number}.md", Body=b"x")
    store = S3Store(options(s3))
    assert len(await store.files()) == 1005 + len(FILES)
    await store.close()


async def test_a_changed_file_has_another_version(s3: str, bucket: Any) -> None:
    store = S3Store(options(s3))
    before = {each.path: each.version for each in await store.files()}
    bucket.put_object(Bucket="my-bucket", Key="docs/open/guide.md", Body=b"# Guide\n\nother\n")
    after = {each.path: each.version for each in await store.files()}
    assert {path for path in before if before[path] != after[path]} == {"open/guide.md"}
    await store.close()


async def test_a_bucket_or_file_that_is_not_there_is_not_available(s3: str, bucket: Any) -> None:
    store = S3Store(options(s3))
    with pytest.raises(SourceError) as raised:
        await store.read("docs/nothing.md")
    assert raised.value.kind is SourceErrorKind.NOT_AVAILABLE
    assert "nothing.md" not in str(raised.value)
    await store.close()
    elsewhere = S3Store(S3Options("shelf", "other-bucket", RULES, "key", SecretStr("s"), endpoint=s3))
    with pytest.raises(SourceError) as raised:
        await elsewhere.files()
    assert raised.value.kind is SourceErrorKind.NOT_AVAILABLE
    await elsewhere.close()


async def test_a_file_that_is_too_large_is_refused(s3: str, bucket: Any) -> None:
    store = S3Store(options(s3, limits=HttpLimits(file_bytes=10, attempts=1)))
    with pytest.raises(SourceError) as raised:
        await store.read("docs/open/guide.md")
    assert raised.value.kind is SourceErrorKind.SHAPE
    await store.close()


async def test_a_store_that_does_not_answer_is_temporary() -> None:
    store = S3Store(options("http://127.0.0.1:9", limits=HttpLimits(attempts=1, connect=0.2, attempt=0.2)))
    with pytest.raises(SourceError) as raised:
        await store.files()
    assert raised.value.kind is SourceErrorKind.TEMPORARY
    await store.close()
