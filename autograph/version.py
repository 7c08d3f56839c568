"""The version of this library."""

__version__ = "0.2.0"
