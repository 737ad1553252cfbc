"""The only way from a source (path, bytes, list in memory) to a verdict. Every front end uses it."""
