"""The setting: empty, the local model, or a declaration that is checked key by key."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.language_model import connection, open_language_model
from fidedigno.language_model.connection import SECONDS, Service, Weights, read_connection
from fidedigno.language_model.openai_compatible import ChatService


def declared(folder: Path, text: str) -> Path:
    path = folder / "language_model.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_an_empty_setting_is_no_model() -> None:
    assert open_language_model("") is None


def test_a_service_is_read_with_its_key_from_beside_the_file(tmp_path: Path) -> None:
    key = tmp_path / "model.key"
    key.touch(0o600)
    key.write_text("sk-abc123\n", encoding="ascii")
    text = "url: https://models.example/v1/\nmodel: small\nkey_file: model.key\nseconds: 2.5\n"
    found = read_connection(declared(tmp_path, text))
    assert found == Service("https://models.example/v1", "small", "sk-abc123", 2.5)
    assert "sk-abc123" not in repr(found)


def test_the_whole_address_of_the_endpoint_may_be_written_too(tmp_path: Path) -> None:
    text = "url: http://localhost:8080/v1/chat/completions\nmodel: small\n"
    assert read_connection(declared(tmp_path, text)) == Service("http://localhost:8080/v1", "small")


def test_weights_are_relative_to_the_file(tmp_path: Path) -> None:
    assert read_connection(declared(tmp_path, "weights: tiny.gguf\n")) == Weights(
        tmp_path / "tiny.gguf", SECONDS
    )


def test_a_declared_service_is_opened_and_closed(tmp_path: Path) -> None:
    path = declared(tmp_path, "url: http://127.0.0.1:9/v1\nmodel: small\n")
    model = open_language_model(str(path))
    assert isinstance(model, ChatService)
    model.close()


def test_local_means_the_weights_of_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    from fidedigno.language_model import local

    opened: list[Weights] = []
    monkeypatch.setattr(local, "LocalModel", opened.append)
    open_language_model("local")
    assert opened == [Weights()]


@pytest.mark.parametrize("address", ["http://127.0.0.1/v1", "http://127.8.8.8:99/v1", "http://[::1]:80/v1"])
def test_this_machine_may_be_asked_without_encryption(tmp_path: Path, address: str) -> None:
    found = read_connection(declared(tmp_path, f"url: '{address}'\nmodel: m\n"))
    assert isinstance(found, Service)
    assert found.url == address


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("url: http://models.example/v1\nmodel: m\n", "not encrypted"),
        ("url: http://127.0.0.1.example/v1\nmodel: m\n", "not encrypted"),
        ("url: http://localhost.example/v1\nmodel: m\n", "not encrypted"),
        ("url: https://me:secret@models.example/v1\nmodel: m\n", "more than an address"),
        ("url: https://models.example/v1?key=secret\nmodel: m\n", "more than an address"),
        ("url: ftp://models.example/v1\nmodel: m\n", "not an address"),
        ("url: https:///v1\nmodel: m\n", "not an address"),
        ("url: https://h:port/v1\nmodel: m\n", "not an address"),
        ("url: 'https://[::1/v1'\nmodel: m\n", "not an address"),
        ("model: m\n", "url is missing"),
        ("url: https://models.example/v1\n", "model is missing"),
        ("url: https://models.example/v1\nmodel: [m]\n", "model is missing"),
        ("url: https://models.example/v1\nmodel: m\ntemperature: 1\n", "unknown or unfit: temperature"),
        ("url: https://models.example/v1\nmodel: m\nweights: w.gguf\n", "unknown or unfit: model, url"),
        ("url: https://models.example/v1\nmodel: m\nseconds: soon\n", "seconds is not a number"),
        ("url: https://models.example/v1\nmodel: m\nseconds: true\n", "seconds is not a number"),
        ("url: https://models.example/v1\nmodel: m\nseconds: .nan\n", "seconds is not a number"),
        ("url: https://models.example/v1\nmodel: m\nseconds: 0\n", "seconds must be"),
        ("url: https://models.example/v1\nmodel: m\nseconds: 3600\n", "seconds must be"),
        ("url: https://models.example/v1\nmodel: m\nkey_file: absent\n", "cannot be read"),
        ("- a list\n", "short list"),
        ("a: [\n", "cannot be read"),
        ("x" * 70_000, "short list"),
    ],
)
def test_a_mistake_is_refused_with_what_is_wrong(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigurationError, match=said) as refused:
        read_connection(declared(tmp_path, text))
    assert "secret" not in refused.value.message
    assert refused.value.hint


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be read: FileNotFoundError"):
        read_connection(tmp_path / "absent.yaml")


def test_without_a_model_a_question_loads_nothing_of_it() -> None:
    program = (
        "import sys, fidedigno.weighing, fidedigno.plan.planner, fidedigno.stores, fidedigno.pipeline\n"
        "print([m for m in sys.modules if 'language_model' in m or m in {'httpx', 'xllamacpp'}])"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True)
    assert said.stdout.strip() == "[]"


def test_choosing_among_options_loads_no_client() -> None:
    program = (
        "import sys, fidedigno.language_model\nprint({'httpx', 'xllamacpp', 'numpy'} & set(sys.modules))"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True)
    assert said.stdout.strip() == "set()"
    assert connection.LOCAL == "local"
