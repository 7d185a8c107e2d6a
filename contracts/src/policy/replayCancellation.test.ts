import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bookingMoney } from '../booking/rules/bookingMoney.ts'
import { computeCancellation } from '../booking/rules/computeCancellation.ts'
import { addHours } from '../kernel/dates.ts'
import { createPrice, createSnapshot } from '../testing/index.ts'
import { nightsBack, replayCancellation, splitOutcome, type CanceledStay } from './replayCancellation.ts'
import { FIRST_POLICIES } from './versions.ts'

const CHECK_IN = '2026-07-23T19:00:00.000Z'
const { body } = FIRST_POLICIES.cancellation
const inForce = { version: 1, body }
const { limited } = body
if (limited === undefined) throw new Error('No policy "limited"')
/** All back from 240 hours on instead of 336. */
const draft = {
  version: 2,
  body: {
    ...body,
    limited: { ...limited, tiers: [{ minHours: 240, nightsBps: 10_000 }, ...limited.tiers.slice(1)] },
  },
}

const cancel = (
  code: 'limited' | 'flexible' | 'firm',
  hoursBefore: number,
  initiator: 'guest' | 'host' = 'guest',
  model: 'self_managed' | 'full_service' = 'self_managed',
): CanceledStay => {
  const snapshot = createSnapshot(CHECK_IN, 3, code, model)
  const price = createPrice('2026-07-23', [43_000, 43_000, 43_200], { cleaningMinor: 9_000 })
  const money = bookingMoney(price, snapshot.fee)
  const confirmedAt = addHours(CHECK_IN, -60 * 24)
  const outcome = computeCancellation(
    money,
    snapshot,
    addHours(CHECK_IN, -hoursBefore),
    initiator,
    confirmedAt,
  )
  return { money, snapshot, confirmedAt, outcome }
}

describe('a cancellation under another version', () => {
  test('gives back what that version says, at the same time', () => {
    const stay = cancel('limited', 243)
    const would = replayCancellation(stay, draft)
    expect([nightsBack(stay.outcome), nightsBack(would)]).toEqual([64_600, 129_200])
    expect(splitOutcome(stay.money, would)).toEqual({ guestMinor: 138_200, hearthMinor: 0, hostMinor: 0 })
    expect(splitOutcome(stay.money, stay.outcome)).toEqual({
      guestMinor: 73_600,
      hearthMinor: 10_013,
      hostMinor: 54_587,
    })
  })
  test('ends as it did under other policies, under a staff event, or where the code is gone', () => {
    expect(replayCancellation(cancel('firm', 243), draft).refundTotalMinor).toBe(
      cancel('firm', 243).outcome.refundTotalMinor,
    )
    const stay = cancel('limited', 243)
    const declared = { ...stay, outcome: { ...stay.outcome, tier: 'override' as const } }
    expect(replayCancellation(declared, draft)).toBe(declared.outcome)
    expect(replayCancellation(stay, { version: 3, body: {} })).toBe(stay.outcome)
  })
  test('under the same version ends the same, and sides always share the same price', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('limited', 'flexible', 'firm'),
        fc.integer({ min: -60, max: 900 }),
        fc.constantFrom('guest', 'host'),
        fc.constantFrom('self_managed', 'full_service'),
        (code, hours, initiator, model) => {
          const stay = cancel(code, hours, initiator, model)
          expect(replayCancellation(stay, inForce)).toEqual(stay.outcome)
          const [was, would] = [stay.outcome, replayCancellation(stay, draft)].map((outcome) => {
            const { guestMinor, hearthMinor, hostMinor } = splitOutcome(stay.money, outcome)
            return guestMinor + hearthMinor + hostMinor
          })
          expect([was, would]).toEqual([138_200, 138_200])
        },
      ),
    ))
})
