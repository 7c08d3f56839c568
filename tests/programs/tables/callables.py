"""Functions in functions: closures, recursion, generators, lambdas."""

from __future__ import annotations

from tests.programs.grammar import statements

TABLES = {
    "statement": statements("""
1.5 outer
def $def:function($let:number):
    $body
    return $number

0.5 outer
def $def:function($let:number, $let:number=$literal, *, key=${None|2}):
    $body
    return $number

0.4 outer
def $def:function($let:number, *rest):
    $body
    return $number + len(rest)

0.5 outer
def $def:function($let:number):
    $new:function = lambda: $number
    if $condition:
        $body
    return $number + $name:function()

0.5 outer
def $def:transform($let:array):
    $body
    return $array

0.4 outer
def $def:stream($let:number):
    for $let:number in $array:
        yield $number
        if $condition:
            return

0.4 outer
def $def:recursive($let:number, left=2):
    $body
    if left <= 0 or $condition:
        return $number
    return $number + $def:recursive($number, left - 1)

0.7
$new:function = lambda $let:number: $number

0.3
$new:functions = [lambda $let:number, k=k: $same + k for k in range(2)]
$var:number = $name:functions[1]($number)

0.5
$name:function($number)

0.4
$name:recursive($number, 2)

0.3
$own:function = $name:function

0.5
$own:function = lambda $let:number: $number
"""),
}
