"""What users call inside their functions: prints, Python calls, checkpoints."""
