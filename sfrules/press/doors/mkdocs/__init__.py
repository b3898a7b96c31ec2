"""Everything that knows MkDocs: its plugin, its files, and its previews."""
