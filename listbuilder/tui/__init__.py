"""The builder: a Textual app for editing lists."""
