"""Send attacks that have been published through every door, and see that nothing comes of them.

Each is tried in a process of its own, which goes from door to door. Nothing may be read, started or
sent, no rule may change, and what is wrong is a problem at a place within the text. A canary is a
file with a secret that nothing may open or say, and a port of this machine listens for whatever
might call.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import secrets
import socket
import sys
import sysconfig
import tempfile
import threading
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from types import CodeType
from typing import Any

from mkdocs.utils import meta
from section import ROOT, Section, Task, tried

from sfrules.book import BOOK
from sfrules.ground.problems import Problem, report
from sfrules.lint import linter
from sfrules.press.doors.calc import Answers
from sfrules.press.expression import bounds
from sfrules.press.site.weave import expand, page_of

CORPUS = Path(__file__).with_name("hostile.txt")
SECRET = secrets.token_hex(16)
SECONDS = 70.0  # of the clock, for all doors together
PAGE_SECONDS = 2.0  # that a page may take
PAGE = "docs/page.md"
FENCE = "```"
LONGEST = 20_000  # characters that a problem may be told in
# What a page says around a text: in the place of §, and in quotes in the place of ¶.
FORMS = {
    "page": "§",
    "expression": "# A page\n\nThe {{ § }} word.\n",
    "statement": "{% set x = § %}{{ x }}{% for y in § %}{{ y }}{% endfor %}{% if § %}a{% endif %}",
    "argument": "{{ core.hit_points(7, §) }} {{ [§]|map('lower')|join }}\n",
    "text": "{{ core.hit_points(7, ¶) }} {{ term(¶) }} {{ table(¶) }}\n",
    "proof": f"The 51.\n\n{FENCE}proof\n§\nx = § = 51\n{FENCE}\n",
    "session": f"{FENCE}pycon\n>>> §\n{FENCE}\n",
    "formula": "{{ formula(§) }}\n\n{{ formula(core.armor_class, unfold=§) }}\n",
    "term": "See [[§]] and [[hit points|§]].\n",
    "front matter": "---\ntitle: §\nrules: §\n---\n# A page\n\n{{ hit_points(7) }}\n",
    "text in front matter": "---\ntitle: ¶\nrules: [¶, core]\n---\n# A page\n",
}
# What nothing that is tried has any business with.
FORBIDDEN = frozenset(
    """
    ctypes.dlopen ctypes.dlsym ctypes.call_function os.chdir os.chmod os.exec os.fork os.kill
    os.link os.mkdir os.posix_spawn os.putenv os.remove os.rename os.rmdir os.spawn os.symlink
    os.system os.truncate os.unsetenv shutil.copyfile shutil.move shutil.rmtree subprocess.Popen
    socket.__new__ socket.bind socket.connect socket.getaddrinfo urllib.Request webbrowser.open
    gc.get_objects gc.get_referrers sys.settrace sys.setprofile pickle.find_class
    """.split()
)
ALLOWED = tuple(
    f"{Path(each).resolve()}{os.sep}"
    for each in (
        ROOT,
        sys.prefix,
        sys.base_prefix,
        *sysconfig.get_paths().values(),
        "/dev",
        "/proc",
    )
)
_TOLD_INSIDE = re.compile(r"\b0x[0-9a-f]{7,}\b|Traceback \(most recent call last\)|site-packages")
_REPEATED = re.compile(r"×(\d+) (.*)", re.DOTALL)
_CODE = re.compile(r"U\+([0-9A-F]{4,6});")


class Fallen(Exception):
    """What was tried did what it must not do."""


def corpus() -> list[str]:
    """The attacks, as the file's first lines say that they are written."""
    lines = CORPUS.read_text(encoding="utf-8").partition("\n## ")[2].split("\n")
    return [read(line) for line in lines if line and not line.startswith("## ")]


def read(line: str) -> str:
    """A text as it was before it was written as a line."""
    if repeated := _REPEATED.fullmatch(line):
        return read(repeated[2]) * int(repeated[1])
    return _CODE.sub(lambda match: chr(int(match[1], 16)), line.replace("⏎", "\n"))


def torture(task: Task) -> Section:
    """Try a share of the attacks at every door."""
    attacks = corpus()
    chosen = random.Random(task.seed).sample(attacks, task.of(len(attacks)))
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as server:
        canary, port = Path(folder, "canary"), server.getsockname()[1]
        canary.write_text(SECRET, encoding="utf-8")
        calls: list[object] = []
        threading.Thread(target=_listen, args=(server, calls), daemon=True).start()
        os.chdir(folder)
        for door in DOORS.values():  # what it loads late is loaded here
            with contextlib.suppress(Exception):
                door("core.hit_points(7, 'high')")
        texts = [each.replace("CANARY", str(canary)).replace("PORT", str(port)) for each in chosen]
        outcomes = tried(partial(attempt, canary, _rules()), texts, SECONDS)
        fallen = [
            f"{fell or 'it ends its process, or its time'}: `{text[:80]!r}`"
            for text, fell in zip(texts, outcomes, strict=True)
            if fell != ""
        ]
        os.chdir(ROOT)
    fallen += ["the port was called"] if calls else []
    return Section("Hostile texts", [f"{len(chosen)} attacks, at {len(DOORS)} doors."], fallen)


def _listen(server: socket.socket, calls: list[object]) -> None:
    with contextlib.suppress(OSError):
        while True:
            calls.append(server.accept())


def attempt(canary: Path, rules: str, text: str) -> str:
    """What is wrong with what a text does at any door: nothing, as a rule."""
    seen: list[str] = []
    sys.addaudithook(partial(_note, seen, canary))
    for name, door in DOORS.items():
        try:
            answer = door(text)
        except Exception as error:  # noqa: BLE001 whatever comes is what is looked for
            return f"{name}: {type(error).__name__}: {str(error)[:200]}"
        if seen:
            return f"{name}: {'; '.join(dict.fromkeys(seen))[:200]}"
        if SECRET in answer:
            return f"{name}: it says the secret"
    return "" if _rules() == rules else "it changes a rule"


def _note(seen: list[str], canary: Path, event: str, arguments: tuple[Any, ...]) -> None:
    if event == "open" and not isinstance(arguments[0], int):
        path = os.path.realpath(os.fsdecode(arguments[0]))
        is_ours = path == os.path.realpath("lint.md")
        if path == str(canary) or not (is_ours or path.startswith(ALLOWED)):
            seen.append(f"it opens {path}")
    elif event in FORBIDDEN:
        seen.append(f"{event} {arguments!r:.80}")
    elif event == "exec" and isinstance(arguments[0], CodeType):
        name = arguments[0].co_filename
        # The annotations of a rule are read when it is first asked for.
        annotation = sys._getframe(1).f_globals.get("__name__") in {"inspect", "typing"}  # noqa: SLF001
        if not (annotation or name.startswith((*ALLOWED, "<frozen "))):
            seen.append(f"it executes {name}")


def _rules() -> str:
    """The code of the rules, which must stay as it is."""
    found = []
    for space, members in BOOK.namespaces.items():
        for name, member in members.items():
            plain = getattr(member, "__wrapped__", member)
            code: CodeType | None = getattr(plain, "__code__", None)
            if code:
                found.append((space, name, code.co_code, code.co_consts, plain.__defaults__))
    return repr(found)


def _page(form: str, text: str) -> str:
    """A page of the whole book, expanded."""
    put = {"§": text, "¶": json.dumps(text, ensure_ascii=False)}
    whole = "".join(put.get(part, part) for part in re.split("([§¶])", form))
    whole = whole.encode("utf-8", "replace").decode().replace("\r\n", "\n").replace("\r", "\n")
    page = page_of(PAGE, whole, meta.get_data(whole)[0])
    bounds.SECONDS = PAGE_SECONDS
    made = expand(BOOK, page)
    said = "\n".join([made.markdown, *(entry.printed for entry in made.entries)])
    return _clean(said, whole) + _told(made.problems, whole)


def _calc(text: str) -> str:
    """An expression that is worked out and explained."""
    answers = Answers(BOOK)
    return _clean(answers.answer(text) + answers.explanation(text), text)


def _lint(text: str) -> str:
    """A file for lint."""
    path = Path("lint.md")
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    linted = linter.lint([path])
    return _told((each.problem for each in linted.findings), text)


def _told(problems: Iterable[Problem], text: str) -> str:
    """Some problems as they are told, each of them at a place of a text."""
    problems, lines = list(problems), re.split("\r\n|\r|\n", text.removeprefix("\ufeff"))
    for each in problems:
        placed = 1 <= each.line <= len(lines) and 1 <= each.column <= len(lines[each.line - 1]) + 1
        if each.path in (PAGE, "lint.md") and not placed:
            raise Fallen(f"a problem is at {each.line}:{each.column}: {each.message!r:.80}")
        if len(each.message + each.hint) > LONGEST:
            raise Fallen(f"a problem is told in more than {LONGEST} characters")
    return _clean(report(problems[:200]), text)


def _clean(said: str, given: str) -> str:
    """What is said, without an address, a builder's folder or half a pair."""
    found = _TOLD_INSIDE.search(said)
    if found and found[0] not in given:
        raise Fallen(f"it says {found[0]}")
    for folder in (str(ROOT), sys.prefix):
        if folder in said and folder not in given:
            raise Fallen(f"it says {folder}")
    said.encode()
    return said


DOORS: Mapping[str, Callable[[str], str]] = {
    **{name: partial(_page, form) for name, form in FORMS.items()},
    "calc": _calc,
    "lint": _lint,
}
