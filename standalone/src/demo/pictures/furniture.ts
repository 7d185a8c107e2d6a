import type { Palette } from './palette.ts'
import { darken, ellipse, lighten, line, mix, path, polygon, rect, repeat, shadow } from './svg.ts'

/** Furniture stands on `y`; `x` is its left side, or its middle where it is round. */
export const sofa = (x: number, y: number, w: number, { textile, accent, wood }: Palette): string => {
  const seat = (w - 100) / 3
  return (
    shadow(x + w / 2, y, w * 0.62, 34) +
    repeat(2, (index) => rect(x + 40 + index * (w - 96), y - 26, 16, 28, wood)) +
    rect(x + 20, y - 205, w - 40, 150, darken(textile, 0.08), { round: 26 }) +
    rect(x + 10, y - 100, w - 20, 78, darken(textile, 0.14), { round: 16 }) +
    repeat(3, (index) =>
      rect(x + 50 + index * seat, y - 118, seat - 6, 50, lighten(textile, 0.1), { round: 16 }),
    ) +
    rect(x, y - 140, 56, 118, textile, { round: 22 }) +
    rect(x + w - 56, y - 140, 56, 118, textile, { round: 22 }) +
    rect(x + 70, y - 190, 96, 84, accent, { round: 18 }) +
    rect(x + 140, y - 176, 82, 70, lighten(accent, 0.55), { round: 16 }) +
    rect(x + w - 172, y - 186, 96, 82, mix(accent, '#f6ecd8', 0.7), { round: 18 })
  )
}

export const coffeeTable = (x: number, y: number, w: number, wood: string): string =>
  shadow(x, y, w * 0.6, 22) +
  repeat(2, (index) => rect(x - w * 0.36 + index * w * 0.66, y - 62, 12, 66, darken(wood, 0.25))) +
  ellipse(x, y - 62, w / 2, 26, darken(wood, 0.18)) +
  ellipse(x, y - 70, w / 2, 26, lighten(wood, 0.12)) +
  rect(x - 62, y - 88, 84, 12, '#f2ead9') +
  rect(x - 56, y - 99, 72, 12, '#7f9b95') +
  path(
    `M${x + 48},${y - 76}Q${x + 40},${y - 104} ${x + 58},${y - 106}` +
      `Q${x + 78},${y - 104} ${x + 70},${y - 76}Z`,
    '#e9dfcd',
  )

export const floorLamp = (x: number, y: number, accent: string): string =>
  shadow(x, y, 46, 14) +
  ellipse(x, y - 4, 34, 9, '#3b342e') +
  line([x, y - 6], [x, y - 330], '#3b342e', 7) +
  ellipse(x, y - 350, 190, 170, 'url(#glow)', { opacity: 0.55 }) +
  polygon(
    [
      [x - 38, y - 400],
      [x + 38, y - 400],
      [x + 66, y - 312],
      [x - 66, y - 312],
    ],
    mix(accent, '#fbf1da', 0.78),
  )

export const plant = (x: number, y: number, high: number, pot: string): string => {
  const leaf = (angle: number, long: number, color: string) =>
    `<g transform="rotate(${angle} ${x} ${y - 70})">` +
    path(
      `M${x},${y - 70}C${x - long * 0.24},${y - 70 - long * 0.4}` +
        ` ${x - long * 0.16},${y - 70 - long * 0.8} ${x},${y - 70 - long}` +
        `C${x + long * 0.16},${y - 70 - long * 0.8}` +
        ` ${x + long * 0.24},${y - 70 - long * 0.4} ${x},${y - 70}Z`,
      color,
    ) +
    '</g>'
  const angles = [-62, 58, -40, 38, -20, 20, 0]
  return (
    shadow(x, y, 70, 18) +
    repeat(angles.length, (index) =>
      leaf(angles[index] ?? 0, high * (0.62 + ((index * 3) % 4) * 0.1), index % 2 ? '#567a58' : '#6d9268'),
    ) +
    polygon(
      [
        [x - 46, y - 82],
        [x + 46, y - 82],
        [x + 34, y],
        [x - 34, y],
      ],
      pot,
    ) +
    rect(x - 50, y - 92, 100, 18, darken(pot, 0.12), { round: 5 })
  )
}

/** Things on a shelf: books, a vase, a bowl. */
const SHELVED = ['#b8674c', '#e9dfcd', '#6f8b86', '#d2a15f', '#8a6a54', '#a9b7a3']
export const shelf = (x: number, y: number, w: number, wood: string): string =>
  repeat(Math.floor(w / 34), (index) => {
    const high = 44 + ((index * 23) % 34)
    return rect(x + 10 + index * 33, y - high, 24, high, SHELVED[(index * 5) % SHELVED.length] ?? wood, {
      round: 3,
    })
  }) +
  rect(x, y, w, 14, wood) +
  rect(x, y + 14, w, 8, '#14100c', { opacity: 0.12 })

export const bed = (x: number, y: number, w: number, { wood, textile, accent }: Palette): string =>
  shadow(x + w / 2, y, w * 0.6, 36) +
  rect(x + 6, y - 318, w - 12, 250, darken(wood, 0.05), { round: 18 }) +
  repeat(5, (index) =>
    rect(x + 24 + index * ((w - 44) / 5), y - 300, (w - 44) / 5 - 8, 150, lighten(wood, 0.1), { round: 8 }),
  ) +
  rect(x, y - 148, w, 122, '#f4eee2', { round: 20 }) +
  repeat(2, (index) =>
    rect(x + 30 + index * (w / 2 - 14), y - 226, w / 2 - 46, 96, '#fffaf0', {
      round: 26,
      stroke: '#e4dccb',
      wide: 2,
    }),
  ) +
  rect(x + w / 2 - 82, y - 190, 164, 72, accent, { round: 22 }) +
  path(
    `M${x - 8},${y - 118}Q${x + w / 2},${y - 152} ${x + w + 8},${y - 118}L${x + w + 14},${y - 22}` +
      `Q${x + w / 2},${y - 8} ${x - 14},${y - 22}Z`,
    lighten(textile, 0.42),
  ) +
  path(
    `M${x - 11},${y - 78}Q${x + w / 2},${y - 106} ${x + w + 11},${y - 78}L${x + w + 14},${y - 22}` +
      `Q${x + w / 2},${y - 8} ${x - 14},${y - 22}Z`,
    textile,
  ) +
  repeat(6, (index) =>
    line(
      [x + 30 + (index * (w - 60)) / 5, y - 84],
      [x + 24 + (index * (w - 48)) / 5, y - 18],
      darken(textile, 0.16),
      2,
      0.6,
    ),
  ) +
  repeat(2, (index) => rect(x + 20 + index * (w - 58), y - 24, 18, 26, darken(wood, 0.25)))

export const nightstand = (x: number, y: number, wood: string, accent: string): string =>
  shadow(x, y, 70, 16) +
  rect(x - 50, y - 118, 100, 112, wood, { round: 6 }) +
  rect(x - 40, y - 104, 80, 40, lighten(wood, 0.12), { round: 4 }) +
  rect(x - 40, y - 58, 80, 40, lighten(wood, 0.12), { round: 4 }) +
  ellipse(x, y - 84, 5, 5, darken(wood, 0.4)) +
  ellipse(x, y - 38, 5, 5, darken(wood, 0.4)) +
  ellipse(x, y - 210, 130, 120, 'url(#glow)', { opacity: 0.6 }) +
  rect(x - 7, y - 166, 14, 48, darken(accent, 0.2)) +
  polygon(
    [
      [x - 26, y - 232],
      [x + 26, y - 232],
      [x + 44, y - 164],
      [x - 44, y - 164],
    ],
    '#fbf1da',
  )

export const pendant = (x: number, y: number, color: string): string =>
  line([x, 0], [x, y], '#3b342e', 4) +
  ellipse(x, y + 50, 120, 90, 'url(#glow)', { opacity: 0.5 }) +
  path(
    `M${x - 62},${y + 52}Q${x - 58},${y - 8} ${x},${y - 10}Q${x + 58},${y - 8} ${x + 62},${y + 52}Z`,
    color,
  ) +
  ellipse(x, y + 52, 62, 9, '#fff1cc')

export const chair = (x: number, y: number, wood: string, seat: string): string =>
  shadow(x, y, 54, 12) +
  repeat(2, (index) => rect(x - 40 + index * 70, y - 92, 10, 94, darken(wood, 0.2))) +
  rect(x - 44, y - 210, 88, 92, wood, { round: 14 }) +
  rect(x - 34, y - 198, 68, 52, lighten(wood, 0.16), { round: 10 }) +
  rect(x - 50, y - 118, 100, 28, seat, { round: 10 })
