import { randomNumbers } from '../randomNumbers.ts'
import type { Palette } from './palette.ts'
import {
  darken,
  ellipse,
  HEIGHT,
  lighten,
  line,
  mix,
  path,
  polygon,
  rect,
  repeat,
  WIDTH,
  type Point,
} from './svg.ts'

const RIGHT = WIDTH + 20

/** A ridge across the picture around `y`; everything below it is filled. */
export const ridge = (seed: number, y: number, high: number, color: string, steps = 6): string => {
  const random = randomNumbers(seed)
  const points: Point[] = Array.from({ length: steps + 1 }, (_, index) => [
    -20 + (index * (RIGHT + 20)) / steps,
    y - high * random(),
  ])
  const curve = points
    .slice(1)
    .map(([x, height], index) => {
      const [lastX, lastHeight] = points[index] ?? [0, y]
      const middle = (lastX + x) / 2
      return `C${middle},${lastHeight} ${middle},${height} ${x},${height}`
    })
    .join('')
  return path(`M-20,${points[0]?.[1] ?? y}${curve}L${RIGHT},${HEIGHT}L-20,${HEIGHT}Z`, color)
}

export const sky = ({ sky: [top, bottom] }: Palette): string =>
  rect(0, 0, WIDTH, HEIGHT, 'url(#sky)') +
  ellipse(905, 190, 330, 330, 'url(#glow)') +
  ellipse(905, 190, 46, 46, lighten(bottom, 0.65)) +
  repeat(3, (index) =>
    ellipse(190 + index * 250, 120 + ((index * 67) % 90), 150 - index * 22, 13, lighten(top, 0.45), {
      opacity: 0.55,
    }),
  )

export const pine = (x: number, y: number, high: number, color: string): string =>
  rect(x - high * 0.025, y - high * 0.12, high * 0.05, high * 0.12, darken(color, 0.45)) +
  repeat(4, (tier) => {
    const top = y - high + tier * high * 0.2
    const half = high * (0.1 + tier * 0.055)
    return polygon(
      [
        [x, top],
        [x + half, top + high * 0.31],
        [x - half, top + high * 0.31],
      ],
      mix(color, darken(color, 0.35), (3 - tier) / 4),
    )
  })

/** A row of trees; larger ones stand in front. */
export const pines = (seed: number, count: number, y: number, high: number, color: string): string => {
  const random = randomNumbers(seed)
  return repeat(count, (index) =>
    pine(
      (index + random() * 0.8) * (WIDTH / (count - 1)) - 30,
      y + random() * 16,
      high * (0.6 + random() * 0.5),
      color,
    ),
  )
}

/** A round tree. */
export const tree = (x: number, y: number, high: number, leaves: string): string =>
  rect(x - high * 0.03, y - high * 0.5, high * 0.06, high * 0.5, '#5a4334') +
  ellipse(x, y - high * 0.68, high * 0.3, high * 0.34, darken(leaves, 0.12)) +
  ellipse(x - high * 0.16, y - high * 0.58, high * 0.2, high * 0.2, leaves) +
  ellipse(x + high * 0.1, y - high * 0.78, high * 0.19, high * 0.18, lighten(leaves, 0.14))

export const water = (y: number, color: string, seed: number): string => {
  const random = randomNumbers(seed)
  return (
    rect(0, y, WIDTH, HEIGHT - y, color) +
    rect(0, y, WIDTH, HEIGHT - y, 'url(#dim)') +
    repeat(34, () => {
      const at = y + 8 + random() ** 1.5 * (HEIGHT - y - 10)
      const x = random() * WIDTH
      return line([x, at], [x + 20 + (at - y) * 0.35 * random(), at], '#ffffff', 2.5, 0.28)
    })
  )
}

export const sailingBoat = (x: number, y: number, size: number, hull: string): string =>
  path(
    `M${x - size},${y}L${x + size * 1.1},${y}L${x + size * 0.75},${y + size * 0.32}` +
      `L${x - size * 0.75},${y + size * 0.32}Z`,
    hull,
  ) +
  line([x, y], [x, y - size * 2.3], '#5a4334', 4) +
  polygon(
    [
      [x + 6, y - size * 2.25],
      [x + size * 0.95, y - size * 0.15],
      [x + 6, y - size * 0.15],
    ],
    '#fbf7ee',
  ) +
  polygon(
    [
      [x - 6, y - size * 1.9],
      [x - size * 0.7, y - size * 0.15],
      [x - 6, y - size * 0.15],
    ],
    '#e9e2d2',
  )
