import { describe, expect, test } from 'vitest'
import {
  addDays,
  addHours,
  addMonths,
  hoursBetween,
  nightsBetween,
  listNights,
  overlaps,
  weekday,
  zInstant,
  zLocalDate,
  zLocalTime,
  zTimeZone,
} from './dates.ts'

describe('calendar days', () => {
  test.for(['2024-02-29', '2000-02-29', '2026-12-31', '2000-01-01', '2100-12-31'])('include %s', (date) =>
    expect(zLocalDate.safeParse(date).success).toBe(true),
  )
  test.for([
    '2026-02-29',
    '2100-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '1999-12-31',
    '2101-01-01',
    '2026-7-1',
    '2026-07-01T00:00',
    '',
    '２０２６-07-01',
  ])('exclude %s', (date) => expect(zLocalDate.safeParse(date).success).toBe(false))
  test('add over months, leap days and the turn of the year', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  })
  test('add months, and end earlier in a short month', () => {
    expect(addMonths('2026-06-12', 12)).toBe('2027-06-12')
    expect(addMonths('2026-11-30', 3)).toBe('2027-02-28')
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29')
  })
  test('count nights half-open', () => {
    expect(nightsBetween('2026-07-10', '2026-07-15')).toBe(5)
    expect(listNights('2026-07-10', '2026-07-12')).toEqual(['2026-07-10', '2026-07-11'])
    expect(listNights('2026-07-12', '2026-07-10')).toEqual([])
    expect(nightsBetween('2024-02-01', '2024-03-01')).toBe(29)
  })
  test('do not overlap when ranges only touch', () => {
    const stay = { start: '2026-07-10', end: '2026-07-15' }
    expect(overlaps(stay, { start: '2026-07-15', end: '2026-07-18' })).toBe(false)
    expect(overlaps(stay, { start: '2026-07-14', end: '2026-07-16' })).toBe(true)
  })
  test('have weekdays', () =>
    expect(['2026-07-12', '2026-07-10', '2000-01-01', '2024-02-29'].map(weekday)).toEqual([0, 5, 6, 4]))
})

describe('instants', () => {
  test('gain milliseconds', () =>
    expect(zInstant.parse('2026-07-10T19:00:00Z')).toBe('2026-07-10T19:00:00.000Z'))
  test.for([
    '2026-07-10T19:00:00+02:00',
    '2026-07-10 19:00:00Z',
    '2026-02-29T00:00:00.000Z',
    '2026-07-10T24:00:00.000Z',
    '1999-12-31T23:59:59.999Z',
    '2101-01-01T00:00:00.000Z',
    '+022026-07-10T19:00:00Z',
  ])('refuse %s', (text) => expect(zInstant.safeParse(text).success).toBe(false))
  test('give hours between as differences', () => {
    expect(hoursBetween('2026-07-09T18:00:00.000Z', '2026-07-10T19:00:00.000Z')).toBe(25)
    expect(addHours('2026-11-01T20:00:00.000Z', -24)).toBe('2026-10-31T20:00:00.000Z')
  })
})

test('have times of day and zones', () => {
  expect(['00:00', '23:59'].every((time) => zLocalTime.safeParse(time).success)).toBe(true)
  expect(['24:00', '7:00', '12:60', ''].some((time) => zLocalTime.safeParse(time).success)).toBe(false)
  expect(zTimeZone.safeParse('Europe/Lisbon').success).toBe(true)
  expect(['Mars/Base', '', '+02:00', '../etc'].some((zone) => zTimeZone.safeParse(zone).success)).toBe(false)
})
