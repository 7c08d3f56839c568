"""Machine code: graphs lowered to LLVM, with Python's and NumPy's bits."""
