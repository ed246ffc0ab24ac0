"""`cairn tables export`: the declared tables for those who make theirs with other tools."""

from enum import StrEnum
from typing import Annotated

import typer

from cairn.cli.tables.options import App, chosen_tables


class Form(StrEnum):
    CLOUDFORMATION = "cloudformation"
    TERRAFORM = "terraform"


def export(
    form: Annotated[Form, typer.Option("--format", help="What to write.")] = Form.CLOUDFORMATION,
    app: App = None,
) -> None:
    """Write the declared tables as a CloudFormation template or as Terraform resources.

    Example: cairn tables export --format terraform > tables.tf
    """
    from cairn.tables.cloudformation import cloudformation
    from cairn.tables.terraform import terraform

    write = cloudformation if form is Form.CLOUDFORMATION else terraform
    print(write(chosen_tables(app)), end="")
