import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { toInstant, toLocalDate } from './localTime.ts'

test('moves a skipped time forward and uses the first of a repeated one', () => {
  expect(toInstant('2026-03-29', '01:30', 'Europe/Lisbon')).toBe('2026-03-29T01:30:00.000Z')
  expect(toInstant('2026-10-25', '01:30', 'Europe/Lisbon')).toBe('2026-10-25T00:30:00.000Z')
  expect(toInstant('2026-07-10', '15:00', 'America/New_York')).toBe('2026-07-10T19:00:00.000Z')
})

test('uses the day of the zone', () => {
  expect([
    toLocalDate('2026-07-16T23:30:00.000Z', 'UTC'),
    toLocalDate('2026-07-16T23:30:00.000Z', 'Asia/Tokyo'),
    toLocalDate('2026-07-16T02:00:00.000Z', 'America/New_York'),
  ]).toEqual(['2026-07-16', '2026-07-17', '2026-07-15'])
})

test('the day of every zone equals that of Temporal at any instant', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const instant = fc.date({
    min: new Date('1900-01-01T00:00:00.000Z'),
    max: new Date('2199-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(fc.constantFrom(...zones), instant, (zone, at) => {
      const day = Temporal.Instant.from(at.toISOString()).toZonedDateTimeISO(zone).toPlainDate()
      expect(toLocalDate(at.toISOString(), zone)).toBe(day.toString())
    }),
    { numRuns: 500 },
  )
})
