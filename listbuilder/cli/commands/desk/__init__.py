"""The command `desk`, which runs an event from its folder: one module per subcommand."""
