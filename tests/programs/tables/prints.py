"""What a program shows."""

from __future__ import annotations

from tests.programs.grammar import expressions, statements

TABLES = {
    "shown": expressions("""
        4   $number
        2   $any_array
        1   $text
        1   $list
        0.5 $dict
        0.5 $tuple
        1   "here"
        1   f"{$name:number}"
        0.5 $test
        0.3 $name:optional
        0.3 $point
    """),
    "statement": statements("""
2
print($shown, $name:number)

0.5
print($shown, $shown, sep=${", "|"/"}, end=${"-"|"."})

0.4
print(f"{$name:number} {$name:number:>5}")
"""),
}
