"""Ask repositories in odd states what an edition held: what was put there, or why it is not known.

A repository has three commits of one lock, whose contents are known here. Its form, what is under
way in it, the names in it and what the environment says are drawn; then the files of each edition
are read, editions are compared by `sfrules diff`, and the time of the commit is asked for.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from click.testing import CliRunner
from doors import COMMAND
from judging import clean
from section import Section, Task
from trying import Fallen

from sfrules.ground.git import Unreachable
from sfrules.press.changes.history import files_at, files_now
from sfrules.press.doors.site_build import time_of_commit

STATES = 150
LOCK = "tables/printed"
EDITIONS = ("v1", "v2", "v3")
REVISIONS = (
    *EDITIONS, "HEAD", "HEAD~1", "main", "no-such", "-x", "v2:tables", "main@{1}", "@{u}", "v1..v2",
    ":/second", "v1^{tree}", "nul\0", "", "README", "tables/printed", "HEAD^2",
)  # fmt: skip
QUIET = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "LC_ALL": "C"}
DATE = "2020-02-02T02:02:0{}Z"


def held(edition: str) -> dict[str, bytes]:
    """The files of the lock in an edition; one of them is no other's."""
    text = "page,heading,kind,expression,printed\n"
    rows = f"a.md,x,value,n,{EDITIONS.index(edition)}\n"
    return {"values.csv": f"{text}{rows}".encode(), f"{edition}.csv": b"a,b\n1,2\n"}


@dataclass
class Repository:
    """A repository that is made odd: where it is asked, and what is known of it."""

    folder: Path
    #: What must be answered, by revision; of others, any edition or a refusal is right.
    sure: dict[str, str | None] = field(default_factory=dict)
    odd: set[str] = field(default_factory=set)

    def git(self, *arguments: str, fails: bool = False) -> str:
        """Run git in it."""
        done = subprocess.run(
            ["git", "-C", str(self.folder), *arguments],  # noqa: S607 git is where its user has it
            env={**os.environ, **QUIET, "GIT_EDITOR": "true"},
            capture_output=True,
            check=False,
            text=True,
        )
        if done.returncode and not fails:
            raise RuntimeError(f"git {arguments}: {done.stderr}")
        return done.stdout.strip()

    def begin(self) -> None:
        """Make it, with three commits and their tags."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.git("init", "-q", "-b", "main")
        for name, value in (("user.name", "A"), ("user.email", "a@a"), ("gc.auto", "0")):
            self.git("config", name, value)
        (self.folder / "README").write_text("It.\n")
        for at, edition in enumerate(EDITIONS):
            self.commit(edition, DATE.format(at))
            self.git("tag", edition)
        self.sure = {each: each for each in EDITIONS} | {"HEAD": "v3", "HEAD~1": "v2", "main": "v3"}

    def put(self, edition: str) -> None:
        """Have the lock of an edition in the folder."""
        shutil.rmtree(self.folder / LOCK, ignore_errors=True)
        (self.folder / LOCK).mkdir(parents=True)
        for name, content in held(edition).items():
            (self.folder / LOCK / name).write_bytes(content)

    def commit(self, edition: str, date: str) -> None:
        """Commit the lock of an edition."""
        self.put(edition)
        self.git("add", "-A")
        self.git("commit", "-qm", "second" if edition == "v2" else edition, "--date", date)

    def expect(self, editions: Mapping[str, str | None]) -> None:
        """Expect other answers, but of no revision that is unsure."""
        self.sure |= {name: held for name, held in editions.items() if name not in self.odd}

    def unsure(self, *revisions: str) -> None:
        """Expect of some revisions, or of all, an edition or a refusal."""
        for each in revisions or REVISIONS:
            self.sure.pop(each, None)
            self.odd.add(each)


Change = Callable[[Repository], None]


def _cloned(*options: str) -> Change:
    def change(made: Repository) -> None:
        origin = made.folder.with_name("origin")
        made.folder.rename(origin)
        Repository(origin).git("config", "uploadpack.allowFilter", "true")
        made.folder.mkdir()
        made.git("clone", "-q", *options, f"file://{origin}", ".")
        made.unsure("main")  # of the branches, a clone has that of HEAD alone
        made.git("config", "user.name", "A")
        made.git("config", "user.email", "a@a")
        if "--depth=1" in options:
            made.unsure(*EDITIONS)
            made.expect({"HEAD~1": None})

    return change


def _worktree(made: Repository) -> None:
    other = made.folder.with_name("other")
    made.git("worktree", "add", "-q", str(other), "v2")
    made.folder = other
    made.expect({"HEAD": "v2", "HEAD~1": "v1"})


def _submodule(made: Repository) -> None:
    outer = Repository(made.folder.with_name("outer"))
    outer.begin()
    outer.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(made.folder), "sub")
    outer.git("commit", "-qm", "sub")
    made.folder = outer.folder / "sub"
    made.unsure("main")
    made.git("config", "user.name", "A")
    made.git("config", "user.email", "a@a")


def _bare(made: Repository) -> None:
    bare = made.folder.with_name("bare")
    made.git("clone", "-q", "--bare", ".", str(bare))
    made.folder, made.sure = bare, dict.fromkeys(REVISIONS)


def _broken(path: str, content: str) -> Change:
    def change(made: Repository) -> None:
        (made.folder / path).write_text(content)
        made.unsure()

    return change


def _without(kind: str) -> Change:
    """Without the objects of a kind that HEAD needs."""

    def change(made: Repository) -> None:
        at = {"commit": "HEAD", "tree": "HEAD^{tree}", "blob": f"HEAD:{LOCK}/values.csv"}[kind]
        id = made.git("rev-parse", at)
        (made.folder / ".git/objects" / id[:2] / id[2:]).unlink()
        made.unsure("HEAD", "HEAD~1", "main", "v3")

    return change


def _no_commits(made: Repository) -> None:
    shutil.rmtree(made.folder / ".git")
    made.git("init", "-q", "-b", "main")
    made.sure = dict.fromkeys(REVISIONS)


def _no_repository(made: Repository) -> None:
    shutil.rmtree(made.folder / ".git")
    made.sure = dict.fromkeys(REVISIONS)


def _of_another_user(made: Repository) -> None:
    """Git refuses a folder of another user, unless its own settings say that it is safe."""
    if os.geteuid() == 0:  # nobody else gives a folder away
        for path in (made.folder, made.folder / ".git"):
            os.chown(path, 12345, 12345)
        made.sure = dict.fromkeys(REVISIONS)


def _objects_elsewhere(made: Repository) -> None:
    """Packed, with the loose objects gone."""
    made.git("repack", "-adq")
    made.git("prune-packed", "-q")


FORMS: dict[str, Change] = {
    "plain": lambda _: None,
    "packed": _objects_elsewhere,
    "cloned": _cloned(),
    "shallow": _cloned("--depth=1"),
    "without blobs": _cloned("--filter=blob:none"),
    "worktree": _worktree,
    "submodule": _submodule,
    "bare": _bare,
    "no commits": _no_commits,
    "no repository": _no_repository,
    "another's": _of_another_user,
    "broken HEAD": _broken(".git/HEAD", "nonsense\n"),
    "HEAD of no branch": _broken(".git/HEAD", "ref: refs/heads/none\n"),
    "broken tag": _broken(".git/refs/tags/v1", "0" * 40 + "\n"),
    "broken config": _broken(".git/config", "[core\n"),
    "config of another version": _broken(".git/config", "[core]\nrepositoryformatversion = 9\n"),
    "no commit object": _without("commit"),
    "no tree object": _without("tree"),
    "no blob object": _without("blob"),
}


def _detached(made: Repository) -> None:
    made.git("checkout", "-q", "v2")
    made.expect({"HEAD": "v2", "HEAD~1": "v1"})


def _conflict(command: str) -> Change:
    def change(made: Repository) -> None:
        made.git("checkout", "-qb", "side", "v1")
        (made.folder / LOCK / "values.csv").write_text("page\nother\n")
        made.git("commit", "-qam", "side")
        made.git(*command.split(), "main", fails=True)
        made.unsure("HEAD", "HEAD~1")

    return change


def _linked(made: Repository) -> None:
    shutil.rmtree(made.folder / LOCK)
    (made.folder / LOCK).symlink_to("elsewhere")
    made.git("add", "-A")
    made.git("commit", "-qm", "linked")
    made.unsure("HEAD", "main", "HEAD~1")


def _replaced(made: Repository) -> None:
    made.git("replace", "v1", "v2")
    made.unsure("v1", "HEAD~1")


def _bisect(made: Repository) -> None:
    made.git("bisect", "start", "v3", "v1")
    made.unsure("HEAD", "HEAD~1")


def _orphan(made: Repository) -> None:
    made.git("checkout", "-q", "--orphan", "new")
    made.expect({"HEAD": None, "HEAD~1": None})


UNDER_WAY: dict[str, Change] = {
    "nothing": lambda _: None,
    "detached": _detached,
    "merge": _conflict("merge"),
    "rebase": _conflict("rebase"),
    "cherry-pick": _conflict("cherry-pick"),
    "bisect": _bisect,
    "orphan": _orphan,
    "index locked": lambda made: (made.folder / ".git/index.lock").write_text("") and None,
    "no index": lambda made: (made.folder / ".git/index").unlink(missing_ok=True),
    "sparse": lambda made: made.git("sparse-checkout", "set", "docs") and None,
    "lock ignored": lambda made: (made.folder / ".gitignore").write_text("tables/\n") and None,
    "lock removed": lambda made: shutil.rmtree(made.folder / LOCK),
    "lock is a link": _linked,
    "a commit replaced": _replaced,
}


def _branch(name: str) -> Change:
    def change(made: Repository) -> None:
        made.git("update-ref", f"refs/heads/{name}", made.git("rev-parse", "v2"))
        made.unsure(name)

    return change


def _tag_of(name: str, what: str) -> Change:
    def change(made: Repository) -> None:
        made.git("update-ref", f"refs/tags/{name}", made.git("rev-parse", what))
        made.unsure(name)

    return change


def _file(name: bytes) -> Change:
    def change(made: Repository) -> None:
        with open(os.path.join(os.fsencode(made.folder), LOCK.encode(), name), "wb") as file:  # noqa: PTH118, PTH123 its name is bytes
            file.write(b"a,b\n1,2\n")
        made.git("add", "-A")
        made.git("commit", "-qm", "a name")
        made.unsure("HEAD", "HEAD~1", "main")

    return change


NAMES: dict[str, Change] = {
    "plain": lambda _: None,
    "branch like a file": _branch("README"),
    "branch like a folder": _branch("tables/printed"),
    "branch like a tag": _branch("v1"),
    "branch called HEAD": _branch("HEAD"),
    "tag of a tree": _tag_of("no-such", "v1^{tree}"),
    "tag of a blob": _tag_of("no-such", "v1:README"),
    "tag like the branch": _tag_of("main", "v1"),
    "annotated tag": lambda made: made.git("tag", "-am", "it", "no-such", "v1") and None,
    "name not UTF-8": _file(b"\xff\xfe.csv"),
    "name with a line end": _file(b"a\nb.csv"),
    "name with a tab": _file(b"a\tb.csv"),
    "name with quotes": _file(b'"a".csv'),
    "name of 250 bytes": _file(b"x" * 246 + b".csv"),
    "name with a dash": _file(b"-x.csv"),
    "name of control signs": _file(b"\x1b[31m.csv"),
}
ENVIRONMENTS: dict[str, dict[str, str]] = {
    "plain": {},
    "a hook's": {"GIT_DIR": "/nowhere", "GIT_INDEX_FILE": "/nowhere/index", "GIT_PREFIX": "x/"},
    "objects elsewhere": {"GIT_OBJECT_DIRECTORY": "/nowhere/objects"},
    "common folder elsewhere": {"GIT_COMMON_DIR": "/nowhere"},
    "a namespace": {"GIT_NAMESPACE": "other"},
    "grafts": {"GIT_GRAFT_FILE": "/nowhere/grafts", "GIT_SHALLOW_FILE": "/nowhere/shallow"},
    "parameters": {"GIT_CONFIG_PARAMETERS": "'color.ui=always' 'core.quotepath=false'"},
    "odd parameters": {"GIT_CONFIG_COUNT": "nonsense"},
    "bare by parameter": {
        "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.bare", "GIT_CONFIG_VALUE_0": "true",
    },
    "trace": {"GIT_TRACE": "1", "GIT_TRACE2": "1"},
    "another tongue": {"LANGUAGE": "de", "LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"},
    "literal paths": {"GIT_LITERAL_PATHSPECS": "1"},
    "paths of any case": {"GIT_ICASE_PATHSPECS": "1"},
    "no git": {"PATH": "/nowhere"},
    "ceiling": {"GIT_CEILING_DIRECTORIES": "/"},
}  # fmt: skip
PLAIN = ("plain", "nothing", "plain", "plain")
REFUSING = {"no git", "odd parameters", "bare by parameter"}


@contextmanager
def _environment(name: str, folder: Path) -> Iterator[None]:
    before, here = dict(os.environ), Path.cwd()
    os.environ.update({**QUIET, **ENVIRONMENTS[name]})
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(here)
        os.environ.clear()
        os.environ.update(before)


def torture(task: Task) -> Section:
    """Draw states, each part of each among them, and ask each for all revisions."""
    dice, fallen = random.Random(task.seed), Counter[str]()
    parts = [list(each) for each in (FORMS, UNDER_WAY, NAMES, ENVIRONMENTS)]
    states, asked = task.of(STATES), 0
    for each in parts:
        dice.shuffle(each)
    for at in range(states):
        state = [each[at % len(each)] for each in parts]
        for which, plain in enumerate(PLAIN):  # every other one, so that the rest is seen
            state[which] = dice.choice([plain, state[which]])
        for revision, fault in faults(state):
            asked += 1
            if fault:
                fallen[f"{' + '.join(state)}: {revision!r}: {fault}"] += 1
    line = f"{states} states of a repository, {asked} questions to them."
    return Section("Odd repositories", [line], list(fallen))


def faults(state: list[str]) -> Iterator[tuple[str, str]]:
    """What each revision comes to in a state: what is wrong with it, if anything."""
    form, under_way, names, environment = state
    with tempfile.TemporaryDirectory() as scratch:
        made = Repository(Path(scratch, "own"))
        made.begin()
        for change in (NAMES[names], UNDER_WAY[under_way], FORMS[form]):
            try:
                change(made)
            except (RuntimeError, OSError):
                made.unsure()  # git does not let these two go together
        with _environment(environment, made.folder):
            for revision in REVISIONS:
                yield revision, _fault(made, revision, environment)
            yield "the time", _fault_of_time(made)


def _fault(made: Repository, revision: str, environment: str) -> str:
    wanted: str | None = made.sure.get(revision, "any")
    try:
        found: dict[str, bytes] | None = files_at(made.folder / LOCK, revision)
        files_now(made.folder / LOCK)
    except Unreachable as refused:
        if wanted not in (None, "any") and environment not in REFUSING:
            return f"refused: {refused}"
        found = None
    except Exception as error:  # noqa: BLE001 whatever comes is what is looked for
        return repr(error)
    if found and wanted is None:
        return f"there is none, and it has {[*found]}"
    if found is not None and wanted not in (None, "any") and found != held(str(wanted)):
        return f"not {wanted}: {[*found]}"
    return _fault_of_diff(made, revision)


def _fault_of_diff(made: Repository, revision: str) -> str:
    ran = CliRunner().invoke(COMMAND, ["diff", revision])
    if ran.exception and not isinstance(ran.exception, SystemExit):
        return repr(ran.exception)
    try:
        clean(ran.output, "what diff says", revision + str(made.folder))
    except Fallen as fallen:
        return str(fallen)
    return "" if ran.exit_code in (0, 1, 2) else f"diff ends with {ran.exit_code}"


def _fault_of_time(made: Repository) -> str:
    try:
        return "" if time_of_commit(made.folder).isdecimal() else "the time is no number"
    except Exception as error:  # noqa: BLE001 as above
        return repr(error)
