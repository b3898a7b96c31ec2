"""Write texts as `--fix` does."""

from sfrules.ground.mends import Settled, read_below, write


def written_as_mends(changed, root):
    """Write files over what they are now; what could not be."""
    before = {path: read_below(root)(path) for path in changed}
    return write(Settled(root, before, changed, (), folders=(root,)))
