import { afterEach, describe, expect, it, vi } from 'vitest'
import { findFirstWeekday, listWeeks, moveInGrid } from './monthGrid.ts'

afterEach(() => vi.unstubAllGlobals())

describe('the first day of the week', () => {
  const expected = { 'en-GB': 1, 'de-DE': 1, 'en-US': 0, 'pt-BR': 0, 'ja-JP': 0, 'ar-EG': 6, en: 0 }
  it('is the locale’s', () => {
    for (const [locale, day] of Object.entries(expected))
      expect([locale, findFirstWeekday(locale)]).toEqual([locale, day])
  })
  it('is the locale’s in browsers that do not know it', () => {
    const { Locale } = Intl
    vi.stubGlobal('Intl', {
      Locale: function (language: string) {
        return { maximize: () => new Locale(language).maximize() }
      },
    })
    for (const [locale, day] of Object.entries(expected))
      expect([locale, findFirstWeekday(locale)]).toEqual([locale, day])
  })
})

describe('a month as a grid', () => {
  it('has whole weeks, and only its own days', () => {
    expect(listWeeks('2026-12-01', 1)[0]).toEqual([
      undefined,
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
      '2026-12-04',
      '2026-12-05',
      '2026-12-06',
    ])
    expect(listWeeks('2026-12-01', 0).flat().filter(Boolean)).toHaveLength(31)
    expect(listWeeks('2027-02-01', 1)).toHaveLength(4)
  })
  it.each([
    ['ArrowLeft', false, '2026-12-12'],
    ['ArrowRight', false, '2026-12-14'],
    ['ArrowUp', false, '2026-12-06'],
    ['ArrowDown', false, '2026-12-20'],
    ['Home', false, '2026-12-07'],
    ['End', false, '2026-12-13'],
    ['PageUp', false, '2026-11-13'],
    ['PageDown', false, '2027-01-13'],
    ['PageUp', true, '2025-12-13'],
    ['PageDown', true, '2027-12-13'],
    ['a', false, undefined],
  ])('%s (shift %s) moves to %s', (key, shiftKey, to) =>
    expect(moveInGrid('2026-12-13', { key, shiftKey }, 1)).toBe(to),
  )
})
