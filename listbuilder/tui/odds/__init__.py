"""The odds screen and its rows."""
