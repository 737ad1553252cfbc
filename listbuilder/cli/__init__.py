"""The command line: parsers, one module per command, and report formats. Only this package prints."""
