"""Work a page out: each expression under guard, what it prints noted, its claims checked."""
