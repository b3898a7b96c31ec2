"""Write texts as `--fix` does."""

from sfrules.ground.fixes import FixResult, read_below, write


def written_as_fixes(changed, root):
    """Write files over what they are now; what could not be."""
    before = {path: read_below(root)(path) for path in changed}
    return write(FixResult(root, before, changed, ()))
