"""MkDocs, and all that knows it: the plugin, a site as MkDocs reads it, the check, the preview."""
