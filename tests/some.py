"""The type of the fixture `some`, which takes a third of many cases by default."""

from collections.abc import Callable, Iterable
from typing import Any

Some = Callable[[Iterable[Any]], list[Any]]
