"""Scripts for developers: they rebuild files of the repository and are not installed."""
