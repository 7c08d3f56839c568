"""Files of graphs: data alone, read without running anything.

`load` needs neither the source of the functions nor `autograph`.
"""

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
