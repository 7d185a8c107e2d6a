import { pines, sky, tree } from './landscape.ts'
import type { Palette } from './palette.ts'
import { darken, ellipse, lighten, line, mix, path, polygon, rect, repeat, shadow, WIDTH } from './svg.ts'
import { view } from './views.ts'

const GLASS = '#3d4f5b'

const sash = (x: number, y: number, w: number, h: number, frame: string, arched = false): string =>
  (arched
    ? ellipse(x + w / 2, y, w / 2 + 8, w / 2 + 4, frame) + ellipse(x + w / 2, y, w / 2, w / 2 - 4, GLASS)
    : '') +
  rect(x - 8, y - 8, w + 16, h + 16, frame) +
  rect(x, y, w, h, GLASS) +
  polygon(
    [
      [x, y + h],
      [x, y + h * 0.4],
      [x + w * 0.8, y],
      [x + w, y],
      [x + w, y + h * 0.2],
    ],
    '#ffffff',
    { opacity: 0.16 },
  ) +
  rect(x + w / 2 - 3, y, 6, h, frame) +
  rect(x, y + h / 2 - 3, w, 6, frame) +
  rect(x - 14, y + h + 8, w + 28, 10, lighten(frame, 0.2))

const balcony = (x: number, y: number, w: number) =>
  rect(x - 24, y, w + 48, 10, '#4a4644') +
  rect(x - 20, y - 62, w + 40, 6, '#2f2d2c') +
  repeat(Math.floor((w + 40) / 14), (index) => rect(x - 20 + index * 14, y - 60, 4, 60, '#2f2d2c'))
const flowers = (x: number, y: number, w: number) =>
  repeat(7, (index) => ellipse(x + (index * w) / 6, y - (index % 2) * 6, 13, 11, '#5f8a57')) +
  repeat(7, (index) =>
    ellipse(x + (index * w) / 6, y - 8 - (index % 3) * 4, 6, 6, index % 2 ? '#d9645a' : '#f0c36a'),
  )
const door = (x: number, y: number, color: string) =>
  rect(x - 12, y - 222, 134, 222, '#f1eadb') +
  rect(x, y - 210, 110, 210, color) +
  repeat(2, (index) => rect(x + 14 + index * 44, y - 150, 36, 120, lighten(color, 0.1), { round: 3 })) +
  rect(x + 14, y - 196, 82, 34, '#ffe7b0') +
  ellipse(x + 94, y - 92, 5, 5, '#d9b765') +
  rect(x - 26, y, 162, 14, '#b6ab9a')
const street = (color: string) =>
  rect(0, 700, WIDTH, 100, color) +
  rect(0, 696, WIDTH, 16, lighten(color, 0.3)) +
  repeat(9, (index) => line([index * 150, 740], [index * 150 + 80, 740], lighten(color, 0.18), 4, 0.7))

type Row = Readonly<{ columns: number; balconies: boolean; arched: boolean; pitched: boolean }>

/** A house in a row of houses. */
export const rowHouse =
  ({ columns, balconies, arched, pitched }: Row) =>
  (palette: Palette): string => {
    const { facade, roof, accent } = palette
    const [left, wide, top] = [300, 600, 110]
    const step = wide / columns
    const w = Math.min(96, step * 0.46)
    const frame = lighten(facade, 0.78)
    const floors = [150, 330, 510]
    const neighbour = (x: number, color: string, low: number) =>
      rect(x, low, 330, 600, color) +
      rect(x - 4, low - 12, 338, 16, darken(color, 0.25)) +
      repeat(3, (row) =>
        repeat(2, (column) =>
          sash(x + 60 + column * 140, low + 60 + row * 180, 70, 100, lighten(color, 0.55)),
        ),
      )
    return (
      sky(palette) +
      neighbour(-40, mix(facade, '#d8c7ae', 0.55), 180) +
      neighbour(900, mix(facade, '#8a8f8a', 0.45), 150) +
      rect(left, top, wide, 600, facade) +
      rect(left + wide - 40, top, 40, 600, darken(facade, 0.1)) +
      (pitched
        ? polygon(
            [
              [left - 16, top],
              [left + 70, top - 82],
              [left + wide - 70, top - 82],
              [left + wide + 16, top],
            ],
            roof,
          )
        : rect(left - 14, top - 26, wide + 28, 30, darken(facade, 0.3))) +
      repeat(10, (index) => rect(left + 8 + index * 60, top + 4, 26, 12, darken(facade, 0.22))) +
      floors
        .map((y, floor) =>
          repeat(columns, (column) => {
            const x = left + step * (column + 0.5) - w / 2
            if (floor === 2 && column === 0) return ''
            return (
              sash(x, y + (arched ? 24 : 0), w, arched ? 96 : 120, frame, arched) +
              (balconies && floor < 2
                ? balcony(x, y + 132, w) + (column % 2 ? '' : flowers(x - 8, y + 76, w + 16))
                : '')
            )
          }),
        )
        .join('') +
      rect(left, 482, wide, 8, darken(facade, 0.16)) +
      rect(left, 302, wide, 8, darken(facade, 0.16)) +
      rect(left, 660, wide, 40, darken(facade, 0.3)) +
      door(left + step * 0.5 - 55, 700, accent) +
      street('#8d8a85') +
      tree(200, 712, 330, '#76934f') +
      shadow(200, 712, 120, 14) +
      tree(1030, 716, 270, '#6a8a4d')
    )
  }

type Gable = Readonly<{ ground: 'grass' | 'sand' | 'dock'; lit: boolean }>
const GROUND = { grass: '#83995c', sand: '#cfa277', dock: '#94795f' } as const

/** A house of its own with a gable and a porch. */
export const gableHouse =
  ({ ground, lit }: Gable) =>
  (palette: Palette): string => {
    const { facade, roof, accent } = palette
    const trim = lighten(facade, 0.72)
    const glass = lit ? '#ffdf9a' : GLASS
    const pane = (x: number, y: number, w: number, h: number) =>
      rect(x - 9, y - 9, w + 18, h + 18, trim) +
      rect(x, y, w, h, glass) +
      rect(x + w / 2 - 3, y, 6, h, trim) +
      rect(x, y + h / 2 - 3, w, 6, trim)
    return (
      view(palette) +
      (ground === 'grass' ? pines(palette.seed + 9, 12, 640, 330, '#3f6350') : '') +
      path(`M-20,640Q300,600 620,622T1220,630L1220,800L-20,800Z`, GROUND[ground]) +
      shadow(600, 690, 470, 40) +
      rect(300, 330, 600, 350, facade) +
      repeat(14, (row) => line([300, 344 + row * 25], [900, 344 + row * 25], darken(facade, 0.2), 3, 0.7)) +
      polygon(
        [
          [300, 332],
          [600, 120],
          [900, 332],
        ],
        mix(facade, darken(facade, 0.1), 0.6),
      ) +
      repeat(6, (row) =>
        line(
          [600 - (row + 1) * 44, 168 + row * 28],
          [600 + (row + 1) * 44, 168 + row * 28],
          darken(facade, 0.25),
          3,
          0.6,
        ),
      ) +
      polygon(
        [
          [236, 360],
          [600, 84],
          [964, 360],
          [930, 372],
          [600, 126],
          [270, 372],
        ],
        roof,
      ) +
      rect(752, 110, 62, 150, '#8a6a5a') +
      rect(744, 100, 78, 18, '#6b5246') +
      pane(552, 210, 96, 84) +
      pane(352, 410, 110, 140) +
      pane(738, 410, 110, 140) +
      rect(250, 560, 700, 20, trim) +
      repeat(5, (index) => rect(262 + index * 168, 576, 14, 110, trim)) +
      rect(546, 452, 108, 228, accent, { round: 4 }) +
      rect(560, 470, 80, 76, glass) +
      ellipse(638, 580, 6, 6, '#e5c36f') +
      (lit ? ellipse(600, 520, 330, 220, 'url(#glow)', { opacity: 0.5 }) : '') +
      rect(236, 676, 728, 22, lighten(palette.wood, 0.15)) +
      polygon(
        [
          [520, 698],
          [680, 698],
          [740, 800],
          [460, 800],
        ],
        lighten(palette.wood, 0.3),
      ) +
      repeat(4, (index) =>
        line(
          [512 - index * 13, 716 + index * 24],
          [688 + index * 13, 716 + index * 24],
          darken(palette.wood, 0.1),
          3,
        ),
      ) +
      repeat(6, (index) =>
        ellipse(170 + index * 12, 716 - (index % 3) * 18, 42, 30, index % 2 ? '#6f8a4f' : '#7f9a58'),
      ) +
      repeat(6, (index) =>
        ellipse(990 + index * 14, 720 - (index % 3) * 18, 42, 30, index % 2 ? '#6f8a4f' : '#64804a'),
      )
    )
  }

/** A wooden town house in Kyoto. */
export const machiya = (palette: Palette): string => {
  const { facade, roof, wood, accent } = palette
  const eaves = (y: number, x: number, w: number, h: number) =>
    path(
      `M${x},${y + h}Q${x + 60},${y + h - 14} ${x + 90},${y}L${x + w - 90},${y}` +
        `Q${x + w - 60},${y + h - 14} ${x + w},${y + h}Z`,
      roof,
    ) +
    repeat(Math.floor(w / 30), (index) =>
      line(
        [x + 24 + index * 30, y + h - 3],
        [x + 92 + (index * (w - 184)) / (w / 30), y + 4],
        darken(roof, 0.3),
        4,
      ),
    ) +
    rect(x + 84, y - 9, w - 168, 14, darken(roof, 0.25), { round: 6 })
  const lattice = (x: number, y: number, w: number, h: number) =>
    rect(x, y, w, h, '#ffe3ad') +
    repeat(Math.floor(w / 15), (index) => rect(x + index * 15, y, 8, h, darken(wood, 0.35))) +
    rect(x, y + h * 0.3, w, 7, darken(wood, 0.4)) +
    rect(x - 6, y - 6, w + 12, 10, darken(wood, 0.45)) +
    rect(x - 6, y + h, w + 12, 12, darken(wood, 0.45))
  return (
    sky(palette) +
    repeat(7, (index) =>
      ellipse(40 + index * 190, 250 + ((index * 41) % 40), 130, 100, index % 3 === 1 ? '#d8a3a6' : '#7f9a6b'),
    ) +
    rect(-40, 320, 260, 390, mix(facade, '#cdbfa6', 0.5)) +
    rect(985, 300, 260, 410, mix(facade, '#8e8576', 0.4)) +
    eaves(250, -160, 420, 80) +
    eaves(230, 950, 420, 80) +
    rect(210, 240, 780, 470, facade) +
    eaves(130, 150, 900, 118) +
    lattice(270, 276, 280, 92) +
    lattice(650, 276, 280, 92) +
    eaves(396, 170, 860, 74) +
    lattice(240, 492, 330, 196) +
    rect(610, 486, 160, 214, darken(wood, 0.5)) +
    repeat(3, (index) => rect(614 + index * 52, 486, 48, 92, accent)) +
    ellipse(690, 528, 17, 17, '#f7f1e2') +
    lattice(800, 492, 160, 196) +
    repeat(2, (index) => ellipse(590 + index * 196, 448, 20, 30, '#fff1cc', { stroke: '#b8483b', wide: 4 })) +
    street('#8f8b84') +
    repeat(5, (index) =>
      ellipse(220 + index * 24, 690 - (index % 2) * 20, 32, 26, index % 2 ? '#5f8a57' : '#6d9660'),
    )
  )
}
