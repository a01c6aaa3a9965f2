"""
Finite fields and their products, as far as a draw needs them: elements are 0 … q - 1.

Those of a field are written to base p, those of a product with one digit for each field.
"""

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


@dataclass(frozen=True)
class Ring:
    """A product of fields; one field is a product too."""

    fields: tuple[Field, ...]

    @property
    def smallest(self) -> int:
        """The order of the smallest field."""
        return min(field.order for field in self.fields)

    def add(self, left: int, right: int) -> int:
        """Return the sum."""
        pairs = self._digits(left, right)
        return self._number([field.add(*pair) for field, pair in pairs])

    def multiply(self, left: int, right: int) -> int:
        """Return the product."""
        pairs = self._digits(left, right)
        return self._number([field.multiply(*pair) for field, pair in pairs])

    def everywhere(self, digit: int) -> int:
        """Return the element with the same digit in every field, less than `smallest`."""
        return self._number([digit] * len(self.fields))

    def _digits(self, left: int, right: int) -> list[tuple[Field, tuple[int, int]]]:
        digits = []
        for field in self.fields:
            digits.append((field, (left % field.order, right % field.order)))
            left, right = left // field.order, right // field.order
        return digits

    def _number(self, digits: Sequence[int]) -> int:
        number = 0
        for field, digit in zip(reversed(self.fields), reversed(digits), strict=True):
            number = number * field.order + digit
        return number


def ring_of(order: int) -> Ring:
    """Return the product of fields with `order` elements, 2 at least, whose orders are coprime."""
    fields, rest = [], order
    while rest > 1:
        prime = next(factor for factor in range(2, rest + 1) if rest % factor == 0)
        degree = 0
        while rest % prime == 0:
            degree, rest = degree + 1, rest // prime
        fields.append(Field(prime, degree))
    return Ring(tuple(fields))


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
