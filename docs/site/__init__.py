"""The documents as a site: written pages with their links, and pages made from what the program itself says."""
