const light = {
  canvas: '#faf8f4',
  surface: '#ffffff',
  sunken: '#f4f1eb',
  raised: '#ffffff',
  line: '#e6e1d8',
  lineStrong: '#cfc8bb',
  control: '#8f877a',
  ink: '#1f1c18',
  ink2: '#56514a',
  ink3: '#69645b',
  brand: '#0f5c55',
  brandHover: '#0b4a44',
  brandSoft: '#e4efec',
  brandLine: '#a9cbc5',
  brandInk: '#0d514b',
  onBrand: '#ffffff',
  ok: '#1c6b3c',
  okSoft: '#e6f2e8',
  okLine: '#a9cfb4',
  warn: '#855000',
  warnSoft: '#fbf0db',
  warnLine: '#e3c68f',
  bad: '#a5301e',
  badSoft: '#fbeae6',
  badLine: '#e6b3a8',
  info: '#225a99',
  infoSoft: '#e7effa',
  infoLine: '#b0c9e8',
  mute: '#56514a',
  muteSoft: '#efebe4',
  muteLine: '#d3ccbf',
  alarm: '#a5301e',
  onAlarm: '#ffffff',
  hatch: '#ddd6ca',
  pop: '0 1px 2px rgb(31 28 24 / .06), 0 12px 32px rgb(31 28 24 / .12)',
}
export type Tokens = typeof light

const dark: Tokens = {
  canvas: '#141311',
  surface: '#1b1a17',
  sunken: '#23211d',
  raised: '#24221e',
  line: '#322f29',
  lineStrong: '#4a453d',
  control: '#8a8377',
  ink: '#f0ece5',
  ink2: '#bdb6aa',
  ink3: '#a59e92',
  brand: '#7fd1c7',
  brandHover: '#9bddd5',
  brandSoft: '#16322f',
  brandLine: '#2f5f59',
  brandInk: '#93dad1',
  onBrand: '#06312d',
  ok: '#86cf9f',
  okSoft: '#18301f',
  okLine: '#2f5a3d',
  warn: '#e8b968',
  warnSoft: '#34280f',
  warnLine: '#64501f',
  bad: '#f3a191',
  badSoft: '#3b1f19',
  badLine: '#6e3a2f',
  info: '#94bcf1',
  infoSoft: '#1a2940',
  infoLine: '#35507a',
  mute: '#bdb6aa',
  muteSoft: '#2b2823',
  muteLine: '#4a453d',
  alarm: '#9c2c1b',
  onAlarm: '#ffffff',
  hatch: '#3a362f',
  pop: '0 0 0 1px #3a362f, 0 16px 40px rgb(0 0 0 / .5)',
}

/** Every colour of the console, per mode; axe checks the contrast. */
export const tokens = { light, dark }
export type Mode = keyof typeof tokens

/** The meaning of a colour, for chips and figures. */
export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'mute' | 'brand'

export const fontFamily = '"Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", sans-serif'

const kebab = (name: string) =>
  name
    .replace(/([A-Z])/g, '-$1')
    .replace(/([a-z])(\d)/, '$1-$2')
    .toLowerCase()

/** The same values as custom properties (`--ink-2`, `--brand-soft`) for style sheets. */
export const cssVariables = (mode: Mode): Record<string, string> =>
  Object.fromEntries(Object.entries(tokens[mode]).map(([name, value]) => [`--${kebab(name)}`, value]))
