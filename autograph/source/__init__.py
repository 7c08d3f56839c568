"""Python source: found, parsed, understood, printed."""
