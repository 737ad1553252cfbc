"""The list editor: panes, edits, saving and dialogs."""
