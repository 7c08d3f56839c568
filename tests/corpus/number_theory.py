"""Integers: primes, divisors, digits, bits, modular arithmetic."""

from __future__ import annotations

import math

import numpy as np

from tests.corpus.case import (
    case,
    floats,
    i64,
    ints,
    u8,
)


def sieve(n):
    prime = np.ones(n + 1, dtype=bool)
    prime[:2] = False
    i = 2
    while i * i <= n:
        if prime[i]:
            prime[i * i :: i] = False
        i += 1
    return np.nonzero(prime)[0]


def sieve_loops(n):
    composite = np.zeros(n, dtype=np.int8)
    count = 0
    for p in range(2, n):
        if composite[p]:
            continue
        count += 1
        for m in range(p * p, n, p):
            composite[m] = 1
    return count


def prime_factors(n):
    factors = []
    d = 2
    while d * d <= n:
        while n % d == 0:
            factors.append(d)
            n //= d
        d += 1
    if n > 1:
        factors.append(n)
    return factors


def largest_prime_factor(n):
    best = 1
    p = 2
    while n > 1:
        if n % p == 0:
            best = p
            n //= p
        elif p * p > n:
            return n
        else:
            p += 1
    return best


def divisors(n):
    out = []
    for d in range(1, n + 1):
        if n % d == 0:
            out.append(d)
    return np.array(out)


def divisor_sum(n):
    s = 0
    for d in range(1, n):
        if n % d == 0:
            s += d
    return s


def kind_of_number(n):
    s = divisor_sum(n)
    if s == n:
        return "perfect"
    elif s < n:
        return "deficient"
    return "abundant"


def euler_totient(n):
    result = n
    p = 2
    while p * p <= n:
        if n % p == 0:
            while n % p == 0:
                n //= p
            result -= result // p
        p += 1
    if n > 1:
        result -= result // n
    return result


def extended_gcd(a, b):
    x0, x1, y0, y1 = 1, 0, 0, 1
    while b != 0:
        q, a, b = a // b, b, a % b
        x0, x1 = x1, x0 - q * x1
        y0, y1 = y1, y0 - q * y1
    return a, x0, y0


def modular_inverse(a, m):
    g, x, _ = extended_gcd(a, m)
    if g != 1:
        raise ValueError("no inverse")
    return x % m


def modular_power(base, exponent, modulus):
    result = 1
    base = base % modulus
    while exponent > 0:
        if exponent & 1:
            result = result * base % modulus
        exponent >>= 1
        base = base * base % modulus
    return result


def chinese_remainder(remainders, moduli):
    x = 0
    step = 1
    for r, m in zip(remainders, moduli):
        while x % m != r:
            x += step
        step *= m
    return x


def miller_rabin(n):
    if n < 2:
        return False
    for p in (2, 3, 5, 7):
        if n % p == 0:
            return n == p
    d, s = n - 1, 0
    while d % 2 == 0:
        d //= 2
        s += 1
    for a in (2, 3):
        x = modular_power(a, d, n)
        if x == 1 or x == n - 1:
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def pollard_rho(n):
    x = y = 2
    d = 1
    while d == 1:
        x = (x * x + 1) % n
        y = (y * y + 1) % n
        y = (y * y + 1) % n
        a, b = abs(x - y), n
        while b:
            a, b = b, a % b
        d = a
    return d


def goldbach(n):
    def prime(k):
        if k < 2:
            return False
        for d in range(2, k):
            if d * d > k:
                break
            if k % d == 0:
                return False
        return True

    for a in range(2, n // 2 + 1):
        if prime(a) and prime(n - a):
            return a, n - a
    return None


def collatz_longest(limit):
    best = (0, 0)
    for start in range(1, limit):
        n = start
        steps = 0
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        if steps > best[1]:
            best = (start, steps)
    return best


def collatz_array(n):
    steps = np.zeros(n.shape, dtype=np.int64)
    active = n > 1
    while active.any():
        even = active & (n % 2 == 0)
        odd = active & ~even
        n = np.where(even, n // 2, np.where(odd, 3 * n + 1, n))
        steps += active
        active = n > 1
    return steps


def happy(n):
    seen = []
    while n != 1 and n not in seen:
        seen.append(n)
        s = 0
        while n > 0:
            d = n % 10
            s += d * d
            n //= 10
        n = s
    return n == 1


def armstrong(n):
    digits = 0
    m = n
    while m > 0:
        digits += 1
        m //= 10
    s = 0
    m = n
    while m > 0:
        s += (m % 10) ** digits
        m //= 10
    return s == n


def kaprekar(n):
    turns = 0
    while n != 6174 and turns < 10:
        digits = []
        for _ in range(4):
            digits.append(n % 10)
            n //= 10
        digits.sort()
        small = big = 0
        for d in digits:
            small = small * 10 + d
        for d in reversed(digits):
            big = big * 10 + d
        n = big - small
        turns += 1
    return n, turns


def to_base(n, b):
    if n == 0:
        return "0"
    text = ""
    while n > 0:
        text = "0123456789abcdef"[n % b] + text
        n = n // b
    return text


def from_digits(digits, b):
    n = 0
    for d in digits:
        if d >= b:
            raise ValueError("digit out of range")
        n = n * b + d
    return n


def roman(n):
    out = ""
    for value, letters in ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        while n >= value:
            out += letters
            n -= value
    return out


def luhn(digits):
    s = 0
    for i, d in enumerate(digits[::-1]):
        if i % 2:
            d = 2 * d
            if d > 9:
                d -= 9
        s += d
    return s % 10 == 0


def population_count(x):
    n = 0
    while x:
        n += x & 1
        x >>= 1
    return n


def reverse_bits(x, width):
    r = 0
    for _ in range(width):
        r = (r << 1) | (x & 1)
        x >>= 1
    return r


def gray_codes(bits):
    out = []
    for i in range(1 << bits):
        out.append(i ^ (i >> 1))
    return out


def highest_bit(n):
    k = -1
    while n > 0:
        n >>= 1
        k += 1
    return k


def hamming_distance(a, b):
    x = a ^ b
    d = 0
    while x != 0:
        x &= x - 1
        d += 1
    return d


def parity_and_checksum(x):
    parity = 0
    checksum = 0
    for v in x:
        parity ^= v & 1
        checksum = (checksum * 31 + v) % 65521
    return parity, checksum


def adler32(data):
    a, b = 1, 0
    for byte in data:
        a = (a + byte) % 65521
        b = (b + a) % 65521
    return b << 16 | a


def crc8(data):
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            if crc & 0x80:
                crc = ((crc << 1) ^ 0x07) & 0xFF
            else:
                crc = (crc << 1) & 0xFF
    return crc


def power_set_sums(x):
    sums = []
    for mask in range(1 << len(x)):
        s = 0
        for i in range(len(x)):
            if mask >> i & 1:
                s += x[i]
        sums.append(s)
    return sums


def binomial(n, k):
    if k < 0 or k > n:
        return 0
    r = 1
    for i in range(k):
        r = r * (n - i) // (i + 1)
    return r


def catalan(n):
    c = np.zeros(n + 1, dtype=np.int64)
    c[0] = 1
    for i in range(1, n + 1):
        for j in range(i):
            c[i] += c[j] * c[i - 1 - j]
    return c


def partitions(n):
    ways = np.zeros(n + 1, dtype=int)
    ways[0] = 1
    for part in range(1, n + 1):
        for total in range(part, n + 1):
            ways[total] += ways[total - part]
    return ways[n]


def fibonacci_doubling(n):
    a, b = 0, 1
    bit = 1
    while bit * 2 <= n:
        bit *= 2
    while bit > 0:
        c = a * (2 * b - a)
        d = a * a + b * b
        if n & bit:
            a, b = d, c + d
        else:
            a, b = c, d
        bit //= 2
    return a


def fibonacci_matrix(n):
    m = np.array([[1, 1], [1, 0]])
    r = np.eye(2, dtype=np.int64)
    while n:
        if n % 2:
            r = r.dot(m)
        m = m.dot(m)
        n //= 2
    return r[0, 1]


def perfect_square(n):
    r = int(np.sqrt(n))
    while r * r > n:
        r -= 1
    while (r + 1) * (r + 1) <= n:
        r += 1
    return r * r == n


def pythagorean_triples(limit):
    found = []
    for a in range(1, limit):
        for b in range(a, limit):
            c = math.isqrt(a * a + b * b)
            if c > limit:
                break
            if c * c == a * a + b * b:
                found.append((a, b, c))
    return found


def josephus(n, k):
    survivor = 0
    for i in range(2, n + 1):
        survivor = (survivor + k) % i
    return survivor


def day_of_week(y, m, d):
    if m < 3:
        m += 12
        y -= 1
    k, j = y % 100, y // 100
    return (d + 13 * (m + 1) // 5 + k + k // 4 + j // 4 + 5 * j) % 7


def easter(year):
    a, b, c = year % 19, year // 100, year % 100
    d, e = divmod(b, 4)
    f = (b + 8) // 25
    g = (b - f + 1) // 3
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    l = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * l) // 451
    month, day = divmod(h + l - 7 * m + 114, 31)
    return month, day + 1


def egyptian_fraction(a, b):
    out = []
    while a > 0:
        d = -(-b // a)
        out.append(d)
        a, b = a * d - b, b * d
    return out


def look_and_say(n):
    digits = [1]
    for _ in range(n):
        out = []
        i = 0
        while i < len(digits):
            j = i
            while j < len(digits) and digits[j] == digits[i]:
                j += 1
            out.append(j - i)
            out.append(digits[i])
            i = j
        digits = out
    return digits


CASES = [
    case(sieve, i64(30), i64(2), 10, core=True),
    case(sieve_loops, i64(30), i64(0), 10),
    case(prime_factors, i64(360), i64(97), i64(1), 12, core=True),
    case(largest_prime_factor, i64(360), i64(97), i64(1)),
    case(divisors, i64(28), i64(1), 6),
    case(kind_of_number, i64(28), i64(12), i64(7)),
    case(euler_totient, i64(36), i64(13), 1),
    case(extended_gcd, (i64(240), i64(46)), (3, i64(0))),
    case(
        modular_inverse, (i64(3), i64(11)), (i64(2), i64(4)), (3, 7), raises=ValueError
    ),
    case(modular_power, (i64(3), i64(200), i64(13)), (2, 10, i64(1000)), core=True),
    case(chinese_remainder, (ints(2, 3, 2), ints(3, 5, 7)), ([1], [i64(4)])),
    case(miller_rabin, i64(97), i64(91), i64(1), i64(3), 7919),
    case(pollard_rho, i64(91), i64(8051)),
    case(goldbach, i64(28), i64(3), i64(11)),
    case(collatz_longest, i64(12), i64(1)),
    case(collatz_array, ints(1, 2, 3, 7), ints(1)),
    case(happy, i64(19), i64(4), 7),
    case(armstrong, i64(153), i64(154)),
    case(kaprekar, i64(3524), i64(1111)),
    case(to_base, (i64(255), 16), (i64(0), 2), (10, i64(3))),
    case(
        from_digits,
        (ints(1, 0, 1), 2),
        ([1, 2], i64(10)),
        (ints(9), i64(8)),
        raises=ValueError,
    ),
    case(roman, i64(28), i64(4), 0),
    case(luhn, ints(4, 5, 3, 9), [0, 0], ints(1)),
    case(population_count, i64(255), u8(7), 0),
    case(reverse_bits, (i64(6), 4), (u8(1), 8), (5, i64(3))),
    case(gray_codes, i64(3), 2),
    case(highest_bit, i64(1000), i64(0)),
    case(hamming_distance, (i64(9), i64(14)), (u8(255), u8(0)), (5, i64(5))),
    case(
        parity_and_checksum,
        ints(1, 2, 3),
        ints(),
        ints(250, 251, dtype=np.uint8),
        raises=OverflowError,
    ),
    case(
        adler32,
        ints(87, 105, 107),
        b"Wiki",
        np.frombuffer(b"Wiki", np.uint8),
        raises=OverflowError,
    ),
    case(crc8, ints(1, 2, 3), ints(), [255]),
    case(power_set_sums, floats(1, 2, 4), ints()),
    case(binomial, (i64(10), i64(3)), (5, i64(7)), (i64(40), 20)),
    case(catalan, i64(6), 0),
    case(partitions, i64(9), 0),
    case(fibonacci_doubling, i64(30), i64(1), 90),
    case(fibonacci_matrix, i64(30), i64(0), 9),
    case(perfect_square, i64(49), i64(50), 10**6),
    case(pythagorean_triples, i64(20), 5),
    case(josephus, (i64(7), 3), (1, i64(5))),
    case(day_of_week, (i64(2024), i64(2), i64(29)), (2000, i64(12), 31)),
    case(easter, i64(2024), 1999),
    case(egyptian_fraction, (i64(5), i64(6)), (3, i64(7)), (i64(0), i64(1))),
    case(look_and_say, i64(5), i64(0)),
]
