"""Kernels, and the places in them from which a plan can go on."""
