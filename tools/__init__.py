"""Scripts for developers; nothing here is part of the installed program."""
