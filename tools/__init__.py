"""Tools for working on this repository; none of them is installed."""
