import { randomNumbers } from '../randomNumbers.ts'
import type { Palette } from './palette.ts'
import { darken, ellipse, HEIGHT, lighten, line, mix, polygon, rect, repeat, WIDTH } from './svg.ts'

/** Where the wall meets the floor. */
export const FLOOR = 560

const bricks = (color: string) =>
  repeat(20, (row) =>
    repeat(17, (column) => {
      const x = column * 76 - (row % 2) * 38
      const shade = ((row * 7 + column * 13) % 5) / 24
      return rect(x, row * 28, 73, 25, (row + column) % 3 ? darken(color, shade) : lighten(color, shade))
    }),
  )
const boards = (color: string) =>
  repeat(14, (row) => rect(0, row * 40, WIDTH, 38, mix(color, darken(color, 0.16), ((row * 5) % 4) / 4)))
const tiles = (wall: string, accent: string) =>
  rect(0, 380, WIDTH, 180, lighten(accent, 0.78)) +
  repeat(3, (row) =>
    repeat(20, (column) => {
      const [x, y] = [column * 60 + 30, 410 + row * 60]
      return (
        polygon(
          [
            [x, y - 24],
            [x + 24, y],
            [x, y + 24],
            [x - 24, y],
          ],
          lighten(accent, 0.35),
        ) + ellipse(x, y, 9, 9, lighten(wall, 0.5))
      )
    }),
  ) +
  rect(0, 370, WIDTH, 12, lighten(accent, 0.25))
const shoji = (wood: string) =>
  repeat(7, (panel) => {
    const x = panel * 176 - 16
    return (
      rect(x, 60, 168, 500, '#f7f1e2', { stroke: wood, wide: 8 }) +
      repeat(3, (bar) => line([x + 42 * (bar + 1), 64], [x + 42 * (bar + 1), 430], wood, 3)) +
      repeat(5, (bar) => line([x + 4, 64 + 73 * (bar + 1)], [x + 164, 64 + 73 * (bar + 1)], wood, 3)) +
      rect(x + 4, 432, 160, 124, mix(wood, '#f7f1e2', 0.35))
    )
  }) + rect(0, 40, WIDTH, 26, wood)

const FINISHES: Readonly<Record<Palette['finish'], (palette: Palette) => string>> = {
  plain: () => '',
  brick: ({ wall }) => bricks(wall),
  boards: ({ wall }) => boards(wall),
  tiles: ({ wall, accent }) => tiles(wall, accent),
  shoji: ({ wood }) => shoji(wood),
}

/** Floor boards that run towards the back of the room. */
const floorBoards = (floor: string) =>
  repeat(22, (index) => {
    const far = 60 + index * 52
    return line([far, FLOOR], [600 + (far - 600) * 2.1, HEIGHT], darken(floor, 0.3), 2, 0.5)
  })

/** An empty room with light from one side, and its furniture. */
export const room = (palette: Palette, furniture: string): string =>
  rect(0, 0, WIDTH, FLOOR, 'url(#wall)') +
  FINISHES[palette.finish](palette) +
  rect(0, 0, WIDTH, FLOOR, 'url(#beam)', { opacity: 0.35 }) +
  rect(0, FLOOR, WIDTH, HEIGHT - FLOOR, 'url(#floor)') +
  floorBoards(palette.floor) +
  rect(0, FLOOR - 14, WIDTH, 16, lighten(palette.wall, 0.55)) +
  rect(0, FLOOR + 2, WIDTH, 7, '#14100c', { opacity: 0.14 }) +
  furniture +
  rect(0, FLOOR, WIDTH, HEIGHT - FLOOR, 'url(#dim)', { opacity: 0.7 })

/** The same room seen from its other side. */
export const mirror = (body: string): string => `<g transform="translate(${WIDTH} 0) scale(-1 1)">${body}</g>`

/** A framed picture of simple shapes; none hangs on paper walls. */
export const artwork = (
  { finish, seed, accent, textile, wood }: Palette,
  [x, y, w, h]: readonly [number, number, number, number],
): string => {
  if (finish === 'shoji') return ''
  const random = randomNumbers(seed + x)
  return (
    rect(x - 7, y - 4, w + 18, h + 18, '#14100c', { opacity: 0.12 }) +
    rect(x - 8, y - 8, w + 16, h + 16, darken(wood, 0.2)) +
    rect(x, y, w, h, '#f6f0e3') +
    ellipse(x + w * (0.35 + random() * 0.3), y + h * 0.38, w * 0.22, w * 0.22, lighten(accent, 0.1)) +
    rect(x + w * 0.12, y + h * (0.55 + random() * 0.1), w * 0.76, h * 0.14, textile) +
    rect(x + w * 0.12, y + h * 0.76, w * (0.4 + random() * 0.3), h * 0.08, mix(accent, textile, 0.5))
  )
}

/** A rug in the perspective of the floor. */
export const rug = (x: number, y: number, w: number, color: string): string =>
  polygon(
    [
      [x + 50, y],
      [x + w - 50, y],
      [x + w, y + 120],
      [x, y + 120],
    ],
    lighten(color, 0.35),
  ) +
  polygon(
    [
      [x + 68, y + 14],
      [x + w - 68, y + 14],
      [x + w - 34, y + 104],
      [x + 34, y + 104],
    ],
    'none',
    { stroke: color, wide: 5 },
  ) +
  repeat(5, (index) =>
    line(
      [x + 70 - index * 6, y + 30 + index * 15],
      [x + w - 70 + index * 6, y + 30 + index * 15],
      color,
      2,
      0.45,
    ),
  )
