"""What the commands on accounts and tokens have in common."""

from typing import Annotated

import typer

Email = Annotated[str, typer.Argument(metavar="EMAIL", help="The e-mail address of the account.")]
Json = Annotated[bool, typer.Option("--json", help="A JSON object a line, for programs.")]
AsLink = Annotated[
    bool,
    typer.Option(
        "--link", help="Print the address of a page on which its owner chooses a password, within a day."
    ),
]
