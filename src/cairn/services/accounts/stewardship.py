"""Operators come and go, and one is always left."""

from cairn.services.accounts.refusals import LastOperator
from cairn.services.accounts.schema import Account, Operators
from cairn.tables import Action, Change, ConditionFailedError, attribute, update


def appointing(account: Account) -> tuple[Change, Action]:
    """What makes an account an operator's: a change of it, and what is written with that."""
    among = attribute(Operators.account_ids).include(account.account_id)
    return attribute(Account.is_operator).set(True), update(Operators.all(), among)


def dismissing(account: Account) -> tuple[Change, Action]:
    """What makes an account an operator's no more. It is refused for the last one: see `told`."""
    ids = attribute(Operators.account_ids)
    leaving = update(Operators.all(), ids.exclude(account.account_id), when=ids.size_is(">", 1))
    return attribute(Account.is_operator).set(False), leaving


def is_of_the_last(refusal: ConditionFailedError) -> bool:
    """Whether it was refused because nobody else looks after the installation."""
    return refusal.action.layout.entity is Operators


def last_operator() -> LastOperator:
    return LastOperator("Nobody else looks after this installation: make somebody else an operator first")
