"""The command line: argparse, one module per command, reporters; the only place that prints."""
