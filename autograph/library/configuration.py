"""What AutoGraph runs on, for reports of errors."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version

from autograph.version import __version__
from runtime.executors import why_not_native


def show_config() -> None:
    """Print versions, settings, and whether there is machine code.

    Examples
    --------
    >>> show_config()
    autograph: ...
    Python: 3...
    NumPy: ...
    gast: ...
    llvmlite: ...
    machine code: ...
    settings: ...
    """
    reason = why_not_native()
    facts = {
        "autograph": __version__,
        "Python": f"{platform.python_version()}, {platform.platform()}",
        "NumPy": _version("numpy"),
        "gast": _version("gast"),
        "llvmlite": _version("llvmlite"),
        "machine code": "yes" if reason is None else f"no: {reason}",
        "settings": ", ".join(_settings()) or "none",
    }
    for name, value in facts.items():
        print(f"{name}: {value}")


def _settings() -> list[str]:
    """Return the environment variables of this library that are set."""
    of_ours = sorted(each for each in os.environ if each.startswith("AUTOGRAPH_"))
    return [f"{name}={os.environ[name]}" for name in of_ours]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
