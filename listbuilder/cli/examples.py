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
        ("validate lists/iron-vale.yaml", "check whether it is legal, with fixes if not"),
        ("help validate", "show help for one command"),
    ),
    "validate": (
        ("validate lists/iron-vale.yaml", "validate one list"),
        ("validate lists/ --sort verdict -q", "all lists in a folder: only problems, worst first"),
        ("validate lists/ --event autumn-cup.yaml", "also check the rules of an event"),
        ("validate lists/ --format sarif", "for a build server; json, junit, github and more"),
    ),
    "show": (
        ("show lists/iron-vale.yaml", "print the roster with its rules"),
        ("show friends/save.json --no-texts", "an Army Forge save, without rule texts"),
    ),
    "export": (
        ("export lists/iron-vale.yaml", "a PDF in exports/"),
        ("export lists/iron-vale.yaml --layout cards --output cards.pdf", "a card for every unit"),
        ("export lists/ --book --sort player --output book.pdf", "all lists in a folder as one file"),
    ),
    "import": (
        ("import friends/save.json --output mine.yaml", "convert an Army Forge save into a list file"),
        ("import friends/share.txt", "convert a share text and print the list file"),
    ),
    "diff": (("diff lists/old.yaml lists/iron-vale.yaml", "what changed, unit by unit"),),
    "migrate": (
        ("migrate lists/old.yaml --dry-run", "show what the current army books would change"),
        ("migrate lists/old.yaml", "update it; the old version is kept as a backup"),
    ),
    "event": (('event new --name "Spring Cup" --system aof-3.5 --points 2000', "create an event file"),),
    "event new": (
        (
            'event new --name "Spring Cup" --system aof-3.5 --output spring-cup.yaml',
            "create an event without questions",
        ),
    ),
    "desk": (
        ("desk init club-day-2000 day/", "create an event folder"),
        ("desk take day/ lists/", "add lists to the inbox"),
        ("desk check day/", "see who is missing, late, illegal or legal"),
    ),
    "desk init": (("desk init autumn-cup.yaml cup/", "create a folder for your own event"),),
    "desk take": (("desk take cup/ lists/ --no-ask", "add lists and leave uncertain matches for later"),),
    "desk check": (
        ("desk check cup/ --sort status", "worst first"),
        ("desk check cup/ --status missing --status late", "only missing or late players"),
    ),
    "desk letters": (("desk letters cup/ --missing", "write reminders to players without a submission"),),
    "desk lock": (("desk lock cup/", "accept all legal lists"),),
    "desk verify": (("desk verify cup/ lists/iron-vale.yaml", "check whether it is the accepted list"),),
    "desk publish": (("desk publish cup/ --hidden", "publish commitments instead of lists"),),
    "desk reveal": (("desk reveal cup/", "print the salts of all hidden lists"),),
    "desk prove": (("desk prove cup/ lists/iron-vale.yaml", "check whether it is the committed list"),),
    "desk export": (("desk export cup/ pairing --output pairing.csv", "a file for a pairing tool"),),
    "odds": (
        ("odds human-empire/knights --charge", "a unit against the usual targets"),
        ("odds lists/iron-vale.yaml spears --against 10xD4+T1", "a unit from a list against a profile"),
    ),
    "systems": (
        ("systems", "list all systems"),
        ("systems aof-3.5", "show the limits of one system"),
    ),
    "rules": (
        ("rules aof-3.5", "the quick reference"),
        ("rules aof-3.5 Tough(3)", "one special rule"),
    ),
    "factions": (
        ("factions aof-3.5", "the factions of one system"),
        ("factions --sort units", "all factions, sorted by number of units"),
    ),
    "units": (
        ("units human-empire --system aof-3.5", "the units of a faction"),
        ("units human-empire --sort cost", "cheapest first"),
    ),
    "explain": (
        ("explain ORG001", "explain a problem, with examples"),
        ("explain", "all codes"),
    ),
    "data": (("data check own/", "check a folder of data files"),),
    "data check": (
        ("data check own/", "check your own folder"),
        ("data check", "check all data"),
    ),
    "data new": (
        ("data new --system aof-3.5 --output new-faction.yaml", "a commented faction"),
        ("data new system --system aof-3.5 --name Club --output club.yaml", "a game based on an existing one"),
        ('data new event --name "Spring Cup" --system aof-3.5 --output spring.yaml', "an event"),
        ("data new list --system aof-3.5 --faction dwarves --output dwarves.yaml", "a list with one unit"),
    ),
    "data schema": (
        ("data schema event", "the schema for events"),
        (
            "data schema --system aof-3.5 --output own/schemas/faction.schema.json",
            "a schema that knows the system's rules",
        ),
    ),
    "data import": (
        ("data import books/lake-folk-1.0.json --output own/", "convert an Army Forge book into a faction file"),
    ),
    "data diff": (
        ("data diff books/lake-folk-1.0.json books/lake-folk-1.1.json", "what changed between two versions"),
    ),
    "data where": (("data where", "list the data folders"),),
    "prove": (
        ("prove lists/iron-vale.yaml COMMITMENT --salt-file salt.txt", "check whether it is the committed list"),
    ),
    "sample": (("sample world", "create sample files; all these examples work with them"),),
    "serve": (("serve --port 8080", "the builder at http://127.0.0.1:8080"),),
    "run-sample": (("run-sample lists/iron-vale.yaml", "open a list"),),
    "completion": (
        ("completion bash", 'for bash: eval "$(listbuilder completion bash)" in ~/.bashrc'),
        ("completion zsh", "for zsh: save it as _listbuilder in a folder of $fpath"),
        ("completion fish", "for fish: save it as ~/.config/fish/completions/listbuilder.fish"),
    ),
    "help": (
        ("help validate", "help for a command"),
        ("help desk check", "help for a subcommand"),
        ("help --man", "the manual page: listbuilder help --man | man -l -"),
    ),
}
"""By command: lines to type, without the name of the program, and what they do."""


def format_examples(words: str) -> str:
    """Write the examples of a command as the end of its help."""
    found = EXAMPLES.get(words, ())
    shown = "".join(f"  listbuilder {line}\n      {told}\n" for line, told in found)
    return f"\nexamples:\n{shown}" if shown else ""
