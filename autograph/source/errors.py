"""Errors of source and of its conversion."""

from runtime.errors import AutographError


class ConversionError(AutographError):
    """A function cannot be converted."""

    code = "AG200"


class SourceError(ConversionError):
    """A function's source cannot be found."""

    code = "AG201"
