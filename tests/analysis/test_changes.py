"""`sfrules diff --rules`: at how many points a rule differs from a revision, by enumeration."""

import subprocess
import sys

import pytest

from sfrules.ground.problems import Mistake

RULE = "@book.rule\ndef pay(level: range(1, 21)) -> int:\n    return {}\n"


@pytest.fixture
def committed(planted, tmp_path):
    planted(RULE.format("level"))
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "Begin"]):
        who = ["-c", "user.name=a", "-c", "user.email=a@b.c"]
        git = ["git", *who, *command]
        subprocess.run(git, cwd=tmp_path, check=True)
    return planted


def test_a_changed_rule_is_reported_with_its_smallest_and_largest_case(committed):
    book = committed(RULE.format("level if level < 15 else 2 * level"))
    told = book.book.bound().rule_changes("HEAD")
    assert told.splitlines() == [
        "planted.pay: differs at 6 of 20 points",
        "  smallest case: planted.pay(15) was 15, is 30",
        "  largest case: planted.pay(20) was 20, is 40",
    ]


def test_a_rule_that_is_written_anew_and_answers_the_same_has_not_changed(committed):
    book = committed(RULE.format("2 * level - level"))
    assert book.book.bound().rule_changes("HEAD") == "no answer of a rule has changed\n"


def test_a_rule_whose_arguments_have_to_be_named_is_asked_by_their_names(tmp_path, committed):
    named = RULE.replace("level:", "*, level:")
    committed(named.format("level"))
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qam", "Name it"]
    subprocess.run(git, cwd=tmp_path, check=True)
    told = committed(named.format("level")).book.bound().rule_changes("HEAD")
    assert told == "no answer of a rule has changed\n"
    told = committed(named.format("max(level, 2)")).book.bound().rule_changes("HEAD")
    assert told.splitlines()[1] == "  smallest case: planted.pay(level=1) was 1, is 2"


def test_a_module_that_the_revision_has_not_got_yet_is_left_out(tmp_path, committed):
    (tmp_path / "added.py").write_text("def more(level):\n    return level + 1\n")
    try:
        book = committed("from added import more\n" + RULE.format("more(level)"))
        told = book.book.bound().rule_changes("HEAD").splitlines()
    finally:
        sys.modules.pop("added", None)
    assert told[:2] == [
        "planted.pay: differs at 20 of 20 points",
        "  smallest case: planted.pay(1) was 1, is 2",
    ]


@pytest.mark.parametrize("revision", ["nowhere", "--output=x"])
def test_a_revision_that_is_not_there_is_refused(committed, revision):
    book = committed(RULE.format("level"))
    with pytest.raises(Mistake):
        book.book.bound().rule_changes(revision)


def test_the_command_ends_with_one_if_something_is_found(tmp_path, planted):
    planted("@book.rule\ndef pay(level: range(1, 5), rank: range(3)) -> int:\n    return level\n")
    run = [sys.executable, "-m", "sfrules", "analyze", "--jobs", "1", "--book", "planted"]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout.startswith("planted.py:6:1: never matters: rank changes no answer")
    assert "hint: sfrules calc 'planted.pay(1, 0) == planted.pay(1, 2)'" in done.stdout
    done = subprocess.run([*run, "pay"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith('error: there is no rule "pay"; ')
