import { darken, HEIGHT, lighten, WIDTH } from './svg.ts'

/** What lies around a home; its windows show it. */
export type Setting = 'town' | 'forest' | 'harbor' | 'bay' | 'desert' | 'kyoto' | 'lisbon' | 'canal'

/** The colours of one home, each as #rrggbb, and where it lies. */
export type Palette = Readonly<{
  setting: Setting
  sky: readonly [top: string, bottom: string]
  /** The house outside. */
  facade: string
  roof: string
  /** How the rooms' walls are finished. */
  finish: 'plain' | 'brick' | 'boards' | 'tiles' | 'shoji'
  wall: string
  floor: string
  wood: string
  accent: string
  textile: string
  /** Makes what is drawn at random differ between homes. */
  seed: number
}>

const gradient = (id: string, vertical: boolean, stops: readonly (readonly [number, string, number?])[]) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="${vertical ? 0 : 1}" y2="${vertical ? 1 : 0}">` +
  stops
    .map(
      ([offset, color, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`,
    )
    .join('') +
  '</linearGradient>'
const halo = (id: string, color: string, opacity: number) =>
  `<radialGradient id="${id}"><stop offset="0" stop-color="${color}" stop-opacity="${opacity}"/>` +
  `<stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`

const definitions = ({ sky, wall, floor }: Palette): string =>
  gradient('sky', true, [
    [0, sky[0]],
    [0.8, sky[1]],
  ]) +
  gradient('wall', false, [
    [0, lighten(wall, 0.3)],
    [0.55, wall],
    [1, darken(wall, 0.12)],
  ]) +
  gradient('floor', true, [
    [0, darken(floor, 0.2)],
    [1, lighten(floor, 0.12)],
  ]) +
  gradient('beam', false, [
    [0, '#fff6e0', 0.5],
    [1, '#fff6e0', 0],
  ]) +
  gradient('dim', true, [
    [0, '#14100c', 0],
    [1, '#14100c', 0.28],
  ]) +
  halo('shade', '#14100c', 0.42) +
  halo('glow', '#fff1cc', 0.85)

/** The picture of a scene as SVG, in the size in which it is uploaded. */
export const drawPicture = (palette: Palette, scene: (palette: Palette) => string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="683" viewBox="0 0 ${WIDTH} ${HEIGHT}" ` +
  `preserveAspectRatio="xMidYMid slice"><defs>${definitions(palette)}</defs>${scene(palette)}</svg>`
