import { addDays, zCalendarDay } from '@hearth/contracts/kernel/dates'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDay, formatDayLong } from './localDate.ts'
import { firstPart, formatTypedDate, parseTypedDate } from './typedDate.ts'

const LOCALES = (
  'en-GB en-US en-CA de-DE fr-FR es-ES it-IT pt-PT pt-BR nl-NL sv-SE pl-PL hu-HU bg-BG lt-LT ja-JP ko-KR zh-CN ' +
  'ar-EG fa-IR th-TH hi-IN'
).split(' ')
const locales = fc.constantFrom(...LOCALES)
const days = fc.integer({ min: 0, max: 36_500 }).map((count) => addDays('2000-01-01', count))

describe('a typed date', () => {
  it.each([
    ['en-GB', '13/12/2026', '2026-12-13'],
    ['en-GB', '13.12.2026', '2026-12-13'],
    ['en-GB', '3/4/2026', '2026-04-03'],
    ['en-US', '12/13/2026', '2026-12-13'],
    ['en-US', '3/4/2026', '2026-03-04'],
    ['en-US', 'Sun 13 Dec 2026', '2026-12-13'],
    ['en-GB', 'December 13, 2026', '2026-12-13'],
    ['de-DE', ' 13.12.2026 ', '2026-12-13'],
    ['ar-EG', '١٣/١٢/٢٠٢٦', '2026-12-13'],
    ['ko-KR', '2026. 12. 13.', '2026-12-13'],
    ['en-US', '2026-12-13', '2026-12-13'],
    ['en-GB', '2024-02-29', '2024-02-29'],
    ['en-GB', '12/04/1980', '1980-04-12'],
  ])('%s reads %s', (locale, text, date) => expect(parseTypedDate(text, locale)).toEqual({ date }))

  it.each([
    ['en-US', '13/12/2026', 'order'],
    ['en-GB', '12/13/2026', 'order'],
    ['sv-SE', '13/12/2026', 'order'],
    ['en-GB', '13/12/26', 'year'],
    ['en-GB', '10-11-12', 'year'],
    ['en-GB', '31/02/2026', 'missing'],
    ['en-GB', '31/12/1899', 'missing'],
    ['en-GB', '2026-02-31', 'missing'],
    ['en-GB', 'Mon 13 Dec 2026', 'missing'],
    ['en-GB', '13/12', 'unreadable'],
    ['en-GB', '13 12 2026 4', 'unreadable'],
    ['en-GB', 'tomorrow', 'unreadable'],
    ['en-GB', '', 'unreadable'],
  ])('%s refuses %s', (locale, text, refused) => expect(parseTypedDate(text, locale)).toEqual({ refused }))

  it('is read as the day that was written, in every locale', () =>
    fc.assert(
      fc.property(locales, days, (locale, date) => {
        expect(parseTypedDate(formatTypedDate(date, locale), locale)).toEqual({ date })
        expect(parseTypedDate(date, locale)).toEqual({ date })
        expect(parseTypedDate(formatDay(date), locale)).toEqual({ date })
        expect(parseTypedDate(formatDayLong(date), locale)).toEqual({ date })
      }),
    ))

  it('is never another day: what one locale writes, others read the same or refuse, unless both are days', () =>
    fc.assert(
      fc.property(locales, locales, days, (writer, reader, date) => {
        const { date: read } = parseTypedDate(formatTypedDate(date, writer), reader)
        if (read !== undefined && firstPart(writer) === firstPart(reader)) expect(read).toBe(date)
        if (read !== undefined && Number(date.slice(8)) > 12) expect(read).toBe(date)
      }),
    ))

  it('is a real day whatever is typed, and reads the same when it is written again', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.nat(3000).map(String),
        fc.constantFrom('/', '-', '.', ' ', ',', 'Dec', 'may', 'Sun', '٣', 'x'),
      ),
      { maxLength: 8 },
    )
    const texts = fc.oneof(
      fc.string(),
      pieces.map((found) => found.join('')),
      fc.tuple(fc.nat(40), fc.nat(40), fc.nat(2200)).map((numbers) => numbers.join('/')),
    )
    fc.assert(
      fc.property(locales, texts, (locale, text) => {
        const { date } = parseTypedDate(text, locale)
        if (date === undefined) return
        expect(zCalendarDay.safeParse(date).success).toBe(true)
        expect(parseTypedDate(formatTypedDate(date, locale), locale)).toEqual({ date })
        expect(text.normalize('NFKC').replace(/[٠-٩]/g, '9').match(/\d+/g)?.length).toBeLessThanOrEqual(3)
      }),
    )
  })
})
