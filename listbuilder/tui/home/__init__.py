"""The start screen: lists on disk, new lists, opening and importing."""
