"""Army Forge, the publisher's web app: its books, saved lists and exports."""
