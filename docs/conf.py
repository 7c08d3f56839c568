"""The site: ``python -m tools.site`` builds it from the pages in this folder."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from autograph.version import __version__  # noqa: E402 - after the path

project = "AutoGraph for NumPy"
author = "the AutoGraph for NumPy developers"
version = release = __version__
extensions = [
    "myst_parser",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx_copybutton",
    "sphinx_gallery.gen_gallery",
]
exclude_patterns = ["examples"]
nitpick_ignore_regex = [("py:.*", ".*")]  # docstrings name types in words

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
pygments_style = "tango"

autodoc_typehints = "none"  # numpydoc's sections say it in words
autodoc_member_order = "bysource"
default_role = "py:obj"
numpydoc_show_class_members = False
add_module_names = False

sphinx_gallery_conf = {
    "examples_dirs": "examples",
    "gallery_dirs": "gallery",
    "filename_pattern": r"\.py$",
    "within_subsection_order": "FileNameSortKey",
    "abort_on_example_error": True,
    "capture_repr": (),
    "download_all_examples": False,
    "show_memory": False,
    "min_reported_time": 5,
    "matplotlib_animations": False,
    "remove_config_comments": True,
    "write_computation_times": False,
}

html_theme = "pydata_sphinx_theme"
html_title = "AutoGraph for NumPy"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "logo": {"text": "AutoGraph for NumPy"},
    "header_links_before_dropdown": 6,
    "navbar_align": "left",
    "show_toc_level": 2,
    "footer_start": ["license"],
    "footer_end": [],
    "secondary_sidebar_items": ["page-toc"],
    "use_edit_page_button": False,
}
templates_path = ["_templates"]
toc_object_entries_show_parents = "hide"
_ALONE = ("index", "sharp-edges", "start", "tutorial")
html_sidebars = {page: [] for page in _ALONE}  # no pages below them to list
