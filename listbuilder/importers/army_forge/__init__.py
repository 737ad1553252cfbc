"""Read files of Army Forge: books, saved lists, tabletop exports and share text."""
