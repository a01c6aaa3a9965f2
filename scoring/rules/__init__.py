"""
The rules of Chinese Official Mahjong (国标麻将) as plain Python.

No Django, clock, randomness or input and output in this package.
"""

from scoring.rules.catalogue import FAN_BY_KEY, FANS, Fan
from scoring.rules.payments import settle
from scoring.rules.tiles import Flower, Suit, Tile, Wind

__all__ = ["FANS", "FAN_BY_KEY", "Fan", "Flower", "Suit", "Tile", "Wind", "settle"]
