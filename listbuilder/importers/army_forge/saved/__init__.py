"""Army Forge list files with ids: saved lists (downloads) and resolved lists (tabletop exports)."""
