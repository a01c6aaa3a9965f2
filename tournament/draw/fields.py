"""Finite fields, as far as a draw needs them: elements are 0 … q - 1, written to base p."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product


@dataclass(frozen=True)
class Field:
    """GF(p^k)."""

    prime: int
    degree: int

    @property
    def order(self) -> int:
        """The number of elements."""
        return int(self.prime**self.degree)

    def add(self, left: int, right: int) -> int:
        """Return the sum: digit by digit."""
        pairs = zip(self._digits(left), self._digits(right), strict=True)
        return self._number([(one + other) % self.prime for one, other in pairs])

    def multiply(self, left: int, right: int) -> int:
        """Return the product of two polynomials modulo an irreducible one."""
        result = [0] * (2 * self.degree - 1)
        for (i, one), (j, other) in product(
            enumerate(self._digits(left)), enumerate(self._digits(right))
        ):
            result[i + j] += one * other
        return self._number(_remainder(result, self._modulus, self.prime))

    @cached_property
    def _modulus(self) -> tuple[int, ...]:
        """The first irreducible polynomial of the degree, lowest coefficient first, leading 1."""
        for low in product(range(self.prime), repeat=self.degree):
            candidate = (*low, 1)
            if _is_irreducible(candidate, self.prime):
                return candidate
        raise AssertionError(f"no irreducible polynomial: {self!r}")

    def _digits(self, number: int) -> list[int]:
        digits = []
        for _place in range(self.degree):
            number, digit = divmod(number, self.prime)
            digits.append(digit)
        return digits

    def _number(self, digits: Sequence[int]) -> int:
        number = 0
        for digit in reversed(digits):
            number = number * self.prime + digit
        return number


def field_of(order: int) -> Field | None:
    """Return the field with `order` elements, None when `order` is no prime power."""
    if order < 2:
        return None
    prime = next(factor for factor in range(2, order + 1) if order % factor == 0)
    degree, rest = 0, order
    while rest % prime == 0:
        degree, rest = degree + 1, rest // prime
    return Field(prime, degree) if rest == 1 else None


def _remainder(dividend: Sequence[int], divisor: Sequence[int], prime: int) -> list[int]:
    """Return the remainder by a divisor with leading coefficient 1, one digit a place."""
    rest, degree = list(dividend), len(divisor) - 1
    for place in range(len(rest) - 1, degree - 1, -1):
        factor = rest[place] % prime
        for offset, coefficient in enumerate(divisor):
            rest[place - degree + offset] -= factor * coefficient
    low = [digit % prime for digit in rest[:degree]]
    return low + [0] * (degree - len(low))


def _is_irreducible(polynomial: Sequence[int], prime: int) -> bool:
    """Whether no polynomial of at most half the degree divides it."""
    for degree in range(1, (len(polynomial) - 1) // 2 + 1):
        for low in product(range(prime), repeat=degree):
            if not any(_remainder(polynomial, (*low, 1), prime)):
                return False
    return True
