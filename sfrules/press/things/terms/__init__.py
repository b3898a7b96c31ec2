"""Terms, the glossary, the index of subjects, and the lists of tables and figures."""
