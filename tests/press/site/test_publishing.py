"""A site comes into its place whole, whatever is there and whenever it is broken off."""

import os
import signal
import sys
import time
from itertools import count
from pathlib import Path

import pytest
from writing import write_files as fill

from sfrules.ground.problems import Mistake
from sfrules.press.host.plugin import stage

OLD = {"index.html": "old", "boats/index.html": "old", "old/gone.html": "old", "turns": "a file"}
NEW = {"index.html": "new", "boats/index.html": "new", "css/new.css": "new", "turns/a.html": "new"}


def held_by(folder):
    """All files of a site."""
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in folder.rglob("*")
        if path.is_file()
    }


def put(site, files):
    staged = stage(site)
    fill(staged.folder, files)
    staged.publish()


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


def test_a_site_that_is_a_file_is_refused(site):
    site.write_text("theirs")
    assert refused(site) == ("site is no folder", "a site is published into a folder of its own")


def test_hidden_files_at_the_top_stay(site):
    theirs = {".nojekyll": "", ".git/HEAD": "main", ".well-known/keys": "keys"}
    put(site, OLD)
    fill(site, theirs)
    put(site, NEW)
    assert held_by(site) == NEW | theirs


def test_what_others_write_while_a_site_is_built_stays(site):
    put(site, OLD)
    staged = stage(site)
    fill(staged.folder, NEW)
    time.sleep(0.02)
    fill(site, {"CNAME": "theirs"})
    staged.publish()
    assert held_by(site) == NEW | {"CNAME": "theirs"}


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
        staged.publish()
    assert held_by(site) == OLD
    assert list(site.parent.iterdir()) == [site]


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
            staged.publish()
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
