"""A site comes into its place whole, whatever else is there and whenever it is broken off."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import sys
from itertools import count
from pathlib import Path

import pytest

from sfrules.ground.locks import locked
from sfrules.press.site.swap import NOTE, publish, stage

OLD = {"index.html": "old", "boats/index.html": "old", "old/gone.html": "old", "turns": "a file"}
NEW = {"index.html": "new", "boats/index.html": "new", "css/new.css": "new", "turns/a.html": "new"}
FOREIGN = {".git/HEAD": "ref", ".git/refs/main": "1234", "CNAME": "boats.example"}


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
    return publish(staged)


@pytest.fixture
def site(tmp_path):
    return tmp_path / "site"


@pytest.fixture(params=[{}, FOREIGN], ids=["alone", "with others' files"])
def foreign(request):
    return request.param


def test_a_site_takes_the_place_of_the_last_one_and_leaves_what_others_wrote(site, foreign):
    put(site, OLD)
    fill(site, foreign)
    assert put(site, NEW) == set(foreign)
    assert held_by(site) == NEW | foreign
    assert list(site.parent.iterdir()) == [site]


def test_the_first_site_makes_its_own_folder_and_keeps_the_mode_of_one_that_is_there(site):
    site.mkdir(mode=0o750)
    put(site, OLD)
    assert site.stat().st_mode & 0o777 == 0o750
    put(site.parent / "deep" / "site", OLD)
    assert held_by(site.parent / "deep" / "site") == OLD


def test_what_others_put_into_a_folder_that_the_press_leaves_stays_there(site):
    put(site, OLD)
    fill(site, {"old/theirs.txt": "theirs"})
    put(site, NEW)
    assert held_by(site) == NEW | {"old/theirs.txt": "theirs"}


def test_a_name_in_a_note_that_leads_out_of_the_site_removes_nothing(site):
    put(site, OLD)
    (site.parent / "precious").write_text("precious")
    note = site / NOTE
    note.write_text(note.read_text().replace('"turns"', '"turns", "../precious"'))
    fill(site, FOREIGN)
    put(site, NEW)
    assert (site.parent / "precious").exists()


def test_a_lock_ends_with_its_use_though_a_process_that_was_forked_lives_on(tmp_path):
    with locked(tmp_path) as ours, locked(tmp_path, wait=False) as twice:
        assert (ours, twice) == (True, False)
        child = os.fork()
        if child == 0:
            signal.pause()
    with locked(tmp_path, wait=False) as free:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        assert free


@pytest.mark.parametrize("theirs", ["css", "turns/a.html/deep"])
def test_what_others_wrote_is_not_moved_out_of_the_way(site, theirs):
    put(site, {"index.html": "old"})
    fill(site, {theirs: "theirs"})
    with pytest.raises(FileExistsError, match=r"site/(css|turns/a\.html/deep)"):
        put(site, NEW)
    assert held_by(site) == {"index.html": "old", theirs: "theirs"}


@pytest.fixture
def mounted(monkeypatch):
    """Every folder is a file system of its own."""
    replace = Path.replace

    def refuse(source, target):
        if source.parent != target.parent:
            raise OSError(errno.EXDEV, "Invalid cross-device link")
        return replace(source, target)

    monkeypatch.setattr(Path, "replace", refuse)


@pytest.mark.usefixtures("mounted")
def test_a_site_on_another_file_system_is_copied_there(site):
    fill(site, FOREIGN)
    for files in (OLD, NEW):
        put(site, files)
        assert held_by(site) == files | FOREIGN
        assert list(site.parent.iterdir()) == [site]


@pytest.mark.usefixtures("mounted")
def test_what_a_full_disk_broke_off_is_finished_by_the_next_build(site, monkeypatch):
    put(site, OLD)
    fill(site, FOREIGN)
    with monkeypatch.context() as full:
        full.setattr(shutil, "copyfile", refuse_pages)
        staged = stage(site)
        fill(staged.folder, NEW)
        with pytest.raises(OSError, match="No space left on device"):
            publish(staged)
        staged.drop()
    assert held_by(site) not in (OLD | FOREIGN, NEW | FOREIGN)
    stage(site).drop()
    assert held_by(site) == NEW | FOREIGN
    assert list(site.parent.iterdir()) == [site]


def refuse_pages(source, target):
    if source.suffix == ".html":
        raise OSError(errno.ENOSPC, "No space left on device")
    target.write_bytes(source.read_bytes())


class Kill:
    """Kill this process, and with `every` those that it forks, at one of its steps on files."""

    EVENTS = frozenset({"os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.chmod", "open"})

    def __init__(self, step, *, every):
        self.left, self.every, self.process = step, every, os.getpid()

    def __call__(self, event, _):
        if event in self.EVENTS and (self.every or os.getpid() == self.process):
            self.left -= 1
            if self.left < 0:
                os.kill(os.getpid(), signal.SIGKILL)


def killed_at(site, step, *, every):
    """Publish the new site in a process that is killed at a step; whether it lived so long."""
    child = os.fork()
    if child == 0:
        try:
            staged = stage(site)
            fill(staged.folder, NEW)
            sys.addaudithook(Kill(step, every=every))
            publish(staged)
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


@pytest.mark.parametrize("every", [False, True], ids=["the build", "all its processes"])
def test_a_kill_at_any_step_leaves_the_old_site_or_the_new_and_all_that_others_wrote(
    tmp_path, foreign, every
):
    for step in count():
        site = tmp_path / str(step) / "site"
        put(site, OLD)
        fill(site, foreign)
        was_killed = killed_at(site, step, every=every)
        for folder in site.parent.iterdir():
            with locked(folder):  # free as soon as the move that no kill reaches is done
                pass
        now = held_by(site)
        assert foreign.items() <= now.items()
        if not (every and foreign):
            assert now in (OLD | foreign, NEW | foreign), step
        stage(site).drop()
        assert held_by(site) in (OLD | foreign, NEW | foreign), step
        assert list(site.parent.iterdir()) == [site]
        put(site, NEW)
        assert held_by(site) == NEW | foreign
        if not was_killed:
            break
    assert step > 5
