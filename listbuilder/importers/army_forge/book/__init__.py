"""Convert Army Forge books to faction files."""
