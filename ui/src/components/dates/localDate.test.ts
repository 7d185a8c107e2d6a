import { describe, expect, it, vi } from 'vitest'
import {
  findDayBounds,
  formatDay,
  formatDuration,
  formatInstant,
  formatInstantsIn,
  formatRange,
  wallClock,
  zoneName,
} from './localDate.ts'

describe('dates as people write them', () => {
  it('share month and year in a range', () => {
    const formatPlain = (start: string, end: string) => formatRange(start, end).replaceAll('\u00a0', ' ')
    expect(formatPlain('2026-07-16', '2026-07-19')).toBe('Thu 16 – Sun 19 Jul 2026')
    expect(formatPlain('2026-07-30', '2026-08-02')).toBe('Thu 30 Jul – Sun 2 Aug 2026')
    expect(formatPlain('2026-12-31', '2027-01-03')).toBe('Thu 31 Dec 2026 – Sun 3 Jan 2027')
    expect(formatDay('2024-02-29')).toBe('Thu 29 Feb 2024')
  })
  it('break a range at its dash only', () =>
    expect(formatRange('2026-12-13', '2026-12-16').split(' ')).toEqual([
      'Sun\u00a013',
      '–',
      'Wed\u00a016\u00a0Dec\u00a02026',
    ]))
  it('use the time zone of the listing, whatever the zone of the browser', () => {
    expect(wallClock('2026-07-16T03:30:05.000Z', 'America/New_York')).toEqual({
      date: '2026-07-15',
      time: '23:30',
      seconds: '05',
    })
    expect(formatInstant('2026-07-16T00:00:00.000Z', 'Asia/Tokyo')).toBe('Thu 16 Jul 2026, 09:00')
    expect(zoneName('America/New_York')).toBe('New York')
  })
  it('are found in a sentence of the server, in the zone of its page; dates that people wrote stay', () =>
    expect(
      formatInstantsIn(
        'Info requested until 2026-12-05T02:08:00.000Z. “Since 2026-11-01?”',
        'America/New_York',
      ),
    ).toBe('Info requested until Fri 4 Dec 2026, 21:08. “Since 2026-11-01?”'))
  it('have their times on the clock of the person', () => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-US')
    expect(formatInstant('2026-07-16T00:00:00.000Z', 'Asia/Tokyo')).toBe('Thu 16 Jul 2026, 9:00\u00a0AM')
  })
  it('show a duration in at most two units', () => {
    expect([108, 185, 1260, 1800].map((minutes) => formatDuration(minutes * 60_000))).toEqual([
      '1 h 48 min',
      '3 h 05 min',
      '21 h',
      '1 d 6 h',
    ])
  })
})

describe('the bounds of a day', () => {
  it.each([
    ['2026-07-16', 'UTC', '2026-07-16T00:00:00.000Z', '2026-07-16T23:59:59.999Z'],
    ['2026-07-16', 'Pacific/Kiritimati', '2026-07-15T10:00:00.000Z', '2026-07-16T09:59:59.999Z'],
    ['2026-07-16', 'Pacific/Pago_Pago', '2026-07-16T11:00:00.000Z', '2026-07-17T10:59:59.999Z'],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z'],
  ])('%s in %s', (date, zone, first, last) => {
    expect(findDayBounds(date, zone)).toEqual({ first, last })
    expect(wallClock(first, zone).date).toBe(date)
    expect(wallClock(last, zone).date).toBe(date)
  })
})
