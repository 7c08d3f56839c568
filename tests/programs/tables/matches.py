"""`match` over numbers, tuples, lists, dicts, namedtuples, dataclasses, texts."""

from __future__ import annotations

from tests.programs.grammar import statements

TABLES = {
    "statement": statements("""
0.6
match $number:
    case ${0|True|-1}:
        $block
    case 1 | 2:
        $block
    case $new:number if $condition:
        $block
    case _:
        $block

0.3
match $number:
    case int($new:number):
        $block
    case float() | np.floating():
        $block

0.5
match $tuple:
    case (0, $new:number):
        $block
    case ($new:number, $new:number):
        $block
    case [$new:number, *_]:
        $block

0.4
match $list:
    case []:
        $block
    case [$new:number]:
        $block
    case [$new:number, *$new:list]:
        $block

0.4
match $dict:
    case {"a": $new:number, **$new:dict}:
        $block
    case {"b": 0 | 1}:
        $block
    case _:
        $block

0.5
match $point:
    case Point(0, $new:number):
        $block
    case Point(x=$new:number, y=$new:number) if $condition:
        $block
    case _:
        $block

0.4
match $pair:
    case Pair(first=0):
        $block
    case Pair($new:number, $new:number):
        $block

0.3
match $name:optional:
    case None:
        $block
    case $new:number:
        $block

0.2
match $text:
    case "a" | "":
        $block
    case $new:text:
        $block
"""),
}
