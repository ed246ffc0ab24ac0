"""A progress bar on a terminal; nothing where the output goes elsewhere."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[str, float], None]


@contextmanager
def shown_progress() -> Iterator[Progress]:
    """A function that is told what is being done and how much of it is done, from 0 to 1."""
    from rich.console import Console
    from rich.progress import BarColumn, TaskID, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda what, share: None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeRemainingColumn(),
    )
    with Bars(*columns, console=console) as bars:
        tasks: dict[str, TaskID] = {}

        def show(what: str, share: float) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what, total=1.0)
            bars.update(tasks[what], completed=share)

        yield show
