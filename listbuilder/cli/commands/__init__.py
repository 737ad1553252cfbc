"""One module per command: `add_arguments(parser)` and `run(arguments, context) -> exit code`."""
