"""Export as one self-contained HTML file, for a phone at the table and for printing from a browser."""
