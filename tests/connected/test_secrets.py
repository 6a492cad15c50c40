"""Secrets are read from files that their owner alone may read, and shown nowhere."""

from pathlib import Path

import pytest

from fidedigno.connected.fields import OptionError, Place
from fidedigno.connected.secrets import MOST_BYTES, client_secret, read_secret, secret, service_account
from fidedigno.errors import ConfigurationError


def write(path: Path, content: bytes, mode: int = 0o600) -> Path:
    path.write_bytes(content)
    path.chmod(mode)
    return path


def test_the_end_of_the_line_and_a_mark_of_order_do_not_belong_to_it(tmp_path: Path) -> None:
    assert read_secret(write(tmp_path / "s", b"\xef\xbb\xbfsesame\r\n")) == "sesame"


@pytest.mark.parametrize("content", [b"", b"  \n", b"\xff\xfe", b"x" * (MOST_BYTES + 1)])
def test_what_is_no_secret_is_refused_without_being_repeated(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(ConfigurationError) as caught:
        read_secret(write(tmp_path / "s", content))
    assert "holds no secret" in caught.value.message
    assert "xxx" not in caught.value.message


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660])
def test_a_file_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    with pytest.raises(ConfigurationError, match="others may read"):
        read_secret(write(tmp_path / "s", b"sesame", mode))


def test_a_secret_does_not_show_itself(tmp_path: Path) -> None:
    write(tmp_path / "s", b"sesame")
    place = Place(tmp_path)
    for read in (secret, client_secret):
        assert "sesame" not in repr(read("s", place))
    with pytest.raises(OptionError) as caught:
        service_account("s", place)
    assert "sesame" not in str(caught.value) + caught.value.hint
