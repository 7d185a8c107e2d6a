import { pine, pines, ridge, sailingBoat, sky, tree, water } from './landscape.ts'
import type { Palette, Setting } from './palette.ts'
import { houses, joshuaTree, lighthouse, narrowBoat, pagoda, tiledRoof } from './sights.ts'
import { ellipse, inset, lighten, line, mix, polygon, rect, repeat, WIDTH } from './svg.ts'

const HILL = '#6f8f78'
const SEA = '#4f8198'

const town = (palette: Palette) =>
  sky(palette) +
  ridge(palette.seed, 430, 170, mix(palette.sky[1], '#5f7f93', 0.55)) +
  ridge(palette.seed + 1, 500, 110, mix(HILL, palette.sky[1], 0.3), 5) +
  houses(palette.seed + 2, 590, ['#a7644c', '#b9805f', '#8d5443', '#cbb193'], '#5b5550', {
    width: 150,
    pitched: 0,
  }) +
  houses(palette.seed + 3, 715, ['#7d4a3c', '#96604a', '#c9b18f'], '#4d4744', { width: 210, pitched: 0 }) +
  tree(170, 800, 250, '#6f8a4f') +
  tree(1010, 810, 210, '#7c9356')

const forest = (palette: Palette) =>
  sky(palette) +
  ridge(palette.seed, 420, 190, mix(palette.sky[1], '#5f7f93', 0.5)) +
  ridge(palette.seed + 1, 500, 130, '#6f8d84', 5) +
  pines(palette.seed + 2, 26, 600, 190, '#5d8168') +
  pines(palette.seed + 3, 17, 690, 290, '#456a52') +
  ridge(palette.seed + 4, 720, 50, '#7f9560', 4) +
  pines(palette.seed + 5, 8, 860, 430, '#2f5140')

const harbor = (palette: Palette) =>
  sky(palette) +
  ridge(palette.seed, 440, 60, mix(palette.sky[1], '#5f7f93', 0.55)) +
  water(440, SEA, palette.seed) +
  lighthouse(640, 450) +
  sailingBoat(330, 500, 46, '#32465a') +
  sailingBoat(880, 570, 74, '#b8483b') +
  sailingBoat(170, 640, 95, '#f4efe4') +
  rect(0, 726, WIDTH, 74, '#8a705a') +
  repeat(16, (index) => line([index * 78, 728], [index * 78 - 14, 800], '#6e5846', 3)) +
  repeat(4, (index) => rect(120 + index * 310, 660, 30, 90, '#5d4a3b', { round: 8 }))

const bay = (palette: Palette) =>
  sky(palette) +
  ridge(palette.seed, 430, 120, mix(palette.sky[1], '#5f7f93', 0.5), 4) +
  ridge(palette.seed + 1, 452, 50, '#5f7d78', 5) +
  water(452, '#4b7d95', palette.seed) +
  ellipse(250, 480, 190, 22, '#5b6a58') +
  pines(palette.seed + 2, 24, 478, 70, '#3f6250').replaceAll('<rect', '<rect opacity="0"') +
  sailingBoat(790, 560, 62, '#f4efe4') +
  polygon(
    [
      [520, 800],
      [700, 800],
      [612, 560],
      [588, 560],
    ],
    '#9a7f64',
  ) +
  repeat(9, (index) => {
    const y = 580 + index * 26
    const half = 13 + (y - 560) * 0.34
    return line([600 - half, y], [604 + half, y], '#7b634d', 3)
  }) +
  pine(60, 860, 470, '#2f5140') +
  pine(215, 890, 330, '#38604c') +
  pine(1110, 870, 510, '#2f5140') +
  pine(980, 900, 330, '#38604c')

const desert = (palette: Palette) =>
  sky(palette) +
  ridge(palette.seed, 480, 150, mix(palette.sky[1], '#8a6f86', 0.5), 7) +
  ridge(palette.seed + 1, 560, 110, '#a9705a', 6) +
  ridge(palette.seed + 2, 600, 30, '#d2a276', 4) +
  ellipse(330, 610, 120, 60, '#b98463') +
  ellipse(415, 622, 80, 42, '#a5714f') +
  ridge(palette.seed + 3, 690, 40, '#c39066', 3) +
  joshuaTree(880, 700, 330) +
  joshuaTree(170, 740, 220) +
  joshuaTree(620, 640, 110) +
  repeat(15, (index) => ellipse(40 + index * 83, 735 + ((index * 53) % 60), 26, 11, '#8f8a5a'))

const kyoto = (palette: Palette) =>
  sky(palette) +
  ridge(palette.seed, 420, 190, mix(palette.sky[1], '#5f7f93', 0.55), 5) +
  ridge(palette.seed + 1, 490, 120, '#6f8a78', 6) +
  pagoda(860, 520, 92) +
  repeat(9, (index) =>
    ellipse(60 + index * 140, 530 + ((index * 41) % 40), 92, 66, index % 3 === 1 ? '#d8a3a6' : '#7f9a6b'),
  ) +
  rect(0, 600, WIDTH, 200, '#4a4f55') +
  tiledRoof(-60, 560, 480, 80, '#6b7178') +
  tiledRoof(350, 590, 520, 84, '#5d636a') +
  tiledRoof(800, 570, 480, 84, '#70767c') +
  tiledRoof(-120, 668, 720, 110, '#4f555c') +
  tiledRoof(540, 690, 780, 120, '#464c53')

const lisbon = (palette: Palette) =>
  sky(palette) +
  ridge(palette.seed, 420, 60, mix(palette.sky[1], '#5f7f93', 0.45), 5) +
  rect(0, 400, WIDTH, 130, '#6fa3bb') +
  repeat(12, (index) =>
    line(
      [index * 107, 425 + ((index * 29) % 80)],
      [index * 107 + 50, 425 + ((index * 29) % 80)],
      '#ffffff',
      2,
      0.4,
    ),
  ) +
  sailingBoat(260, 455, 24, '#f4efe4') +
  houses(palette.seed + 2, 540, ['#f0e2c6', '#e9c98f', '#f3ebdd', '#d9a58c', '#bcd0cf'], '#c3694a', {
    width: 118,
    pitched: 46,
  }) +
  houses(palette.seed + 3, 640, ['#f6ecd8', '#e6b98a', '#efe3cf', '#c9d8d4'], '#b95f42', {
    width: 165,
    pitched: 62,
  }) +
  houses(palette.seed + 4, 765, ['#efd9b4', '#f7f0e2', '#dfae92'], '#ad5639', { width: 235, pitched: 84 })

const canal = (palette: Palette) =>
  sky(palette) +
  houses(palette.seed, 470, ['#a9825f', '#b89270', '#94694c'], '#4d4744', { width: 180, pitched: 0 }) +
  rect(0, 560, WIDTH, 60, '#a39a8b') +
  repeat(6, (index) =>
    tree(40 + index * 235, 575, 190 + ((index * 37) % 50), index % 2 ? '#7c9356' : '#68854e'),
  ) +
  water(610, '#5f7f7c', palette.seed) +
  narrowBoat(180, 660) +
  narrowBoat(690, 715)

const VIEWS: Readonly<Record<Setting, (palette: Palette) => string>> = {
  town,
  forest,
  harbor,
  bay,
  desert,
  kyoto,
  lisbon,
  canal,
}

/** What one sees from the home. */
export const view = (palette: Palette): string => VIEWS[palette.setting](palette)

/** The view as it shows in a window, with its frame and a sill. */
export const glazing = (
  palette: Palette,
  [x, y, w, h]: readonly [number, number, number, number],
  panes = 2,
): string =>
  rect(x - 16, y - 16, w + 32, h + 32, lighten(palette.wall, 0.7)) +
  inset(x, y, w, h, view(palette)) +
  rect(x, y, w, h, 'url(#beam)', { opacity: 0.5 }) +
  repeat(panes - 1, (index) =>
    rect(x + ((index + 1) * w) / panes - 5, y, 10, h, lighten(palette.wall, 0.7)),
  ) +
  rect(x - 26, y + h + 12, w + 52, 16, lighten(palette.wall, 0.5)) +
  rect(x - 26, y + h + 28, w + 52, 8, '#14100c', { opacity: 0.1 })
