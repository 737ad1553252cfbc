"""The editor screen and everything on it."""
