"""The builder: a Textual app over the engine."""
