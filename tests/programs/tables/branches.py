"""Branches, and jumps out of them."""

from __future__ import annotations

from tests.programs.grammar import statements

TABLES = {
    "statement": statements("""
4
if $test:
    $block

4
if $test:
    $block
else:
    $block

2
if $test:
    $block
elif $test:
    $block
else:
    $block

0.7
if $test:
    $block
elif $test:
    $block

0.7
if ($new:number := $number) > $number:
    $block
else:
    $block

0.7
if $name:optional is None:
    $block
else:
    $var:number = $last
    $block

0.5
if $name:optional is None:
    $same = $number

0.7
if $test:
    $new:number = $number
else:
    $same = $number
$var:number = $last

0.4
if $test:
    del $own:number

2 inner
if $test:
    return ${$number|None|$array|$list|$number, $array}

0.5
if $test:
    return ${$number|$array}

1
if $test and $test:
    return $number

1 jumps
if $test:
    ${break|continue|break}

0.4 jumps
${break|continue}

0.2 inner
return $number
"""),
}
