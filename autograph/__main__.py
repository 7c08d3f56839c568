"""``python -m autograph`` does what the ``autograph`` script does."""

import sys

from autograph.cli import main

sys.exit(main())
