"""LLVM's assembly language: how it is written, and what all kernels share."""
