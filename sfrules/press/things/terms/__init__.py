"""Terms, the glossary, and the lists of tables and figures."""
