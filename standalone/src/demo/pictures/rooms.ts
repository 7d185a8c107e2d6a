import { bed, chair, coffeeTable, floorLamp, nightstand, pendant, plant, shelf, sofa } from './furniture.ts'
import type { Palette } from './palette.ts'
import { artwork, mirror, room, rug } from './room.ts'
import { darken, ellipse, lighten, line, mix, path, polygon, rect, repeat, shadow } from './svg.ts'
import { glazing } from './views.ts'

const turn = ({ seed }: Palette, body: string) => (seed % 2 === 0 ? body : mirror(body))

export const livingRoom = (palette: Palette): string =>
  turn(
    palette,
    room(
      palette,
      glazing(palette, [90, 90, 430, 330], 2) +
        artwork(palette, [690, 140, 130, 170]) +
        artwork(palette, [850, 140, 130, 170]) +
        rug(260, 640, 700, palette.accent) +
        plant(70, 640, 300, lighten(palette.accent, 0.45)) +
        floorLamp(1090, 640, palette.accent) +
        sofa(560, 650, 470, palette) +
        coffeeTable(560, 745, 270, palette.wood),
    ),
  )

/** A bedroom; each number differs from the others of the same home. */
export const bedroom =
  (number: number) =>
  (palette: Palette): string => {
    const colors = {
      ...palette,
      textile: number % 2 ? palette.textile : mix(palette.accent, '#e8dcc8', 0.35),
    }
    const body = room(
      colors,
      glazing(
        palette,
        number % 3 === 0 ? [70, 120, 250, 330] : [60, 100, 330, 320],
        number % 3 === 0 ? 1 : 2,
      ) +
        (number % 2
          ? artwork(palette, [690, 70, 190, 130])
          : artwork(palette, [630, 80, 130, 130]) + artwork(palette, [800, 80, 130, 130])) +
        rug(400, 650, 780, colors.textile) +
        nightstand(480, 640, palette.wood, palette.accent) +
        bed(550, 690, 470, colors) +
        nightstand(1105, 640, palette.wood, palette.accent) +
        (number % 2
          ? plant(120, 690, 250, lighten(palette.accent, 0.4))
          : chair(160, 700, palette.wood, palette.accent)),
    )
    return (palette.seed + number) % 2 === 0 ? body : mirror(body)
  }

const cupboards = (x: number, count: number, front: string) =>
  repeat(count, (index) => {
    const at = x + index * 130
    return (
      rect(at, 420, 126, 190, front, { round: 4 }) +
      rect(at + 12, 436, 102, 158, lighten(front, 0.1), { round: 4 }) +
      rect(at + 48, 448, 30, 7, '#c9b38a', { round: 3 })
    )
  })
const splashback = (color: string) =>
  repeat(4, (row) =>
    repeat(13, (column) =>
      rect(
        300 + column * 70 - (row % 2) * 35,
        256 + row * 36,
        66,
        32,
        lighten(color, 0.5 + ((row + column) % 3) * 0.1),
        {
          round: 3,
        },
      ),
    ),
  )
const stove = (x: number) =>
  rect(x, 400, 160, 212, '#4a4e52', { round: 5 }) +
  rect(x + 18, 470, 124, 110, '#2d3033', { round: 8 }) +
  rect(x + 18, 452, 124, 8, '#c9ccce', { round: 4 }) +
  repeat(4, (index) => ellipse(x + 34 + index * 31, 432, 8, 8, '#d5d7d8')) +
  rect(x + 88, 362, 52, 36, '#b8483b', { round: 8 }) +
  rect(x + 80, 356, 68, 10, darken('#b8483b', 0.2), { round: 5 })

export const kitchen = (palette: Palette): string => {
  const front = mix(palette.textile, '#f2ece0', 0.25)
  return turn(
    palette,
    room(
      palette,
      splashback(palette.accent) +
        glazing(palette, [40, 120, 220, 250], 1) +
        shelf(420, 200, 330, palette.wood) +
        shelf(800, 200, 300, palette.wood) +
        shadow(640, 618, 600, 26) +
        cupboards(20, 4, front) +
        stove(545) +
        cupboards(712, 4, front) +
        rect(10, 398, 534, 24, lighten(palette.wood, 0.3), { round: 4 }) +
        rect(706, 398, 540, 24, lighten(palette.wood, 0.3), { round: 4 }) +
        path('M330,398L330,330Q330,304 356,304L372,304L372,322', 'none', { stroke: '#8f9498', wide: 9 }) +
        rect(900, 336, 66, 62, '#e9dfcd', { round: 10 }) +
        plant(1130, 398, 130, lighten(palette.accent, 0.4)) +
        pendant(420, 140, palette.accent) +
        pendant(760, 140, palette.accent) +
        island(palette),
    ),
  )
}
const island = ({ wood, textile, accent }: Palette): string =>
  shadow(600, 800, 440, 40) +
  rect(300, 664, 600, 150, darken(textile, 0.18)) +
  repeat(4, (index) => rect(312 + index * 146, 682, 138, 130, darken(textile, 0.1), { round: 4 })) +
  rect(270, 640, 660, 28, lighten(wood, 0.42), { round: 6 }) +
  ellipse(600, 632, 90, 18, '#f4ecdc') +
  ellipse(575, 620, 20, 18, '#d98b3f') +
  ellipse(612, 616, 21, 19, '#c9a23f') +
  ellipse(640, 624, 18, 16, '#a9bb62') +
  repeat(3, (index) => {
    const x = 400 + index * 200
    return (
      rect(x - 44, 726, 88, 16, accent, { round: 8 }) +
      line([x - 30, 742], [x - 40, 810], '#3b342e', 7) +
      line([x + 30, 742], [x + 40, 810], '#3b342e', 7)
    )
  })

export const bathroom = (palette: Palette): string => {
  const tile = lighten(palette.accent, 0.72)
  return turn(
    palette,
    room(
      { ...palette, finish: 'plain' },
      repeat(8, (row) =>
        repeat(17, (column) =>
          rect(column * 72, 60 + row * 62, 69, 59, mix(tile, palette.wall, ((row * 3 + column) % 4) / 6), {
            round: 2,
          }),
        ),
      ) +
        glazing(palette, [90, 110, 250, 230], 1) +
        ellipse(830, 240, 128, 148, darken(palette.wood, 0.1)) +
        ellipse(830, 240, 114, 134, '#dbe7e8') +
        path('M750,180L800,140L905,300L870,350Z', '#ffffff', { opacity: 0.35 }) +
        shadow(830, 640, 230, 22) +
        rect(650, 440, 360, 180, palette.wood, { round: 8 }) +
        repeat(2, (index) =>
          rect(668 + index * 168, 466, 156, 132, lighten(palette.wood, 0.12), { round: 6 }),
        ) +
        rect(636, 418, 388, 26, '#f7f3ea', { round: 8 }) +
        path('M740,418Q744,380 770,378L890,378Q916,380 920,418Z', '#ffffff') +
        path('M830,378L830,346Q832,330 850,332L858,346', 'none', { stroke: '#a98c5a', wide: 8 }) +
        plant(1120, 640, 220, lighten(palette.accent, 0.4)) +
        bath(palette),
    ),
  )
}
const bath = ({ accent, textile }: Palette): string =>
  shadow(290, 722, 320, 30) +
  path('M40,540L560,540Q552,700 470,716L130,716Q48,700 40,540Z', '#fbf8f1') +
  path('M40,540L560,540Q558,590 548,620L52,620Q42,590 40,540Z', '#ece5d8') +
  rect(26, 526, 548, 24, '#ffffff', { round: 12 }) +
  path('M470,526L470,452Q470,432 446,434L432,436L432,456', 'none', { stroke: '#a98c5a', wide: 9 }) +
  rect(140, 520, 120, 130, textile, { round: 8 }) +
  repeat(3, (index) => line([144, 600 + index * 12], [256, 600 + index * 12], lighten(accent, 0.5), 4))

export const diningRoom = (palette: Palette): string =>
  turn(
    palette,
    room(
      palette,
      glazing(palette, [390, 80, 460, 330], 3) +
        (palette.finish === 'shoji'
          ? ''
          : shelf(940, 250, 200, palette.wood) + shelf(940, 370, 200, palette.wood)) +
        artwork(palette, [110, 150, 160, 210]) +
        pendant(620, 150, palette.accent) +
        rug(200, 650, 820, palette.textile) +
        chair(420, 660, palette.wood, palette.accent) +
        chair(620, 655, palette.wood, palette.accent) +
        chair(820, 660, palette.wood, palette.accent) +
        shadow(620, 760, 420, 30) +
        polygon(
          [
            [330, 570],
            [910, 570],
            [980, 616],
            [260, 616],
          ],
          lighten(palette.wood, 0.22),
        ) +
        rect(260, 616, 720, 24, palette.wood) +
        repeat(2, (index) => rect(296 + index * 628, 640, 22, 124, darken(palette.wood, 0.2))) +
        repeat(3, (index) =>
          ellipse(430 + index * 190, 592, 52, 13, '#fffaf0', { stroke: '#d8cfbd', wide: 2 }),
        ) +
        path('M600,584Q590,536 612,528L628,528Q650,536 640,584Z', lighten(palette.accent, 0.3)) +
        repeat(5, (index) => line([620, 530], [570 + index * 25, 470 - (index % 2) * 16], '#6d9268', 5)) +
        repeat(5, (index) =>
          ellipse(570 + index * 25, 466 - (index % 2) * 16, 12, 12, index % 2 ? '#e9c98f' : '#d98b7a'),
        ) +
        plant(150, 660, 260, lighten(palette.accent, 0.45)),
    ),
  )
