"""What becomes of a call: of NumPy, of builtins, of libraries, of methods."""
