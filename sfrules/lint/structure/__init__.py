"""How a page is put together: links and ids, and the rows of pipe tables."""
