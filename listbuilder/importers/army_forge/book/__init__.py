"""Army Forge books: a faction file out of a book, names and numbers and none of its sentences."""
