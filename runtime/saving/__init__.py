"""Files of graphs: data alone, read without running anything.

`load` needs neither the source of the functions nor `autograph`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from runtime.saving.file_reader import load
    from runtime.saving.file_writer import write
    from runtime.saving.loaded import Loaded, LoadedFunction, LoadedGraph
    from runtime.saving.saved import Saved
    from runtime.saving.signature import Parameter, Signature

__all__ = [
    "Loaded",
    "LoadedFunction",
    "LoadedGraph",
    "Parameter",
    "Saved",
    "Signature",
    "load",
    "write",
]

_HOMES = {
    "Loaded": "loaded",
    "LoadedFunction": "loaded",
    "LoadedGraph": "loaded",
    "Parameter": "signature",
    "Saved": "saved",
    "Signature": "signature",
    "load": "file_reader",
    "write": "file_writer",
}


def __getattr__(name: str) -> Any:
    """Import a name on first use: traces need to know loaded functions, not files."""
    if name not in _HOMES:
        raise AttributeError(f"module 'runtime.saving' has no attribute {name!r}")
    return getattr(import_module(f"runtime.saving.{_HOMES[name]}"), name)
