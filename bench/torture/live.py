"""Edit a small site at random, and hold what the preview makes of it against a fresh one.

Some pages are in view, and now and then another preview begins with what the last one left.

The fresh ones are made by a process that has seen no edit, in a child of its own each time: a full
build where nothing is wrong, and otherwise a preview, whose problems must be the same as well.
While a module is broken, the last good book is shown; what counts is that it heals.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from string import ascii_uppercase
from typing import TYPE_CHECKING

from live_book import FILES, SENTENCES, write_site
from section import Section, Task

from sfrules.press.site.keep.cache import FOLDER, SITE

if TYPE_CHECKING:
    from sfrules.press.doors.mkdocs.preview import Preview
    from sfrules.press.doors.site_build import SaveReport

EDITS = 200
AGAIN = 0.05  # how often another preview takes the place of the one that is there
FEWEST = 4  # pages that the site keeps
CODE = ("sails", "hulls", "oars", "crew", "masts", "rigs", "tables")
TEXTS = {name: FILES[f"boats/{name}.py"] for name in CODE}
BROKEN = "broken.txt"  # the name of the module that is broken, and its text
UNLIKE = "service-worker.js"  # which a preview has not: it would keep what is to change
Edit = Callable[[Path, random.Random], set[Path]]


def torture(task: Task) -> Section:
    """Edit, update and compare."""
    with _builder() as build, tempfile.TemporaryDirectory(prefix="live-") as scratch:
        run = _Run(Path(scratch), build, random.Random(task.seed))
        sys.path.insert(0, str(run.root))
        try:
            run.begin()
            for number in range(task.of(EDITS)):
                run.edit(number)
        finally:
            run.preview.close()
            sys.path.remove(str(run.root))
    return Section("The preview", run.said(task.of(EDITS)), run.fallen)


class _Run:
    """A preview under edits, beside sites that are made afresh."""

    def __init__(
        self, scratch: Path, build: Callable[..., list[str]], chance: random.Random
    ) -> None:
        self.root, self._out = scratch / "book", scratch / "full"
        self._build, self._chance = build, chance
        self._builds = _Builds(self.root, self._out)
        self._problems, self.fallen = list[str](), list[str]()
        self._counts = Counter[str]()
        write_site(self.root)

    def begin(self) -> None:
        """Begin a preview, with what the last one has left."""
        from sfrules.press.doors.mkdocs.preview import Preview

        self.preview = Preview(self.root / "mkdocs.yml")
        self._problems = list(map(str, self.preview.build().problems))

    def edit(self, number: int) -> None:
        """Edit and update, and compare unless a module is broken."""
        broken, chance, root = self.root / BROKEN, self._chance, self.root
        edit = chance.choices(list(EDITS_BY_WEIGHT), list(EDITS_BY_WEIGHT.values()))[0]
        if chance.random() < AGAIN and not broken.exists():
            self.preview.close()
            self.begin()
            self._counts["begun"] += 1
        done = _updated(self.preview, edit(root, chance), _viewed(self.preview, chance))
        if done:
            self._counts["whole" if done.whole else "small"] += 1
            self._problems = list(map(str, done.problems))
        if not broken.exists():  # while one is, the last good book is shown
            self._compare(f"edit {number}, {edit.__name__}")

    def _compare(self, edit: str) -> None:
        is_right = not self._problems
        self._counts["wrong"] += not is_right
        _forget(self.root)
        found = self._build(self.root, self._out, is_right=is_right)
        unlike = [*_differ(self._problems, found), *_unlike(self.preview.site, self._out)]
        self.fallen += [f"{edit}: {unlike}"] if unlike else []
        if unlike := self._builds.unlike(self._build, is_right=is_right):
            self.fallen.append(f"a build after {edit}: {unlike}")

    def said(self, edits: int) -> list[str]:
        """What was tried."""
        counts, builds = self._counts, self._builds
        preview = (
            f"{edits} edits of a small site: {counts['small']} made pages again,"
            f" {counts['whole']} the whole site;"
            f" after {counts['wrong']} of them something was wrong with the book."
            f" {counts['begun']} times another preview began with what the last one had left."
        )
        built = (
            f"{builds.begun} builds began with what the last build had left,"
            f" {builds.failed} of them of a book with something wrong."
        )
        return [preview, "", built]


def _forget(root: Path) -> None:
    """Let the next build begin with nothing."""
    shutil.rmtree(root / FOLDER, ignore_errors=True)


class _Builds:
    """Builds that begin with what the last one left, beside those that begin with nothing."""

    def __init__(self, root: Path, out: Path) -> None:
        self._root, self._clean, self._again = root, out, out.with_name("again")
        self._kept = b""
        self.begun = self.failed = 0

    def unlike(self, build: Callable[..., list[str]], *, is_right: bool) -> list[str]:
        """How a build differs from one that has begun with nothing."""
        file = self._root / FOLDER / SITE
        if is_right:
            found: list[str] = []
        else:
            _forget(self._root)
            found = build(self._root, self._clean, is_right=True)
        clean, unlike = (file.read_bytes() if is_right else b""), list[str]()
        if self._kept:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(self._kept)
            again = build(self._root, self._again, is_right=True)
            unlike = _differ(again, found)
            if is_right:
                unlike += _unlike(self._again, self._clean, "")
            self.begun, self.failed = self.begun + 1, self.failed + (not is_right)
            clean = file.read_bytes() if is_right else b""
        self._kept = clean or self._kept
        return unlike


def _viewed(preview: Preview, chance: random.Random) -> list[str]:
    """Up to three pages that readers have open, by their addresses."""
    names = list(preview.built.pages)
    return [
        preview.host.page(name).url or "/" for name in chance.sample(names, chance.randrange(4))
    ]


def _updated(preview: Preview, changed: set[Path], viewed: list[str]) -> SaveReport | None:
    """What the server of a preview does after a save."""
    try:
        return preview.update(changed, viewed)
    except Exception as error:  # noqa: BLE001 as the server does
        return preview.failed(error)


def _differ(shown: list[str], fresh: list[str]) -> list[str]:
    return [f"shown: {shown}, fresh: {fresh}"] if shown != fresh else []


def _unlike(site: Path, full: Path, but: str = UNLIKE) -> list[str]:
    one, other = _files(site, but), _files(full, but)
    return sorted(name for name in {*one, *other} if one.get(name) != other.get(name))


def _files(site: Path, but: str) -> dict[str, bytes]:
    found = (path for path in site.rglob("*") if path.is_file())
    found = (path for path in found if path.name[0] != "." and path.name != but)
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in found}


@contextmanager
def _builder() -> Iterator[Callable[..., list[str]]]:
    """A function that makes a site in a process that knows nothing of it; returns its problems."""
    ours, theirs = get_context("fork").Pipe()
    process = get_context("fork").Process(target=_builds, args=(theirs,), daemon=False)
    process.start()

    def build(root: Path, out: Path, *, is_right: bool) -> list[str]:
        shutil.rmtree(out, ignore_errors=True)
        ours.send((root, out, is_right))
        found: list[str] = ours.recv()
        return found

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


def _build(asked: Connection, root: Path, out: Path, is_right: bool) -> None:
    from mkdocs.commands.build import build

    from sfrules.press.doors.mkdocs.mkdocs_host import load_site
    from sfrules.press.doors.mkdocs.preview import Preview

    sys.path.insert(0, str(root))
    try:
        if is_right:
            config = load_site(root / "mkdocs.yml", site_dir=str(out))
            config.plugins.on_startup(command="build", dirty=False)
            build(config)
            asked.send([])
        else:
            out.mkdir()
            asked.send(list(map(str, Preview(root / "mkdocs.yml", site=out).build().problems)))
    except BaseException as error:  # noqa: BLE001 it is told to whoever asked
        asked.send([repr(error)])


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
    return _written(path, f"# Page {chance.choice(ascii_uppercase)}\n{text}")


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


def _lines(root: Path, chance: random.Random) -> tuple[Path, list[str], list[int]]:
    """The lines of a module, and those that begin at its left edge."""
    path = root / f"boats/{chance.choice(CODE)}.py"
    lines = path.read_text(encoding="utf-8").split("\n")
    edges = [at for at, line in enumerate(lines) if line[:1].isalpha() or line[:1] == "@"]
    return path, lines, edges


def number(root: Path, chance: random.Random) -> set[Path]:
    """A number of some code that is another."""
    path = root / f"boats/{chance.choice(CODE)}.py"
    text = path.read_text(encoding="utf-8")
    found = chance.choice(list(re.finditer(r"\b\d\b", text)))
    return _written(path, f"{text[: found.start()]}{chance.randint(1, 9)}{text[found.end() :]}")


def remark(root: Path, chance: random.Random) -> set[Path]:
    """A remark, or a blank line, somewhere between the definitions."""
    path, lines, edges = _lines(root, chance)
    lines.insert(chance.choice(edges), chance.choice(("", f"# {chance.random()}")))
    return _written(path, "\n".join(lines))


def docstring(root: Path, chance: random.Random) -> set[Path]:
    """Another docstring."""
    path, lines, _ = _lines(root, chance)
    said = [at for at, line in enumerate(lines) if line.strip().startswith('"""')]
    for at in chance.choice((said[:1], said[-1:])):
        indent = lines[at].partition('"')[0]
        lines[at] = f'{indent}"""Said {chance.randint(1, 99)}."""'
    return _written(path, "\n".join(lines))


def way(root: Path, chance: random.Random) -> set[Path]:
    """Another function by the same name."""
    swaps = [
        ("from boats.masts import tall as high", "from boats.masts import short as high"),
        ("from boats.masts import short\n", "from boats.masts import tall as short\n"),
        ("from boats.crew import rations", "from boats.oars import strokes as rations"),
        ("from boats import crew as people", "import boats.crew as people"),
        ("WEIGHTS.update(yawl=5)", "WEIGHTS |= dict(yawl=8)"),
    ]
    one = chance.choice(swaps)
    return _changed(root, "boats/rigs.py", one, one[::-1])


def folder(root: Path, _chance: random.Random) -> set[Path]:
    """A folder of pages that comes, and goes."""
    here, away = root / "docs/sub", root / "sub"
    if not (here.exists() or away.exists()):
        here.mkdir()
        return _written(here / "harbor.md", "# Harbor\n\nIt makes {{ sea.speed(2) }} knots.\n")
    one, other = (here, away) if here.exists() else (away, here)
    one.rename(other)
    return {here, away, *(root / "docs/sub" / path.name for path in other.iterdir())}


def several(root: Path, chance: random.Random) -> set[Path]:
    """Some files in one save."""
    edits = chance.choices((page, number, remark, row, term, way, definition), k=3)
    return set[Path]().union(*(edit(root, chance) for edit in edits))


def broken(root: Path, chance: random.Random) -> set[Path]:
    """A module that is broken, with a page saved beside it; or one that is mended again."""
    kept = root / BROKEN
    if kept.exists():
        name, text = kept.read_text(encoding="utf-8").split("\n", 1)
        kept.unlink()
        return _written(root / name, text)
    path, lines, edges = _lines(root, chance)
    name = path.relative_to(root).as_posix()
    kept.write_text("\n".join([name, *lines]), encoding="utf-8")
    lines.insert(chance.choice(edges), chance.choice(("def (", "raise ValueError", "1 / 0")))
    beside = chance.choice((page, title, row, lambda *_: set[Path]()))(root, chance)
    return _written(path, "\n".join(lines)) | beside


def undo(root: Path, _chance: random.Random) -> set[Path]:
    """Every module as it was at first."""
    return set[Path]().union(*(_written(root / f"boats/{n}.py", TEXTS[n]) for n in CODE))


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
    definition: 2, stylesheet: 1, setting: 1, number: 12, remark: 4, docstring: 4, way: 5,
    folder: 1, several: 5, broken: 4, undo: 2,
}  # fmt: skip
