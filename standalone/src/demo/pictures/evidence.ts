import type { Palette } from './palette.ts'
import { bathroom, livingRoom } from './rooms.ts'
import { darken, ellipse, HEIGHT, lighten, path, rect, repeat, shadow, WIDTH } from './svg.ts'

const stain =
  ellipse(470, 690, 150, 36, '#5a2d2a', { opacity: 0.55 }) +
  ellipse(600, 712, 60, 16, '#5a2d2a', { opacity: 0.5 })
const crack = (x: number, y: number) =>
  path(
    `M${x},${y}L${x + 26},${y + 74}L${x + 4},${y + 128}L${x + 40},${y + 214}L${x + 22},${y + 290}`,
    'none',
    {
      stroke: '#3b342e',
      wide: 5,
    },
  ) + path(`M${x + 4},${y + 128}L${x - 38},${y + 176}`, 'none', { stroke: '#3b342e', wide: 4 })

/** The living room after a stay: a stain on the rug and a crack in the wall. */
const damagedRoom = (palette: Palette): string => livingRoom(palette) + stain + crack(590, 110)

/** An invoice on a table; its writing is only lines. */
const invoice = ({ wood, accent }: Palette): string =>
  rect(0, 0, WIDTH, HEIGHT, wood) +
  repeat(6, (index) => rect(0, index * 134, WIDTH, 4, darken(wood, 0.2))) +
  shadow(620, 720, 360, 60) +
  rect(340, 50, 520, 680, '#fdfcf8') +
  rect(390, 100, 150, 40, accent, { round: 6 }) +
  rect(690, 104, 120, 14, '#b9b3a8') +
  rect(690, 130, 90, 14, '#b9b3a8') +
  repeat(6, (index) => {
    const y = 220 + index * 54
    return rect(390, y, 250 - (index % 3) * 40, 14, '#8b857b') + rect(750, y, 60, 14, '#8b857b')
  }) +
  rect(390, 556, 420, 3, '#8b857b') +
  rect(390, 590, 110, 20, '#3b342e') +
  rect(720, 590, 90, 20, lighten(accent, 0.1))

/** What a host attaches to a claim, by its kind. */
export const EVIDENCE = { photo_before: livingRoom, photo_after: damagedRoom, invoice } as const

/** The bathroom with a crack in its tiles. */
export const crackedBathroom = (palette: Palette): string => bathroom(palette) + crack(590, 110)
