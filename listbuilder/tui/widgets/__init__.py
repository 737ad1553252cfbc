"""Widgets and row types that the screens share."""
