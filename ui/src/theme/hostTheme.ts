import { merge } from './merge.ts'
import type { ThemeOptions } from '@mui/material/styles'
import { bwDarkTheme, bwLightTheme, type RaThemeOptions } from 'react-admin'
import { componentOverrides } from './components.ts'
import { cssVariables, fontFamily, tokens, type Mode } from './tokens.ts'

declare module '@mui/material/styles' {
  interface Palette {
    sunken: string
    hairline: string
    soft: Record<'ok' | 'warn' | 'bad' | 'info' | 'mute' | 'brand', string>
  }
  interface PaletteOptions {
    sunken?: string
    hairline?: string
    soft?: Record<'ok' | 'warn' | 'bad' | 'info' | 'mute' | 'brand', string>
  }
}

const TYPOGRAPHY = {
  fontFamily,
  fontSize: 14,
  htmlFontSize: 16,
  h1: { fontSize: 24, lineHeight: '32px', fontWeight: 640, letterSpacing: '-.02em' },
  h2: { fontSize: 16, lineHeight: '24px', fontWeight: 620, letterSpacing: '-.011em' },
  h3: { fontSize: 14, lineHeight: '20px', fontWeight: 560 },
  body1: { fontSize: 14, lineHeight: '20px', letterSpacing: '-.006em' },
  body2: { fontSize: 13, lineHeight: '18px', letterSpacing: '-.006em' },
  caption: { fontSize: 12, lineHeight: '16px', fontWeight: 450, letterSpacing: 0 },
  button: {
    textTransform: 'none',
    fontWeight: 540,
    fontSize: 14,
    lineHeight: '20px',
    letterSpacing: '-.006em',
  },
} satisfies ThemeOptions['typography']

/** Every key is set in both modes: an undefined one would wipe the base theme's value. */
const createPalette = (mode: Mode) => {
  const t = tokens[mode]
  const status = (ink: string, soft: string) => ({
    main: ink,
    light: soft,
    dark: ink,
    contrastText: t.surface,
  })
  return {
    mode,
    background: { default: t.canvas, paper: t.surface },
    divider: t.line,
    hairline: t.line,
    sunken: t.sunken,
    text: { primary: t.ink, secondary: t.ink2, disabled: t.ink3 },
    primary: { main: t.brand, light: t.brandSoft, dark: t.brandHover, contrastText: t.onBrand },
    secondary: { main: t.ink2, light: t.muteSoft, dark: t.ink, contrastText: t.surface },
    success: status(t.ok, t.okSoft),
    warning: status(t.warn, t.warnSoft),
    error: status(t.bad, t.badSoft),
    info: status(t.info, t.infoSoft),
    soft: {
      ok: t.okSoft,
      warn: t.warnSoft,
      bad: t.badSoft,
      info: t.infoSoft,
      mute: t.muteSoft,
      brand: t.brandSoft,
    },
    action: {
      hover: t.sunken,
      selected: t.brandSoft,
      disabled: t.ink3,
      disabledBackground: t.sunken,
      focus: t.sunken,
      active: t.ink2,
    },
  } satisfies RaThemeOptions['palette']
}

const hostOptions = (mode: Mode): RaThemeOptions => {
  const t = tokens[mode]
  return {
    palette: createPalette(mode),
    shape: { borderRadius: 8 },
    typography: TYPOGRAPHY,
    components: {
      ...componentOverrides(t),
      MuiCssBaseline: {
        styleOverrides: {
          ':root': { ...cssVariables(mode), colorScheme: mode },
          body: {
            backgroundColor: t.canvas,
            color: t.ink,
            letterSpacing: '-.006em',
            fontOpticalSizing: 'auto',
          },
        },
      },
    },
  }
}

const floating = (mode: Mode) =>
  Array.from({ length: 25 }, (_, depth) => (depth === 8 ? tokens[mode].pop : 'none'))
const createTheme = (base: ThemeOptions, mode: Mode): RaThemeOptions =>
  ({ ...merge(base, hostOptions(mode)), shadows: floating(mode) }) as RaThemeOptions

export const lightTheme = createTheme(bwLightTheme, 'light')
export const darkTheme = createTheme(bwDarkTheme, 'dark')
