"""Lists sixty-four pictures that two people compare, each with its spoken name.

Each is one character, wide in any terminal, and unlike the others at a glance and by
name.
"""

from __future__ import annotations

from dataclasses import dataclass

_TABLE = """
🐶 dog, 🐱 cat, 🐴 horse, 🐮 cow, 🐷 pig, 🐰 rabbit, 🐻 bear, 🐼 panda,
🐸 frog, 🐔 chicken, 🐧 penguin, 🦉 owl, 🦋 butterfly, 🐌 snail, 🐝 bee, 🐢 turtle,
🐙 octopus, 🐬 dolphin, 🐟 fish, 🐘 elephant, 🐫 camel, 🦁 lion, 🦄 unicorn, 🐉 dragon,
🌳 tree, 🌵 cactus, 🌹 rose, 🍄 mushroom, 🍎 apple, 🍌 banana, 🍓 strawberry, 🍇 grapes,
🍋 lemon, 🌽 corn, 🍕 pizza, 🎂 cake, 🍩 doughnut, 🧀 cheese, 🥚 egg, 🍿 popcorn,
🌍 globe, 🌙 moon, 🔥 fire, 🌈 rainbow, 💧 drop, 🎈 balloon, 🎁 present, 🎲 die,
🎸 guitar, 🎺 trumpet, 🥁 drum, 🎨 palette, 🏆 trophy, ⚽ football, 🚲 bicycle, 🚗 car,
🚂 train, 🚀 rocket, 🏠 house, 🔔 bell, 🔑 key, 💡 lamp, ⏰ clock, 🎩 hat
"""


@dataclass(frozen=True, slots=True)
class Emoji:
    """A picture, and the one word that is said for it."""

    picture: str
    name: str


EMOJI = tuple(Emoji(*pair.split()) for pair in _TABLE.split(","))
