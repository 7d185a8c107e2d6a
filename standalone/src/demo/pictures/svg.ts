/** Builders of SVG for the demo's pictures. A picture is 1200 × 800 units. */
export const WIDTH = 1200
export const HEIGHT = 800

export type Point = readonly [x: number, y: number]
type Style = Readonly<{ stroke?: string; wide?: number; opacity?: number; round?: number }>

const round = (value: number) => Math.round(value * 10) / 10
const writeStyle = ({ stroke, wide = 2, opacity, round: radius }: Style): string =>
  (stroke === undefined ? '' : ` stroke="${stroke}" stroke-width="${wide}" stroke-linecap="round"`) +
  (opacity === undefined ? '' : ` opacity="${opacity}"`) +
  (radius === undefined ? '' : ` rx="${radius}"`)

export const rect = (x: number, y: number, w: number, h: number, fill: string, style: Style = {}): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" ` +
  `fill="${fill}"${writeStyle(style)}/>`

export const ellipse = (
  x: number,
  y: number,
  rx: number,
  ry: number,
  fill: string,
  style: Style = {},
): string =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" ` +
  `fill="${fill}"${writeStyle(style)}/>`

export const polygon = (points: readonly Point[], fill: string, style: Style = {}): string =>
  `<polygon points="${points.map((point) => point.map(round).join(',')).join(' ')}" ` +
  `fill="${fill}"${writeStyle(style)}/>`

export const path = (d: string, fill: string, style: Style = {}): string =>
  `<path d="${d}" fill="${fill}"${writeStyle(style)}/>`

export const line = (from: Point, to: Point, stroke: string, wide = 2, opacity = 1): string =>
  path(`M${from.map(round).join(',')}L${to.map(round).join(',')}`, 'none', { stroke, wide, opacity })

/** A soft shadow on the ground. */
export const shadow = (x: number, y: number, rx: number, ry: number): string =>
  ellipse(x, y, rx, ry, 'url(#shade)')

/** `draw` for each of `count` numbers from 0. */
export const repeat = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')

/** A whole picture, shrunk into a frame, such as the view in a window; what does not fit is cut off. */
export const inset = (x: number, y: number, w: number, h: number, body: string): string =>
  `<svg x="${x}" y="${y}" width="${w}" height="${h}" viewBox="0 0 ${WIDTH} ${HEIGHT}" ` +
  `preserveAspectRatio="xMidYMid slice">${body}</svg>`

/** The colour between two colours in the form #rrggbb; `part` 0 is the first, 1 the second. */
export const mix = (one: string, other: string, part: number): string => {
  const channel = (color: string, index: number) =>
    Number.parseInt(color.slice(1 + 2 * index, 3 + 2 * index), 16)
  return `#${[0, 1, 2]
    .map((index) => Math.round(channel(one, index) * (1 - part) + channel(other, index) * part))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`
}
export const lighten = (color: string, part: number): string => mix(color, '#ffffff', part)
export const darken = (color: string, part: number): string => mix(color, '#14100c', part)
