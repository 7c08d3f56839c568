"""Graphs as models of ONNX, whose package is needed to write the file alone."""
