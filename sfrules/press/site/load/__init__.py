"""What a book and its site are made from: its module, its macros, and what is forgiven so far."""
