"""Python source: finding, parsing, analysis and printing."""
