import { chair, coffeeTable, plant } from './furniture.ts'
import type { Palette } from './palette.ts'
import { darken, lighten, line, polygon, rect, repeat, WIDTH } from './svg.ts'
import { view } from './views.ts'

/** Tables and chairs outside, in front of the view. */
export const terrace = (palette: Palette): string =>
  view(palette) +
  polygon(
    [
      [0, 620],
      [WIDTH, 620],
      [WIDTH, 800],
      [0, 800],
    ],
    darken(palette.floor, 0.06),
  ) +
  repeat(18, (index) =>
    line([index * 70, 620], [600 + (index * 70 - 600) * 1.7, 800], darken(palette.floor, 0.3), 3),
  ) +
  rect(0, 470, WIDTH, 12, darken(palette.wood, 0.35)) +
  repeat(33, (index) => rect(8 + index * 37, 480, 6, 146, darken(palette.wood, 0.35))) +
  plant(110, 690, 260, lighten(palette.accent, 0.35)) +
  plant(1100, 680, 300, darken(palette.accent, 0.05)) +
  chair(420, 720, palette.wood, palette.accent) +
  chair(800, 720, palette.wood, palette.accent) +
  coffeeTable(610, 765, 260, palette.wood)
