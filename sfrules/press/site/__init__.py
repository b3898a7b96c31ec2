"""The pages together: loaded, kept between runs, woven into a book and published."""
