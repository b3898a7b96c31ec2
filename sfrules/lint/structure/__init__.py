"""How a page is put together: tables that render, rows of one width, links and ids."""
