import { addDays } from '@hearth/contracts/kernel/dates'
import { MESSAGE_TRIGGERS, type MessageTrigger } from '@hearth/contracts/message-rule'
import { toInstant } from '@hearth/platform/zones/localTime'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computePlanTimes, type PlannedStay } from './planTimes.ts'

const ZONES = [
  'UTC',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'Europe/Lisbon',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Apia',
] as const
const MINUTE = 60_000

const formats = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
  ]),
)
/** What a clock on the wall shows: `2026-03-29 02:30`. */
const wall = (zone: (typeof ZONES)[number], ms: number): string =>
  (formats.get(zone)?.format(ms) ?? '').replace(', ', ' ')

const SHIFTS: Readonly<Record<Exclude<MessageTrigger, 'confirmed'>, readonly ['in' | 'out', number]>> = {
  'checkin-3d': ['in', -3],
  'checkin-1d': ['in', -1],
  checkin: ['in', 0],
  checkout: ['out', 0],
  'checkout+1d': ['out', 1],
}

/** The first minute at which a clock in the zone shows this time; undefined where it skips it. */
const findMinute = (zone: (typeof ZONES)[number], day: string, time: string): number | undefined => {
  const middle = Date.parse(`${day}T${time}:00Z`)
  for (let ms = middle - 15 * 60 * MINUTE; ms <= middle + 15 * 60 * MINUTE; ms += MINUTE)
    if (wall(zone, ms) === `${day} ${time}`) return ms
  return undefined
}

const two = (value: number) => String(value).padStart(2, '0')
const times = fc.tuple(fc.nat(23), fc.constantFrom(0, 15, 30, 59)).map(([h, m]) => `${two(h)}:${two(m)}`)
/** Days around which clocks change, and others. */
const days = fc.oneof(
  fc.constantFrom(
    '2026-03-08',
    '2026-03-29',
    '2026-04-05',
    '2026-09-06',
    '2026-10-25',
    '2026-11-01',
    '2026-10-04',
  ),
  fc.nat(700).map((offset) => addDays('2026-01-01', offset)),
)

const cases = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    checkIn: days.chain((day) => fc.integer({ min: -4, max: 4 }).map((shift) => addDays(day, shift))),
    nights: fc.integer({ min: 1, max: 20 }),
    trigger: fc.constantFrom(...MESSAGE_TRIGGERS),
    time: times,
    bookedHoursBefore: fc.integer({ min: 1, max: 24 * 40 }),
  })
  .map(({ zone, checkIn, nights, trigger, time, bookedHoursBefore }) => {
    const checkOut = addDays(checkIn, nights)
    const checkInInstant = toInstant(checkIn, '15:00', zone)
    const stay: PlannedStay = {
      checkIn,
      checkOut,
      timezone: zone,
      checkInInstant,
      checkOutInstant: toInstant(checkOut, '11:00', zone),
      confirmedAt: new Date(Date.parse(checkInInstant) - bookedHoursBefore * 60 * MINUTE).toISOString(),
    }
    return { zone, trigger, time: trigger === 'confirmed' ? null : time, stay }
  })

/** When it is due, by a clock on the wall that is read minute by minute. */
const expectedDue = (
  zone: (typeof ZONES)[number],
  trigger: Exclude<MessageTrigger, 'confirmed'>,
  time: string,
  stay: PlannedStay,
): number | undefined => {
  const [side, shift] = SHIFTS[trigger]
  return findMinute(zone, addDays(side === 'in' ? stay.checkIn : stay.checkOut, shift), time)
}

describe('the time of a planned message', () => {
  test(
    'is what the clock on the listing’s wall says, and not before the stay is confirmed',
    { timeout: 60_000 },
    () => {
      fc.assert(
        fc.property(cases, ({ zone, trigger, time, stay }) => {
          const { sendAt } = computePlanTimes({ trigger, time }, stay)
          const due =
            trigger === 'confirmed' || time === null
              ? Date.parse(stay.confirmedAt)
              : expectedDue(zone, trigger, time, stay)
          // A time that the clock skips has no minute: it moves forward.
          if (due === undefined) expect(sendAt >= stay.confirmedAt).toBe(true)
          else expect(Date.parse(sendAt)).toBe(Math.max(due, Date.parse(stay.confirmedAt)))
        }),
        { numRuns: 300 },
      )
    },
  )

  test('comes before it makes no more sense, for a stay that was booked before it is over', () => {
    fc.assert(
      fc.property(cases, ({ trigger, time, stay }) => {
        const { sendAt, goodUntil } = computePlanTimes({ trigger, time }, stay)
        expect(sendAt <= goodUntil).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('until when a message makes sense', () => {
  const stay: PlannedStay = {
    checkIn: '2026-12-04',
    checkOut: '2026-12-08',
    timezone: 'Europe/Lisbon',
    checkInInstant: '2026-12-04T15:00:00.000Z',
    checkOutInstant: '2026-12-08T11:00:00.000Z',
    confirmedAt: '2026-11-01T09:00:00.000Z',
  }
  test.for<[MessageTrigger, string | null, string, string]>([
    ['confirmed', null, '2026-11-01T09:00:00.000Z', '2026-11-02T09:00:00.000Z'],
    ['checkin-3d', '10:00', '2026-12-01T10:00:00.000Z', '2026-12-04T15:00:00.000Z'],
    ['checkin-1d', '10:00', '2026-12-03T10:00:00.000Z', '2026-12-04T15:00:00.000Z'],
    ['checkin', '16:00', '2026-12-04T16:00:00.000Z', '2026-12-08T11:00:00.000Z'],
    ['checkout', '08:00', '2026-12-08T08:00:00.000Z', '2026-12-08T11:00:00.000Z'],
    ['checkout', '14:00', '2026-12-08T14:00:00.000Z', '2026-12-09T14:00:00.000Z'],
    ['checkout+1d', '10:00', '2026-12-09T10:00:00.000Z', '2026-12-10T10:00:00.000Z'],
  ])('%s at %s goes out at %s, and not after %s', ([trigger, time, sendAt, goodUntil]) =>
    expect(computePlanTimes({ trigger, time }, stay)).toEqual({ sendAt, goodUntil }),
  )
  test('a late booking gets its arrival details when it is confirmed', () =>
    expect(
      computePlanTimes(
        { trigger: 'checkin-3d', time: '10:00' },
        { ...stay, confirmedAt: '2026-12-03T20:00:00.000Z' },
      ).sendAt,
    ).toBe('2026-12-03T20:00:00.000Z'))
})
