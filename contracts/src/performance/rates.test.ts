import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  acceptanceShare,
  computeNumberEffects,
  MIN_ANSWERS,
  rateBps,
  responseShare,
  shareBps,
} from './rates.ts'

const clock = fc.record({ onTime: fc.boolean(), recent: fc.boolean() })

describe('a rate', () => {
  test('is shown in basis points once there are enough answers', () => {
    expect(rateBps({ hits: 24, count: 25 })).toBe(9_600)
    expect(rateBps({ hits: 9, count: MIN_ANSWERS - 1 })).toBeNull()
    expect(shareBps({ hits: 16, count: 31 })).toBe(5_161)
    expect(shareBps({ hits: 0, count: 0 })).toBeNull()
  })
  test('of acceptance counts what hosts could answer', () =>
    expect(acceptanceShare({ accepted: 8, declined: 1, expired: 3 })).toEqual({ hits: 8, count: 12 }))
  test('of response takes the last 30 days, or the last 10 answers where those are fewer', () =>
    fc.assert(
      fc.property(fc.array(clock, { maxLength: 40 }), (clocks) => {
        const sorted = [...clocks.filter(({ recent }) => recent), ...clocks.filter(({ recent }) => !recent)]
        const recent = sorted.filter((one) => one.recent).length
        const { hits, count } = responseShare(sorted)
        expect(count).toBe(recent >= MIN_ANSWERS ? recent : Math.min(MIN_ANSWERS, sorted.length))
        expect(hits).toBe(sorted.slice(0, count).filter(({ onTime }) => onTime).length)
      }),
    ))
})

describe('an answer', () => {
  const figures = {
    acceptance: { accepted: 19, declined: 1, expired: 0 },
    isBookingRequest: true,
    clocks: Array.from({ length: 25 }, (_, index) => ({ onTime: index > 0, recent: true })),
    waits: 'in_time',
    occupancy: { hits: 16, count: 31 },
    nightsMore: 2,
  } as const
  test('changes the figures as if it had been given', () => {
    const [occupancy, acceptance, response] = computeNumberEffects(figures)
    expect(occupancy).toMatchObject({ ifAccepted: { hits: 18, count: 31 }, ifDeclined: { hits: 16 } })
    expect(acceptance).toMatchObject({
      now: { hits: 19, count: 20 },
      ifAccepted: { hits: 20, count: 21 },
      ifDeclined: { hits: 19, count: 21 },
    })
    expect(response).toMatchObject({ now: { hits: 24, count: 25 }, ifAccepted: { hits: 25, count: 26 } })
  })
  test('to a change leaves the acceptance rate alone; a late one lowers the response rate', () => {
    const [acceptance, response] = computeNumberEffects({
      ...figures,
      isBookingRequest: false,
      waits: 'late',
      occupancy: null,
    })
    expect(acceptance?.ifDeclined).toEqual(acceptance?.now)
    expect(response).toMatchObject({ ifDeclined: { hits: 24, count: 26 } })
  })
  test('that no one waits for changes nothing', () => {
    const [, , response] = computeNumberEffects({ ...figures, waits: null })
    expect(response?.ifAccepted).toEqual(response?.now)
  })
})
