"""SymPy and mpmath: number theory, polynomials as lists, matrices, expressions."""

SETUP = """
import sympy
from sympy import S, Integer, Matrix, Rational, Symbol, ZZ, QQ, symbols, sin, cos, exp
from sympy.polys.domains import ZZ, QQ
x, y, z = symbols("x y z")
"""
DRIVERS = """
sympy.ntheory. isprime factorint divisors divisor_count totient primefactors
sympy.ntheory. mobius reduced_totient is_square antidivisors abundance
sympy.ntheory. is_perfect is_abundant is_deficient is_mersenne_prime nextprime prevprime
sympy.ntheory. primepi prime
    28
    97
    360
sympy.ntheory.factor_.multiplicity
    2, 48
    5, 3
sympy.ntheory.factor_.perfect_power
    64
    65
sympy.ntheory.factor_.smoothness
    360
sympy.ntheory.factor_.pollard_rho
    8051
sympy.ntheory.factor_.pollard_pm1
    21477639576571, 9, 1200
sympy.ntheory.factor_.digits
    35
sympy.ntheory.digits.digits
    35
    27, 2
    -5, 3
sympy.ntheory.digits.count_digits
    1111339
sympy.ntheory.digits.is_palindromic
    121
    -12
sympy.ntheory.residue_ntheory.n_order
    3, 7
    2, 9
sympy.ntheory.residue_ntheory.is_primitive_root
    3, 7
sympy.ntheory.residue_ntheory.sqrt_mod
    11, 43
    17, 32
sympy.ntheory.residue_ntheory.legendre_symbol
    3, 7
    2, 7
sympy.ntheory.residue_ntheory.jacobi_symbol
    45, 77
sympy.ntheory.residue_ntheory.discrete_log
    41, 15, 7
sympy.ntheory.residue_ntheory.quadratic_residues
    7
sympy.ntheory.residue_ntheory.nthroot_mod
    11, 4, 19
sympy.ntheory.modular.crt
    [99, 97, 95], [49, 76, 65]
    [3, 5], [2, 3]
sympy.ntheory.modular.solve_congruence
    (2, 3), (3, 5), (2, 7)
    (1, 2), (2, 4)
sympy.ntheory.continued_fraction.continued_fraction
    Rational(45, 16)
sympy.ntheory.continued_fraction.continued_fraction_convergents
    [1, 2, 2, 2]
sympy.ntheory.egyptian_fraction.egyptian_fraction
    Rational(3, 7)
    Rational(3, 7), "Harmonic"
sympy.ntheory.partitions_.npartitions
    25
sympy.ntheory.generate.primerange
    2, 30
sympy.ntheory.multinomial.binomial_coefficients
    4
sympy.ntheory.multinomial.multinomial_coefficients
    3, 2
sympy.ntheory.primetest.mr
    1373651, [2, 3]
sympy.ntheory.primetest.is_euler_pseudoprime
    561, 2
sympy.ntheory.bbp_pi.pi_hex_digits
    3
sympy.core.intfunc.igcdex
    2, 3
    10, 12
sympy.core.intfunc.igcd_lehmer
    1000, 375
sympy.core.intfunc.ilcm
    4, 6, 10
sympy.core.intfunc.integer_nthroot
    26, 2
    27, 3
sympy.core.intfunc.integer_log
    125, 5
    17, 9
sympy.core.intfunc.mod_inverse
    3, 11
    2, 4
sympy.utilities.iterables.flatten
    [1, [2, [3, [4]]]]
    [1, [2, [3]]], levels=1
sympy.utilities.iterables.group
    [1, 1, 1, 2, 2, 3]
sympy.utilities.iterables.multiset
    "mississippi"
sympy.utilities.iterables.subsets
    [1, 2, 3]
    [1, 2, 3], 2, repetition=True
sympy.utilities.iterables.topological_sort
    ([1, 2, 3], [(1, 2), (2, 3)])
    ([1, 2], [(1, 2), (2, 1)])
sympy.utilities.iterables.strongly_connected_components
    (["A", "B", "C"], [("A", "B"), ("B", "A"), ("B", "C")])
sympy.utilities.iterables.connected_components
    (["A", "B", "C"], [("A", "B"), ("B", "A")])
sympy.utilities.iterables.partitions
    5
    6, k=2
sympy.utilities.iterables.ordered_partitions
    4
sympy.utilities.iterables.multiset_partitions
    [1, 2, 2]
sympy.utilities.iterables.multiset_permutations
    "aab"
sympy.utilities.iterables.rotate_left
    [1, 2, 3], 1
sympy.utilities.iterables.minlex
    (3, 1, 2)
sympy.utilities.iterables.runs
    [1, 2, 0, 3, 4, 1]
sympy.utilities.iterables.necklaces
    3, 2
sympy.utilities.iterables.bracelets
    3, 2
sympy.utilities.iterables.generate_bell
    3
sympy.utilities.iterables.generate_involutions
    3
sympy.utilities.iterables.generate_derangements
    [0, 1, 2]
sympy.utilities.iterables.kbins
    [0, 1, 2], 2
sympy.utilities.iterables.reshape
    list(range(8)), [4]
sympy.utilities.iterables.sift
    range(6), lambda n: n % 2
    range(5), lambda n: n > 2, binary=True
sympy.utilities.iterables.uniq
    [1, 2, 1, 3, 2]
sympy.utilities.iterables.variations
    [1, 2], 2, True
sympy.utilities.iterables.binary_partitions
    5
sympy.utilities.iterables.filter_symbols
    [x, y, z], [y]
sympy.utilities.iterables.has_dups
    [1, 2, 1]
    [1, 2]
sympy.utilities.iterables.capture
    lambda: print("hello")
sympy.utilities.iterables.postorder_traversal
    x + y * z
sympy.polys.densearith. dup_sqr dup_neg dup_max_norm dup_l1_norm dup_abs
    [ZZ(1), ZZ(2), ZZ(3)], ZZ
    [ZZ(1), ZZ(0), ZZ(-7), ZZ(2)], ZZ
sympy.polys.densearith. dup_add dup_sub dup_mul dup_div dup_rem dup_quo dup_prem
sympy.polys.euclidtools. dup_gcd dup_lcm dup_inner_gcd dup_resultant dup_subresultants
    [ZZ(1), ZZ(2), ZZ(1)], [ZZ(1), ZZ(1)], ZZ
    [ZZ(2), ZZ(0), ZZ(-4)], [ZZ(2), ZZ(4), ZZ(1)], ZZ
sympy.polys.densearith. dup_pow dup_mul_ground dup_lshift dup_rshift
sympy.polys.densetools. dup_diff dup_eval dup_shift dup_trunc
    [ZZ(1), ZZ(2), ZZ(3)], 2, ZZ
    [ZZ(1), ZZ(0), ZZ(-7), ZZ(2)], 3, ZZ
sympy.polys.densetools. dup_content dup_primitive dup_mirror
sympy.polys.sqfreetools. dup_sqf_p dup_sqf_part dup_sqf_list
sympy.polys.factortools. dup_factor_list dup_zz_factor dup_zz_mignotte_bound
sympy.polys.rootisolation. dup_count_real_roots dup_isolate_real_roots
    [ZZ(1), ZZ(-3), ZZ(2)], ZZ
    [ZZ(1), ZZ(0), ZZ(-7), ZZ(6)], ZZ
sympy.polys.densetools.dup_compose
    [ZZ(1), ZZ(1)], [ZZ(1), ZZ(-1)], ZZ
sympy.polys.densebasic. dup_strip dup_degree  dup_reverse dup_to_dict
    [1, 2, 3]
    [0, 0, 1]
sympy.polys.galoistools. gf_add gf_sub gf_mul gf_div gf_rem gf_gcd gf_lcm
    [3, 2, 4], [2, 2, 2], 5, ZZ
    [1, 0, 1], [1, 1], 7, ZZ
sympy.polys.galoistools. gf_irreducible_p gf_sqf_p gf_sqf_list gf_factor gf_monic gf_diff
    [1, 4, 2, 2, 3], 5, ZZ
    [1, 2, 1], 7, ZZ
sympy.polys.monomials. monomial_mul monomial_div monomial_gcd monomial_lcm
    (3, 4, 1), (1, 2, 0)
    (1, 0), (2, 1)
sympy.polys.monomials.itermonomials
    [x, y], 2
sympy.matrices.dense.eye
    3
sympy.matrices.dense.hessian
    x ** 2 * y, [x, y]
sympy.matrices.dense.rot_axis3
    x
sympy.combinatorics.permutations._af_rmul
    [1, 0, 2], [0, 2, 1]
sympy.combinatorics.permutations._af_pow
    [1, 2, 0, 3], 2
sympy.combinatorics.permutations._af_invert
    [1, 2, 0, 3]
sympy.combinatorics.permutations._af_parity
    [1, 2, 0, 3]
    [1, 0]
sympy.combinatorics.graycode.gray_to_bin
    "100"
sympy.combinatorics.graycode.bin_to_gray
    "111"
sympy.combinatorics.graycode.random_bitstring
    4
sympy.geometry.util.convex_hull
    (0, 0), (1, 0), (0, 1), (1, 1), (S.Half, S.Half)
sympy.geometry.util.closest_points
    (0, 0), (1, 0), (2, 0)
sympy.logic.algorithms.dpll.dpll_satisfiable
    x & ~y
sympy.logic.boolalg.to_cnf
    ~(x | y) | z
sympy.logic.boolalg.to_nnf
    ~((~x & ~y) | (z & x))
sympy.logic.boolalg.SOPform
    [x, y, z], [[0, 0, 1], [0, 1, 1]]
sympy.logic.boolalg.truth_table
    x >> y, [x, y]
sympy.logic.boolalg.integer_to_term
    5
sympy.logic.boolalg._convert_to_varsSOP
    [1, 0], [x, y]
sympy.series.sequences.SeqFormula.__new__
    sympy.SeqFormula, x ** 2, (x, 0, 5)
sympy.simplify.radsimp.rcollect
    (x ** 2 * y + x * y + x + y) / (x + y), y
sympy.simplify.radsimp.fraction
    x / y
sympy.simplify.simplify.nthroot
    90 + 34 * sympy.sqrt(7), 3
sympy.simplify.simplify.signsimp
    (x - y) / (y - x)
sympy.solvers.diophantine.diophantine.base_solution_linear
    5, 2, 3
sympy.solvers.diophantine.diophantine.diop_DN
    13, -4
sympy.solvers.diophantine.diophantine.sum_of_three_squares
    44542
sympy.solvers.diophantine.diophantine.prime_as_sum_of_two_squares
    13
sympy.solvers.diophantine.diophantine.power_representation
    50, 2, 2
sympy.solvers.diophantine.diophantine.partition
    5
sympy.printing.pretty.stringpict.stringPict.render
    sympy.printing.pretty.stringpict.stringPict("a\\nb")
sympy.discrete.transforms. fft ifft fwht ifwht
    [1, 2, 3, 4]
    [1, 2]
sympy.discrete.transforms.ntt
    [1, 2, 3, 4], 257
sympy.discrete.convolutions. convolution_fft convolution_fwht convolution_subset
    [2, 3], [4, 5]
    [1, 2, 3], [1, 1]
sympy.discrete.recurrences.linrec
    [1, 1], [0, 1], 10
sympy.crypto.crypto. encipher_shift decipher_shift
    "HELLO", 3
sympy.crypto.crypto.encipher_affine
    "HELLO", (3, 1)
sympy.crypto.crypto.encipher_vigenere
    "MEET ME", "KEY"
sympy.crypto.crypto.encode_morse
    "sos help"
sympy.crypto.crypto.decode_morse
    "...|---|...||"
sympy.crypto.crypto.encipher_railfence
    "hello world", 3
sympy.crypto.crypto.uniq
    "aab"
mpmath.libmp.libintmath. bitcount trailing isqrt_small list_primes ifac ifib
    20
    97
mpmath.libmp.libintmath.eulernum
    6
mpmath.libmp.libintmath.stirling1
    5, 2
mpmath.libmp.libintmath.stirling2
    5, 2
mpmath.libmp.libintmath.gcd
    12, 18
mpmath.libmp.libintmath.numeral_python
    255, 16
mpmath.libmp.libelefun. pi_fixed e_fixed ln2_fixed
    60
    100
mpmath.libmp.libelefun. exp_fixed cos_sin_fixed
    1 << 58, 60
    -(1 << 60), 60
"""
