"""Measure what an installation of miai takes on disk: `python benchmarks/install_size.py [EXTRA ...]`.

Installs this clone with the given extras into an empty virtual environment in a temporary folder, and prints the size of the environment
with and without pip, and the largest packages. Needs a package index.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MIB = 2**20


def size_of(path: Path) -> int:
    """Return the bytes on disk of a file, or of all files in a folder."""
    files = [path] if path.is_file() else path.rglob("*")
    return sum(each.lstat().st_blocks * 512 for each in files if each.is_file() or each.is_symlink())


def main(extras: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "venv"
        venv.create(place, with_pip=True, symlinks=True)
        python = place / "bin" / "python"
        wanted = f"{ROOT}[{','.join(extras)}]" if extras else str(ROOT)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-warn-script-location", wanted], check=True)
        packages = next((place / "lib").glob("python*")) / "site-packages"
        listed = subprocess.run([python, "-m", "pip", "list", "--format=freeze"], check=True, capture_output=True, text=True)
        sizes = sorted(((size_of(each), each.name) for each in packages.iterdir()), reverse=True)
        tools = sum(size for size, name in sizes if name.startswith(("pip", "setuptools", "pkg_resources", "_distutils")))
        total = size_of(place)
        names = [line for line in listed.stdout.split() if not line.startswith(("pip==", "setuptools=="))]
        print(f"{total / MIB:.0f} MiB, of which pip and setuptools {tools / MIB:.0f}; {len(names)} packages")
        for size, name in sizes[:12]:
            print(f"{size / MIB:6.0f} MiB  {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
