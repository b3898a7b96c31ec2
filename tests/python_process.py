"""Python as a process of its own for each call, without the second that its imports take.

One process has imported the press and MkDocs, and nothing of any book; each call is a fork of it.
"""

import atexit
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from select import select

SECONDS = 120
_FORKS = """
import gc, json, os, runpy, sys
import markdown, material, mkdocs.commands.build, mkdocs.utils, selectolax.lexbor, sfrules.press.sessions
from sfrules.binding import author, builder
from sfrules.press.doors import cli
from sfrules.press.host import check
markdown.Markdown(extensions=["tables", "fenced_code", "toc", "attr_list", "admonition", "def_list", "md_in_html"])
found = sys.path[:]
for name in sys.argv[1:]:
    __import__(name)
gc.freeze()
for line in sys.stdin:
    asked = json.loads(line)
    if not (child := os.fork()):
        break
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
else:
    sys.exit()
for stream in (1, 2):
    os.dup2(os.open(asked["streams"][stream - 1], os.O_WRONLY), stream)
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
sys.stdin = open(0)
os.chdir(asked["folder"])
os.environ.clear()
os.environ.update(asked["environment"])
sys.path[:] = ["", *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep)), *found]
words = asked["words"]
sys.dont_write_bytecode |= words[0] == "-B"
kind, what, *others = words[1:] if words[0] == "-B" else words
sys.argv[:] = [what if kind == "-m" else kind, *others]
if kind == "-m":
    runpy.run_module(what, run_name="__main__", alter_sys=True)
else:
    exec(compile(what, "<string>", "exec"), {"__name__": "__main__"})
"""


@cache
def _forks(path: str, *read: str) -> subprocess.Popen[str]:
    """The process that forks, with the press of a path, which ends with this one."""
    command = [sys.executable, "-P", "-c", _FORKS, *read]
    env = {**os.environ, "PYTHONPATH": path}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    forks = subprocess.Popen(command, **pipes, env=env, text=True)
    atexit.register(forks.communicate)
    return forks


def python(
    folder: Path,
    environment: Mapping[str, str],
    *words: str,
    path: str = "",
    read: Sequence[str] = (),
) -> subprocess.CompletedProcess[str]:
    """Run `python WORDS` in a folder: `-c CODE` or `-m MODULE`, with or without `-B` ahead.

    The press is that of this repository, or an installed one on a path; other packages may be read ahead.
    """
    forks = _forks(path, *read)
    assert forks.stdin
    assert forks.stdout
    with tempfile.NamedTemporaryFile() as out, tempfile.NamedTemporaryFile() as error:
        asked = {
            "words": words,
            "folder": str(folder),
            "environment": dict(environment),
            "streams": (out.name, error.name),
        }
        forks.stdin.write(json.dumps(asked) + "\n")
        forks.stdin.flush()
        if not select([forks.stdout], [], [], SECONDS)[0]:
            raise subprocess.TimeoutExpired([*words], SECONDS)
        code = int(forks.stdout.readline())
        said = (each.read().decode() for each in (out, error))
        return subprocess.CompletedProcess([*words], code, *said)
