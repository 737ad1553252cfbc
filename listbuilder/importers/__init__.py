"""Importers: one package per format family. A file is recognised by its content, not by its name."""
