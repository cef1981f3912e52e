"""The wheel: built, installed into an empty environment, and solving a deal there."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

TOP = Path(__file__).parents[1]


def test_the_built_wheel_solves_a_deal(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path), str(TOP)]
    subprocess.run(build, check=True, capture_output=True)
    wheel = next(tmp_path.glob("*.whl"))

    names = {Path(name) for name in zipfile.ZipFile(wheel).namelist()}
    source = {
        path.relative_to(TOP)
        for package in ("solver", "puzzles", "cli")
        for path in (TOP / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    info = {name for name in names if ".dist-info" in str(name)}
    assert names - info == source

    home = tmp_path / "empty"
    venv.create(home, with_pip=True)
    python = home / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    install = [
        str(python),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        str(wheel),
    ]
    subprocess.run(install, check=True, capture_output=True)
    program = python.with_name("level10")
    for engine in ("auto", "cp-sat"):
        done = subprocess.run(
            [program, "solve", TOP / "examples" / "deal.txt", "--json", "--engine", engine],
            capture_output=True,
            text=True,
            cwd=tmp_path,
        )
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["verdict"] == "winnable"


def test_packages_are_listed() -> None:
    """A folder with code that the package list forgets would be missing from the wheel."""
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
    listed = set(project["tool"]["setuptools"]["packages"])
    found = {
        ".".join(path.parent.relative_to(TOP).parts)
        for package in ("solver", "puzzles", "cli")
        for path in (TOP / package).rglob("*.py")
    }
    assert listed == found
