"""A site comes into its place whole, whatever is there and whenever it is broken off."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from sfrules.ground.problems import Mistake
from sfrules.press.site.publish.swap import NOTE, publish, stage

OLD = {"index.html": "old", "boats/index.html": "old", "old/gone.html": "old", "turns": "a file"}
NEW = {"index.html": "new", "boats/index.html": "new", "css/new.css": "new", "turns/a.html": "new"}


def fill(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def held_by(folder):
    """All files of a site, but for the press's note of them."""
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in folder.rglob("*")
        if path.is_file() and path.name != NOTE
    }


def put(site, files):
    staged = stage(site)
    fill(staged.folder, files)
    publish(staged)


@pytest.fixture
def site(tmp_path):
    return tmp_path / "site"


def test_a_site_takes_the_place_of_the_last_one(site):
    for files in (OLD, NEW):
        put(site, files)
        assert held_by(site) == files
        assert list(site.parent.iterdir()) == [site]


def test_the_first_site_makes_its_own_folder_and_keeps_the_mode_of_one_that_is_there(site):
    site.mkdir(mode=0o750)
    put(site, OLD)
    assert site.stat().st_mode & 0o777 == 0o750
    put(site.parent / "deep" / "site", OLD)
    assert held_by(site.parent / "deep" / "site") == OLD


def refused(site):
    """The message and the hint with which a site is refused before anything is built."""
    before = sorted(site.parent.rglob("*"))
    with pytest.raises(Mistake) as found:
        stage(site)
    assert sorted(site.parent.rglob("*")) == before
    return found.value.message, found.value.hint


BELOW = "publish into a folder of its own below it, such as site/book"
OTHERS = {
    ".git/HEAD": ".git",
    "CNAME": "CNAME",
    "old/theirs.txt": "old",
    "css": "css",
    ".well-known/": ".well-known",
}


@pytest.mark.parametrize("last", [OLD, {}], ids=["of the press", "of nobody"])
@pytest.mark.parametrize(("theirs", "named"), OTHERS.items(), ids=OTHERS)
def test_a_site_with_files_of_others_is_refused_before_anything_is_built(site, last, theirs, named):
    put(site, last)
    if theirs.endswith("/"):
        (site / theirs).mkdir()
    else:
        fill(site, {theirs: "theirs"})
    message = f"the folder site holds what the press did not write: {named}"
    assert refused(site) == (message, f"{BELOW}; or remove what nobody needs")


def test_an_older_site_without_a_note_is_refused_by_what_is_at_its_top(site):
    fill(site, OLD | {f"news/{number}.html": "old" for number in range(20)})
    named = "boats, index.html, news, old, turns"
    assert refused(site)[0] == f"the folder site holds what the press did not write: {named}"


def test_a_site_that_is_a_file_is_refused(site):
    site.write_text("theirs")
    assert refused(site) == ("site is no folder", "a site is published into a folder of its own")


@pytest.fixture
def mount():
    """Mounts a file system of its own into a folder."""
    mounted = []

    def mount(folder):
        folder.mkdir(parents=True, exist_ok=True)
        command = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]
        if shutil.which("mount") is None or subprocess.run(command, check=False).returncode:
            pytest.skip("this machine lets us mount nothing")
        mounted.append(folder)

    yield mount
    for folder in reversed(mounted):
        subprocess.run(["umount", folder], check=True)  # noqa: S607 — where it is differs


def test_a_site_that_is_a_mount_is_refused(site, mount):
    mount(site)
    message = "the folder site is a mount, which no other folder can take the place of"
    assert refused(site) == (message, BELOW)


def test_a_mount_in_a_site_is_refused_even_where_the_press_wrote(site, mount):
    put(site, OLD)
    mount(site / "boats")
    fill(site, OLD)
    assert refused(site)[0] == "the folder site holds what the press did not write: boats"


def test_what_a_mac_leaves_in_a_folder_that_somebody_looks_at_is_nobodys(site):
    put(site, OLD)
    fill(site, {".DS_Store": "", "boats/.DS_Store": ""})
    put(site, NEW)
    assert held_by(site) == NEW


def test_what_others_write_while_a_site_is_built_stays_and_the_site_with_it(site):
    put(site, OLD)
    staged = stage(site)
    fill(staged.folder, NEW)
    fill(site, {"CNAME": "theirs"})
    with pytest.raises(Mistake, match="CNAME"):
        publish(staged)
    assert held_by(site) == OLD | {"CNAME": "theirs"}
    assert list(site.parent.iterdir()) == [site]


def test_a_site_that_cannot_be_renamed_into_its_place_leaves_the_last_one(site, monkeypatch):
    put(site, OLD)
    staged = stage(site)
    fill(staged.folder, NEW)
    rename = Path.rename

    def refuse(source, target):
        if source == staged.folder:
            raise PermissionError(13, "Permission denied", str(source))
        return rename(source, target)

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(PermissionError):
        publish(staged)
    assert held_by(site) == OLD
    assert list(site.parent.iterdir()) == [site]


def test_a_name_in_a_note_that_leads_out_of_the_site_removes_nothing(site):
    put(site, OLD)
    (site.parent / "precious").write_text("precious")
    note = site / NOTE
    note.write_text(note.read_text().replace('"turns"', '"turns", "../precious"'))
    put(site, NEW)
    assert (site.parent / "precious").exists()


class Kill:
    """Kill this process at one of its steps on files."""

    EVENTS = frozenset({"os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.chmod", "open"})

    def __init__(self, step):
        self.left = step

    def __call__(self, event, _):
        if event in self.EVENTS:
            self.left -= 1
            if self.left < 0:
                os.kill(os.getpid(), signal.SIGKILL)


def killed_at(site, step):
    """Publish the new site in a process that is killed at a step; whether it lived so long."""
    child = os.fork()
    if child == 0:
        try:
            staged = stage(site)
            fill(staged.folder, NEW)
            sys.addaudithook(Kill(step))
            publish(staged)
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def test_a_kill_at_any_step_leaves_the_old_site_or_the_new(tmp_path):
    found = []
    for step in count():
        site = tmp_path / str(step) / "site"
        put(site, OLD)
        was_killed = killed_at(site, step)
        found.append(held_by(site))
        stage(site).drop()
        assert held_by(site) in (OLD, NEW), step
        assert list(site.parent.iterdir()) == [site]
        put(site, NEW)
        assert held_by(site) == NEW
        if not was_killed:
            break
    assert step > 5
    assert OLD in found
    assert found[-1] == NEW
    # Between the two renames, until the next build puts the last one back.
    assert [each for each in found if each not in (OLD, NEW)] == [{}]
