"""No host: the press converts the pages itself, and lays them out plainly or as Markdown."""
