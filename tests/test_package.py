"""The wheel: built, installed into an empty environment, and solving a deal there."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

from solver.level10.search import walker

TOP = Path(__file__).parents[1]


LIBRARIES = {".so", ".pyd"}
MADE = {*LIBRARIES, ".c", ".pyc"}


def built_wheel(folder: Path, **variables: str) -> Path:
    """A wheel of a copy of the source, without what earlier builds have left there."""
    source = folder / "source"
    for name in ("solver", "puzzles", "cli"):
        left_out = shutil.ignore_patterns(*(f"*{suffix}" for suffix in MADE), "__pycache__")
        shutil.copytree(TOP / name, source / name, ignore=left_out)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(TOP / name, source)
    build = [sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(source)]
    subprocess.run(build, check=True, capture_output=True, env={**os.environ, **variables})
    return next(folder.glob("*.whl"))


def files(wheel: Path) -> tuple[set[Path], set[Path]]:
    """What a wheel holds beside its description: source files and compiled libraries."""
    names = {Path(name) for name in zipfile.ZipFile(wheel).namelist()}
    names = {name for name in names if ".dist-info" not in str(name)}
    compiled = {name for name in names if name.suffix in LIBRARIES}
    return names - compiled, compiled


def source_files() -> set[Path]:
    return {
        path.relative_to(TOP)
        for package in ("solver", "puzzles", "cli")
        for path in (TOP / package).rglob("*")
        if path.is_file() and path.suffix not in MADE
    }


@pytest.mark.skipif(sys.platform == "win32", reason="the compiler is chosen in another way there")
def test_a_wheel_is_built_without_a_compiler_too(tmp_path: Path) -> None:
    source, compiled = files(built_wheel(tmp_path, CC="false"))
    assert source == source_files()
    assert not compiled


def test_the_built_wheel_solves_a_deal(tmp_path: Path) -> None:
    wheel = built_wheel(tmp_path, CFLAGS="-O0")  # other tests run the kernels as optimised
    source, compiled = files(wheel)
    assert source == source_files()
    if walker(plain=False)[1]:  # then there is a compiler
        kernels = {name.with_name(name.name.split(".")[0]).as_posix() for name in compiled}
        games = ("labyrinth", "level10", "ten")
        assert kernels == {f"solver/{game}/kernel" for game in games}

    home = tmp_path / "empty"
    venv.create(home)
    python = home / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    install = [*pip, "install", "--quiet", "--no-compile", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    program = python.with_name("level10")
    plans = []
    for file, engine, plain in (
        ("deal.txt", "auto", ""),
        ("deal.txt", "auto", "1"),
        ("labyrinth.txt", "auto", ""),
        ("labyrinth.txt", "auto", "1"),
        ("deal.txt", "cp-sat", ""),
    ):
        done = subprocess.run(
            [program, "solve", TOP / "examples" / file, "--json", "--engine", engine],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "LEVEL10_PLAIN": plain, "PYTHONDONTWRITEBYTECODE": ""},
        )
        assert done.returncode == 0, done.stderr
        answer = json.loads(done.stdout)
        assert answer["verdict"] == "winnable"
        plans.append((answer["plan"], answer["nodes"]))
    assert plans[0] == plans[1]  # compiled and plain
    assert plans[2] == plans[3]


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
