"""Tables: what they say, and how they are written."""
