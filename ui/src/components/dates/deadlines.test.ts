import { describe, expect, it } from 'vitest'
import type { Text } from '../../i18n/text.ts'
import { formatCountdown } from './countdown.ts'
import { formatDeadline } from './useDeadline.ts'

const t: Text = (key, values = {}) =>
  key === 'app.timeUtc' ? `(${values['time']} UTC)` : `(${values['time']} in ${values['place']})`
const now = Date.parse('2026-12-02T18:00:00.000Z')
const inNewYork = { t, now, reader: 'America/New_York' }

describe('deadlines', () => {
  it('are in the reader’s time zone, with the clock of the place in brackets', () => {
    expect(formatDeadline('2026-12-02T19:06:00.000Z', 'America/Los_Angeles', inNewYork)).toBe(
      '14:06 (11:06 in Los Angeles)',
    )
    expect(formatDeadline('2026-12-02T19:06:00.000Z', 'UTC', inNewYork)).toBe('14:06 (19:06 UTC)')
  })
  it('need no brackets where both clocks agree', () => {
    expect(formatDeadline('2026-12-02T19:06:00.000Z', 'America/Toronto', inNewYork)).toBe('14:06')
    expect(formatDeadline('2026-12-02T19:06:00.000Z', undefined, inNewYork)).toBe('14:06')
  })
  it('name the day unless it is today, and the other day where the place has another one', () => {
    expect(formatDeadline('2026-12-03T05:30:00.000Z', 'America/Los_Angeles', inNewYork)).toBe(
      'Thu 3 Dec 2026, 00:30 (Wed 2 Dec, 21:30 in Los Angeles)',
    )
  })
  it('count down in seconds during the last hour', () => {
    expect([494_000, 59_400, 0, -5_000, 6_480_000, 183_600_000].map(formatCountdown)).toEqual([
      '8:14',
      '1:00',
      '0:00',
      '0:00',
      '1 h 48 min',
      '2 d 3 h',
    ])
  })
})

/** A deadline given to a function that writes it on the clock of the place only. */
const RAW =
  /\b(?:formatInstant|wallClock)\(\s*[\w.?!]*\b(?:effectiveAt|expiresAt|validUntil|dueAt|restorableUntil|usableFrom|deliverBy|until)\b/g
const sources: Record<string, string> = import.meta.glob(['../../**/*.{ts,tsx}', '!../../**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

describe('screens', () => {
  it('write no deadline without the reader’s time zone', () => {
    const files = Object.entries(sources)
    expect(files.length).toBeGreaterThan(300)
    const raw = files.flatMap(([file, source]) =>
      (source.match(RAW) ?? []).map((found) => `${file}: ${found}`),
    )
    expect(raw).toEqual([])
  })
})
