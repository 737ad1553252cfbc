"""Read lists and books from files of any supported format."""
