"""Examples of every command and of every part of one; they end the help.

They name the files of the small world that `listbuilder sample` writes, where a test runs each of them.
"""

from __future__ import annotations

TYPE_CHECKING = False  # `typing` itself takes a third of what a bare interpreter does
if TYPE_CHECKING:
    from collections.abc import Mapping

EXAMPLES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "": (
        ("lists/iron-vale.yaml", "open a list in the builder"),
        ("validate lists/iron-vale.yaml", "is it legal, and if not, what would mend it?"),
        ("help validate", "all about one command"),
    ),
    "validate": (
        ("validate lists/iron-vale.yaml", "judge one list"),
        ("validate lists/ --sort verdict -q", "all lists of a folder: only what is wrong, the worst first"),
        ("validate lists/ --event autumn-cup.yaml", "by the rules of an event too"),
        ("validate lists/ --format sarif", "for a build server; json, junit, github and more"),
    ),
    "show": (
        ("show lists/iron-vale.yaml", "the roster with its rules"),
        ("show friends/save.json --no-texts", "an Army Forge save, without the texts of the rules"),
    ),
    "export": (
        ("export lists/iron-vale.yaml", "a PDF in exports/"),
        ("export lists/iron-vale.yaml --layout cards --output cards.pdf", "a card for every unit"),
        ("export lists/ --book --sort player --output book.pdf", "all lists of a folder in one file"),
    ),
    "import": (
        ("import friends/save.json --output mine.yaml", "an Army Forge save becomes a list file"),
        ("import friends/share.txt", "a share text, printed as a list file"),
    ),
    "diff": (("diff lists/old.yaml lists/iron-vale.yaml", "what changed, unit by unit"),),
    "migrate": (
        ("migrate lists/old.yaml --dry-run", "what today's books would change"),
        ("migrate lists/old.yaml", "change it; the old version stays as a backup"),
    ),
    "event": (('event new --name "Spring Cup" --system aof-3.5 --points 2000', "the file of an event"),),
    "event new": (
        ('event new --name "Spring Cup" --system aof-3.5 --output spring-cup.yaml', "an event, and nothing asked"),
    ),
    "desk": (
        ("desk init club-day-2000 day/", "make the folder of an event"),
        ("desk take day/ lists/", "take lists in"),
        ("desk check day/", "who is missing, late, illegal, ready?"),
    ),
    "desk init": (("desk init autumn-cup.yaml cup/", "make a folder for an event of your own"),),
    "desk take": (("desk take cup/ lists/ --no-ask", "take in what is certain, leave the rest open"),),
    "desk check": (
        ("desk check cup/ --sort status", "the worst first"),
        ("desk check cup/ --status missing --status late", "only who is missing or late"),
    ),
    "desk letters": (("desk letters cup/ --missing", "remind those who have sent nothing"),),
    "desk lock": (("desk lock cup/", "accept all legal lists"),),
    "desk verify": (("desk verify cup/ lists/iron-vale.yaml", "is it the list that was accepted?"),),
    "desk publish": (("desk publish cup/ --hidden", "only commitments, no lists"),),
    "desk reveal": (("desk reveal cup/", "the salts of all hidden lists"),),
    "desk prove": (("desk prove cup/ lists/iron-vale.yaml", "is it the list that was promised?"),),
    "desk export": (("desk export cup/ pairing --output pairing.csv", "a file for the pairing tool"),),
    "odds": (
        ("odds human-empire/knights --charge", "a unit against the usual targets"),
        ("odds lists/iron-vale.yaml spears --against 10xD4+T1", "a unit of a list against a profile"),
    ),
    "systems": (
        ("systems", "the games there are"),
        ("systems aof-3.5", "the limits of one"),
    ),
    "rules": (
        ("rules aof-3.5", "how the game is played"),
        ("rules aof-3.5 Tough(3)", "one special rule"),
    ),
    "factions": (
        ("factions aof-3.5", "the factions of one game"),
        ("factions --sort units", "all of them, by size"),
    ),
    "units": (
        ("units human-empire --system aof-3.5", "the units of a faction"),
        ("units human-empire --sort cost", "the cheapest first"),
    ),
    "explain": (
        ("explain ORG001", "what a finding means, with examples"),
        ("explain", "all codes"),
    ),
    "data": (("data check own/", "are data files written as they should be?"),),
    "data check": (
        ("data check own/", "check a folder of your own"),
        ("data check", "check all data there is"),
    ),
    "data new": (
        ("data new --system aof-3.5 --output new-faction.yaml", "a commented faction"),
        ("data new system --system aof-3.5 --name Club --output club.yaml", "a game that builds on another"),
        ('data new event --name "Spring Cup" --system aof-3.5 --output spring.yaml', "an event"),
        ("data new list --system aof-3.5 --faction dwarves --output dwarves.yaml", "a list with one unit in it"),
    ),
    "data schema": (
        ("data schema event", "the schema of events"),
        ("data schema --system aof-3.5 --output own/schemas/faction.schema.json", "one that knows the game's rules"),
    ),
    "data import": (
        ("data import books/lake-folk-1.0.json --output own/", "an Army Forge book becomes a faction's file"),
    ),
    "data diff": (
        ("data diff books/lake-folk-1.0.json books/lake-folk-1.1.json", "what changed between two versions"),
    ),
    "data where": (("data where", "the folders that data is read from"),),
    "prove": (("prove lists/iron-vale.yaml COMMITMENT --salt-file salt.txt", "is it the list that was promised?"),),
    "sample": (("sample world", "a folder of files; all these examples run in it"),),
    "serve": (("serve --port 8080", "the builder at http://127.0.0.1:8080"),),
    "run-sample": (("run-sample lists/iron-vale.yaml", "open a list"),),
    "completion": (
        ("completion bash", 'for bash: eval "$(listbuilder completion bash)" in ~/.bashrc'),
        ("completion zsh", "for zsh: write it to a file _listbuilder in a folder of $fpath"),
        ("completion fish", "for fish: write it to ~/.config/fish/completions/listbuilder.fish"),
    ),
    "help": (
        ("help validate", "the help of a command"),
        ("help desk check", "of a part of one"),
        ("help --man", "the manual page: listbuilder help --man | man -l -"),
    ),
}
"""By command: lines to type, without the name of the program, and what they do."""


def format_examples(words: str) -> str:
    """Write the examples of a command as the end of its help."""
    found = EXAMPLES.get(words, ())
    shown = "".join(f"  listbuilder {line}\n      {told}\n" for line, told in found)
    return f"\nexamples:\n{shown}" if shown else ""
