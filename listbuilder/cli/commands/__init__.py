"""One module per command, with `add_arguments(parser)` and `run(arguments, context)`, which returns the exit code.

The help of an argument is in the catalogue: `help.validate.jobs`, or `help.option.lang` for all commands.
"""
