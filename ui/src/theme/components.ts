import type { RaThemeOptions } from 'react-admin'
import type { Tokens } from './tokens.ts'

type Components = NonNullable<RaThemeOptions['components']>

/** Buttons of 36 px, 44 px on touch screens. */
const buttons = (t: Tokens) =>
  ({
    MuiButtonBase: {
      styleOverrides: {
        root: { '&.Mui-focusVisible': { outline: `2px solid ${t.brand}`, outlineOffset: 2 } },
      },
    },
    MuiButton: {
      defaultProps: { variant: 'outlined', disableElevation: true, color: 'inherit' },
      styleOverrides: {
        root: {
          height: 36,
          padding: '0 14px',
          borderRadius: 8,
          whiteSpace: 'nowrap',
          gap: 8,
          transition: 'none',
          '@media (max-width: 700px)': { height: 44 },
          '&.Mui-disabled': {
            backgroundColor: t.sunken,
            borderColor: t.line,
            color: t.ink3,
            boxShadow: 'none',
          },
          '& svg': { marginLeft: -2 },
        },
        outlined: {
          borderColor: t.lineStrong,
          backgroundColor: t.surface,
          '&:hover': { backgroundColor: t.sunken, borderColor: t.lineStrong },
        },
        contained: { '&:hover': { boxShadow: 'none' } },
        text: { padding: '0 10px', '&:hover': { backgroundColor: t.brandSoft } },
        sizeSmall: {
          height: 32,
          padding: '0 12px',
          fontSize: 13,
          '@media (max-width: 700px)': { height: 40 },
        },
      },
      variants: [
        { props: { variant: 'outlined', color: 'inherit' }, style: { color: t.ink } },
        { props: { variant: 'text', color: 'inherit' }, style: { color: t.brandInk } },
      ],
    },
  }) satisfies Components

const iconButtons = (t: Tokens) =>
  ({
    MuiIconButton: {
      styleOverrides: {
        root: {
          width: 36,
          height: 36,
          padding: 0,
          borderRadius: 8,
          color: t.ink2,
          transition: 'none',
          '&:hover': { backgroundColor: t.sunken, color: t.ink },
          '@media (max-width: 700px)': { width: 44, height: 44 },
        },
        sizeSmall: { width: 28, height: 28, '@media (max-width: 700px)': { width: 40, height: 40 } },
      },
    },
  }) satisfies Components

/** Cards and what floats above them: hairlines instead of shadows. */
const surfaces = (t: Tokens) =>
  ({
    MuiPaper: {
      defaultProps: { variant: 'outlined' },
      styleOverrides: {
        root: {
          backgroundImage: 'none',
          backgroundColor: t.surface,
          borderColor: t.line,
          '&.MuiPaper-outlined': { borderColor: t.line },
        },
      },
    },
    MuiPopover: {
      styleOverrides: {
        paper: { backgroundColor: t.raised, borderColor: t.lineStrong, boxShadow: t.pop, borderRadius: 8 },
      },
    },
    MuiDialog: {
      styleOverrides: {
        paper: { backgroundColor: t.raised, borderColor: t.lineStrong, boxShadow: t.pop, borderRadius: 8 },
      },
    },
    MuiBackdrop: {
      styleOverrides: {
        root: { backgroundColor: 'rgb(20 19 17 / .45)' },
        invisible: { backgroundColor: 'transparent' },
      },
    },
    MuiTooltip: {
      styleOverrides: {
        tooltip: {
          backgroundColor: t.ink,
          color: t.canvas,
          fontSize: 12,
          lineHeight: '16px',
          fontWeight: 450,
        },
      },
    },
    MuiSnackbarContent: {
      styleOverrides: {
        root: {
          backgroundColor: t.raised,
          color: t.ink,
          border: `1px solid ${t.lineStrong}`,
          borderRadius: 8,
          boxShadow: t.pop,
          fontSize: 14,
        },
      },
    },
  }) satisfies Components

const menus = (t: Tokens) =>
  ({
    MuiMenu: { styleOverrides: { paper: { minWidth: 200 } } },
    MuiMenuItem: {
      styleOverrides: {
        root: {
          fontSize: 14,
          lineHeight: '20px',
          minHeight: 36,
          margin: '0 6px',
          padding: '6px 10px',
          borderRadius: 6,
          '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: t.brandSoft, color: t.brandInk },
          '&.Mui-focusVisible': { backgroundColor: t.sunken },
          '@media (max-width: 700px)': { minHeight: 44 },
        },
      },
    },
  }) satisfies Components

const fields = (t: Tokens) =>
  ({
    MuiFormControl: {
      defaultProps: { margin: 'none', fullWidth: true },
      styleOverrides: { root: { backgroundColor: 'transparent' } },
    },
    MuiOutlinedInput: {
      defaultProps: { fullWidth: true },
      styleOverrides: {
        root: {
          minHeight: 40,
          borderRadius: 8,
          backgroundColor: t.surface,
          '& .MuiOutlinedInput-notchedOutline': { borderColor: t.lineStrong },
          '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: t.control },
          '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: t.brand, borderWidth: 2 },
        },
        input: {
          padding: '9px 12px',
          height: 'auto',
          '@media (max-width: 700px)': { padding: '11px 12px', fontSize: 16 },
        },
        multiline: { padding: 0 },
      },
    },
    MuiSlider: { styleOverrides: { root: { color: t.brand } } },
    MuiLink: { styleOverrides: { root: { color: t.brandInk } } },
  }) satisfies Components

/** Our style of the library's components. */
export const componentOverrides = (t: Tokens): Components => ({
  ...buttons(t),
  ...iconButtons(t),
  ...surfaces(t),
  ...menus(t),
  ...fields(t),
})
