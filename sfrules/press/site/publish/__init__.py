"""What a finished site has beside its pages, and how it takes its place."""
