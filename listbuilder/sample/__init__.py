"""A small world to try everything with: `listbuilder sample DIR` writes it, and every guide uses it."""
