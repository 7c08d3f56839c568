"""Texts and f-strings."""

from __future__ import annotations

from tests.programs.grammar import expressions, statements

TABLES = {
    "text": expressions("""
        3   $name:text
        1   "${a|12|no|}"
        1   str($number)
        1   f"{$name:number}${| |:}{$name:number}"
        0.5 f"{$name:number:${.2f|5|+|e|>6}}"
        0.4 f"{$name:number!r} {$name:array.shape}"
        0.5 repr($number)
        0.3 ("%s-%s" % ($number, $number))
        0.3 "{} {:>4}".format($number, $literal)
        0.3 type($number).__name__
        0.3 str($any_array.dtype)
        0.3 ",".join(str($let:number) for $same in $iterable)
        0.3 ($text if $test else $text)
        0.3 str($array)
        0.3 "x"
    """),
    "statement": statements("""
0.7
$var:text = $text

0.5
$own:text ${+=|= $same +} ${"x"|str($number)|$name:text[:3]}

0.3
$own:text += f"{$name:number} "

0.3
$own:text = $same.${upper|strip|title|lower}()

0.2
$var:list = $name:text.split()
"""),
}
