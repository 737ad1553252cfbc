"""An organiser's desk on the command line: what each part of `listbuilder desk` asks for, does and says."""
