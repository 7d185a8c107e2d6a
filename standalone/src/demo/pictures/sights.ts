import { randomNumbers } from '../randomNumbers.ts'
import { darken, ellipse, HEIGHT, lighten, line, mix, path, polygon, rect, repeat, WIDTH } from './svg.ts'

/** Houses with lit and dark windows, side by side, with their eaves near `y`. */
export const houses = (
  seed: number,
  y: number,
  walls: readonly string[],
  roof: string,
  { width, pitched }: Readonly<{ width: number; pitched: number }>,
): string => {
  const random = randomNumbers(seed)
  const count = Math.ceil(WIDTH / width) + 1
  return repeat(count, (index) => {
    const x = index * width - 30 - random() * 20
    const wide = width * (0.86 + random() * 0.3)
    const top = y - random() * 90
    const wall = walls[Math.floor(random() * walls.length)] ?? roof
    const rows = 3
    return (
      rect(x, top, wide, HEIGHT - top, wall) +
      rect(x + wide - 12, top, 12, HEIGHT - top, darken(wall, 0.14)) +
      (pitched > 0
        ? polygon(
            [
              [x - 8, top + 2],
              [x + wide * 0.5, top - pitched],
              [x + wide + 8, top + 2],
            ],
            mix(roof, darken(roof, 0.3), random()),
          )
        : rect(x - 5, top - 10, wide + 10, 14, darken(wall, 0.25))) +
      repeat(rows, (row) =>
        repeat(2, (column) =>
          rect(x + wide * (0.2 + column * 0.36), top + 26 + row * 74, wide * 0.19, 42, '#3d4a54', {
            stroke: lighten(wall, 0.5),
            wide: 4,
          }),
        ),
      )
    )
  })
}

export const lighthouse = (x: number, y: number) =>
  path(`M${x - 190},${y + 26}C${x - 120},${y - 40} ${x + 90},${y - 50} ${x + 190},${y + 26}Z`, '#77756c') +
  polygon(
    [
      [x - 25, y - 15],
      [x + 25, y - 15],
      [x + 16, y - 180],
      [x - 16, y - 180],
    ],
    '#f6f2e8',
  ) +
  rect(x - 21, y - 130, 42, 30, '#b8483b') +
  rect(x - 19, y - 204, 38, 26, '#3a4650') +
  ellipse(x, y - 192, 9, 8, '#ffe7a0') +
  polygon(
    [
      [x - 23, y - 203],
      [x, y - 226],
      [x + 23, y - 203],
    ],
    '#b8483b',
  )

export const joshuaTree = (x: number, y: number, high: number): string => {
  const crown = (cx: number, cy: number, size: number) =>
    repeat(11, (index) => {
      const angle = (index / 11) * 2 * Math.PI
      return line(
        [cx, cy],
        [cx + Math.cos(angle) * size, cy + Math.sin(angle) * size],
        index % 2 ? '#5f7350' : '#4c6043',
        size * 0.3,
      )
    })
  const arm = (dx: number, dy: number, from: number) =>
    path(`M${x},${y - high * from}Q${x + dx * 0.9},${y - high * from} ${x + dx},${y - dy}`, 'none', {
      stroke: '#6b5442',
      wide: high * 0.06,
    })
  return (
    line([x, y], [x, y - high * 0.8], '#5f4a3a', high * 0.085) +
    arm(high * 0.3, high * 0.85, 0.42) +
    arm(-high * 0.26, high * 0.7, 0.36) +
    crown(x, y - high * 0.88, high * 0.16) +
    crown(x + high * 0.3, y - high * 0.9, high * 0.13) +
    crown(x - high * 0.26, y - high * 0.75, high * 0.13)
  )
}

export const pagoda = (x: number, y: number, size: number) =>
  repeat(5, (tier) => {
    const at = y - tier * size * 0.42
    const half = size * (0.72 - tier * 0.085)
    return (
      rect(x - half * 0.55, at - size * 0.3, half * 1.1, size * 0.3, '#7c3f33') +
      path(
        `M${x - half},${at - size * 0.2}Q${x - half * 0.5},${at - size * 0.3}` +
          ` ${x - half * 0.4},${at - size * 0.42}` +
          `L${x + half * 0.4},${at - size * 0.42}` +
          `Q${x + half * 0.5},${at - size * 0.3} ${x + half},${at - size * 0.2}Z`,
        '#3d4248',
      )
    )
  }) + line([x, y - size * 2.1], [x, y - size * 2.75], '#3d4248', 6)

export const tiledRoof = (x: number, y: number, w: number, h: number, color: string) =>
  path(
    `M${x},${y + h}Q${x + 40},${y + h * 0.6} ${x + 70},${y}L${x + w - 70},${y}` +
      `Q${x + w - 40},${y + h * 0.6} ${x + w},${y + h}Z`,
    color,
  ) +
  repeat(Math.floor(w / 26), (index) =>
    line(
      [x + 20 + index * 26, y + h - 3],
      [x + 60 + (index * (w - 120)) / (w / 26), y + 4],
      darken(color, 0.28),
      3,
    ),
  ) +
  rect(x + 60, y - 8, w - 120, 12, darken(color, 0.3), { round: 5 })

export const narrowBoat = (x: number, y: number) =>
  path(`M${x},${y}L${x + 330},${y}L${x + 305},${y + 46}L${x + 25},${y + 46}Z`, '#26404a') +
  rect(x + 50, y - 46, 220, 48, '#8b3a33', { round: 8 }) +
  rect(x + 44, y - 54, 232, 12, '#e6dcc6', { round: 5 }) +
  repeat(4, (index) =>
    ellipse(x + 85 + index * 50, y - 20, 12, 12, '#f2dfa6', { stroke: '#e6dcc6', wide: 4 }),
  )
