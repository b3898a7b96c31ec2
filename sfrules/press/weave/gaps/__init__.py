"""What the book offers and no page prints, and what pages say and nothing tries."""
