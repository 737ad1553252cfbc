"""The command `data`: one module per subcommand."""
