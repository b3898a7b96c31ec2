"""Edit a small site at random, and hold what the preview makes of it against a full build.

The full builds are made by a process that has seen no edit, in a child of its own each time.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from live_book import SENTENCES, write_site
from section import Section, Task

EDITS = 200
FEWEST = 4  # pages that the site keeps
UNLIKE = "service-worker.js"  # which a preview has not: it would keep what is to change
Edit = Callable[[Path, random.Random], set[Path]]


def torture(task: Task) -> Section:
    """Edit, update and compare."""
    chance, fallen = random.Random(task.seed), list[str]()
    edits, small, whole = task.of(EDITS), 0, 0
    with _builder() as build, tempfile.TemporaryDirectory(prefix="live-") as scratch:
        from sfrules.press.doors.mkdocs.preview import Preview

        root, out = Path(scratch, "book"), Path(scratch, "full")
        write_site(root)
        sys.path.insert(0, str(root))
        preview = Preview(root / "mkdocs.yml")
        try:
            preview.build()
            for number in range(edits):
                edit = chance.choices(list(EDITS_BY_WEIGHT), list(EDITS_BY_WEIGHT.values()))[0]
                done = preview.update(edit(root, chance))
                whole += bool(done and done.whole)
                small += bool(done and not done.whole)
                if done and done.problems:
                    fallen.append(f"edit {number}, {edit.__name__}: {done.problems[0]}")
                elif unlike := _unlike(preview.site, build(root, out)):
                    fallen.append(f"edit {number}, {edit.__name__}: {unlike}")
        finally:
            preview.close()
            sys.path.remove(str(root))
    line = f"{edits} edits of a small site: {small} made pages again, {whole} the whole site."
    return Section("The preview", [line], fallen)


def _unlike(site: Path, full: Path) -> list[str]:
    one, other = _files(site), _files(full)
    return sorted(name for name in {*one, *other} if one.get(name) != other.get(name))


def _files(site: Path) -> dict[str, bytes]:
    found = (path for path in site.rglob("*") if path.is_file())
    found = (path for path in found if path.name[0] != "." and path.name != UNLIKE)
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in found}


@contextmanager
def _builder() -> Iterator[Callable[[Path, Path], Path]]:
    """A function that builds a site in full, in a process that knows nothing of it."""
    ours, theirs = get_context("fork").Pipe()
    process = get_context("fork").Process(target=_builds, args=(theirs,), daemon=False)
    process.start()

    def build(root: Path, out: Path) -> Path:
        shutil.rmtree(out, ignore_errors=True)
        ours.send((root, out))
        if error := ours.recv():
            raise RuntimeError(error)
        return out

    try:
        yield build
    finally:
        ours.send(None)
        process.join()


def _builds(asked: Connection) -> None:
    import mkdocs.commands.build
    import mkdocs.config  # noqa: F401 loaded once, for all children

    import sfrules.press.doors.mkdocs.plugin  # noqa: F401 as above

    while found := asked.recv():
        if os.fork() == 0:
            _build(asked, *found)
            os._exit(0)
        os.wait()


def _build(asked: Connection, root: Path, out: Path) -> None:
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    sys.path.insert(0, str(root))
    try:
        config = load_config(config_file=str(root / "mkdocs.yml"), site_dir=str(out))
        config.plugins.on_startup(command="build", dirty=False)
        build(config)
    except BaseException as error:  # noqa: BLE001 it is told to whoever asked
        asked.send(repr(error))
    else:
        asked.send("")


def _pages(root: Path) -> list[Path]:
    return sorted((root / "docs").glob("page-*.md"))


def _written(path: Path, text: str) -> set[Path]:
    path.write_text(text, encoding="utf-8")
    return {path}


def page(root: Path, chance: random.Random) -> set[Path]:
    """Another text of a page, under the same title."""
    path = chance.choice(_pages(root))
    title = path.read_text(encoding="utf-8").partition("\n")[0]
    chosen = chance.sample(SENTENCES, chance.randint(1, len(SENTENCES)))
    return _written(path, "\n\n".join([title, *chosen, chance.choice(("", "Once more."))]) + "\n")


def title(root: Path, chance: random.Random) -> set[Path]:
    """Another title of a page."""
    path = chance.choice(_pages(root))
    text = path.read_text(encoding="utf-8").partition("\n")[2]
    return _written(path, f"# Page {chance.randint(1, 99)}\n{text}")


def new_page(root: Path, chance: random.Random) -> set[Path]:
    """A page more."""
    return _written(root / f"docs/page-{chance.randint(10, 99)}.md", "# New\n\nWords.\n")


def lost_page(root: Path, chance: random.Random) -> set[Path]:
    """A page less."""
    if len(found := _pages(root)) < FEWEST:
        return new_page(root, chance)
    path = chance.choice(found)
    path.unlink()
    return {path}


def moved_page(root: Path, chance: random.Random) -> set[Path]:
    """A page of another name."""
    path, other = chance.choice(_pages(root)), root / f"docs/page-{chance.randint(10, 99)}.md"
    path.replace(other)
    return {path, other}


def _changed(root: Path, name: str, *swaps: tuple[str, str]) -> set[Path]:
    path = root / name
    text = path.read_text(encoding="utf-8")
    one, other = next(((a, b) for a, b in swaps if a in text), ("", ""))
    return _written(path, text.replace(one, other))


def rule(root: Path, chance: random.Random) -> set[Path]:
    """A rule of another answer, or moved down a line."""
    if chance.choice((True, False)):
        return _changed(root, "boats/hulls.py", ("+ 1", "+ 2"), ("+ 2", "+ 1"))
    path = root / "boats/hulls.py"
    return _written(path, f"# {chance.random()}\n" + path.read_text(encoding="utf-8"))


def row(root: Path, chance: random.Random) -> set[Path]:
    """A row that says something else."""
    name, text = chance.choice(
        [
            ("boats", "id,name,sails\ngull,Gull,{}\ntern,Tern,2\n"),
            ("boats", "id,name,sails\ntern,Tern,{}\ngull,Gull,3\n"),
            ("hulls", "id,tons\nwood,{}\n"),
        ]
    )
    return _written(root / f"facts/{name}.csv", text.format(chance.randint(1, 9)))


def term(root: Path, chance: random.Random) -> set[Path]:
    """A term with another definition."""
    text = f"id,term,definition\nknot,knot,A mile.\nhull,hull,Belly {chance.choice('abc')}.\n"
    return _written(root / "facts/terms.csv", text)


def definition(root: Path, chance: random.Random) -> set[Path]:
    """A table of another caption, or of more rows."""
    swaps = [("Loads", "Burdens"), ("Burdens", "Loads")], [("1, 5", "1, 6"), ("1, 6", "1, 5")]
    return _changed(root, "boats/tables.py", *chance.choice(swaps))


def stylesheet(root: Path, chance: random.Random) -> set[Path]:
    """Another look."""
    return _written(root / "docs/look.css", f"body {{ margin: {chance.randint(1, 99)}px }}\n")


def setting(root: Path, _chance: random.Random) -> set[Path]:
    """Another name of the site."""
    return _changed(
        root, "mkdocs.yml", ("name: Boats", "name: Ships"), ("name: Ships", "name: Boats")
    )


EDITS_BY_WEIGHT: dict[Edit, int] = {
    page: 8, title: 2, new_page: 1, lost_page: 1, moved_page: 1, rule: 4, row: 4, term: 2,
    definition: 2, stylesheet: 1, setting: 1,
}  # fmt: skip
