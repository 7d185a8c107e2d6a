import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, listNights, type LocalDate } from '../../kernel/dates.ts'
import { findClashEnd, listClashes, listTaken, type Taking } from './takenNights.ts'

const FIRST = '2026-09-01'
const DAYS = 16

const claim = fc
  .record({ first: fc.nat(DAYS - 2), nights: fc.integer({ min: 1, max: 6 }), shared: fc.boolean() })
  .map(({ first, nights, shared }) => ({
    start: addDays(FIRST, first),
    end: addDays(FIRST, first + nights),
    ...(shared && { shared: true as const }),
  }))
const claimed = fc
  .array(claim, { maxLength: 7 })
  .map((claims) =>
    claims.map((each, index): Taking => ({ claimId: `c${index}`, kind: 'ical_import', ...each })),
  )
const day = fc.nat(DAYS + 6).map((days) => addDays(FIRST, days))

/** Night by night. */
const claimsOn = (claims: readonly Taking[], date: LocalDate) =>
  claims.filter(({ start, end }) => listNights(start, end).includes(date))
const isClash = (claims: readonly Taking[], date: LocalDate) =>
  claimsOn(claims, date).filter(({ shared }) => shared === undefined).length > 1
const NIGHTS = listNights(FIRST, addDays(FIRST, DAYS + 8))

test('taken nights and clashes are those that a walk night by night finds', () => {
  fc.assert(
    fc.property(claimed, day, day, (claims, from, to) => {
      const clashing = NIGHTS.filter((date) => isClash(claims, date))
      const last = clashing.at(-1)
      expect(findClashEnd(claims)).toBe(last === undefined ? null : addDays(last, 1))

      const clashes = listClashes(claims, from)
      expect(clashes.flatMap(({ start, end }) => listNights(start, end))).toEqual(
        clashing.filter((date) => date >= from),
      )
      for (const { start, end, claims: taking } of clashes) {
        expect(clashes.some((other) => other.start === end)).toBe(false)
        expect(taking).toEqual(claimsOn(claims, start))
      }

      expect([...listTaken(claims, from, to)].toSorted()).toEqual(
        NIGHTS.filter((date) => date >= from && date < to && claimsOn(claims, date).length > 0),
      )
    }),
    { numRuns: 200 },
  )
})
