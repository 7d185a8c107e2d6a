import { addDays, type LocalDate } from '@hearth/contracts/kernel/dates'
import { applyBps } from '@hearth/contracts/kernel/money'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { nightPrice, type OverridePrice } from '@hearth/contracts/listing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evolveBy, type Foldable } from '../runtime/decider.ts'
import { NOW, OWNER } from '../testing/given.ts'
import { listing } from './listing.decider.ts'
import type { ListingState } from './listing.state.ts'
import { details, facts, started } from './testing/listingHistory.ts'

const FIRST_NIGHT = '2026-07-06'
const DAYS = 10
const dates = Array.from({ length: DAYS }, (_, day) => addDays(FIRST_NIGHT, day))

type Step =
  | Readonly<{ from: number; nights: number; weekdays: number[]; price: OverridePrice | null }>
  | Readonly<{ undo: number }>

const steps = fc.array(
  fc.oneof(
    fc.record({
      from: fc.integer({ min: 0, max: DAYS - 1 }),
      nights: fc.integer({ min: 1, max: DAYS }),
      weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 3 }),
      price: fc.oneof(
        fc.constant(null),
        fc.record({ kind: fc.constant('amount' as const), amountMinor: fc.integer({ min: 1, max: 5 }) }),
        fc.record({ kind: fc.constant('percent' as const), bps: fc.constantFrom(5_000, 12_000) }),
      ),
    }),
    fc.record({ undo: fc.integer({ min: 0, max: 11 }) }),
  ),
  { maxLength: 12 },
)

/** Each night's changes, the newest last; undoing takes a change away where it is the newest. */
type Stacks = Map<LocalDate, { id: number; price: OverridePrice | null }[]>

const inReference = (stacks: Stacks, step: Step, index: number) => {
  for (const [day, date] of dates.entries()) {
    const stack = stacks.get(date) ?? []
    stacks.set(date, stack)
    const newest = stack.at(-1)
    if ('undo' in step) {
      if (newest?.id === step.undo) stack.pop()
      continue
    }
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
    const isMeant =
      day >= step.from &&
      day < step.from + step.nights &&
      (step.weekdays.length === 0 || step.weekdays.includes(weekday))
    if (isMeant && JSON.stringify(newest?.price ?? null) !== JSON.stringify(step.price))
      stack.push({ id: index, price: step.price })
  }
}

const idOf = (index: number) => deriveId('test', 'step', String(index))
const toCommand = (step: Step) =>
  'undo' in step
    ? ({ type: 'UndoNightOverrides', data: { changeId: idOf(step.undo) } } as const)
    : ({
        type: 'OverrideNights',
        data: {
          start: addDays(FIRST_NIGHT, step.from),
          end: addDays(FIRST_NIGHT, step.from + step.nights),
          weekdays: step.weekdays,
          change: { price: step.price },
        },
      } as const)

const carryOut = (state: ListingState, step: Step, index: number): ListingState => {
  const commandId = idOf(index)
  const context = {
    now: NOW,
    recordedAt: NOW,
    actor: OWNER,
    tenantId: 'tenant',
    id: 'l',
    targetId: 'l',
    commandId,
    idFor: (label: string) => deriveId('id', commandId, label),
    facts,
  }
  const command = toCommand(step)
  const decision =
    command.type === 'OverrideNights'
      ? listing.decide.OverrideNights(command.data, state, context)
      : listing.decide.UndoNightOverrides(command.data, state, context)
  return decision.ok
    ? decision.events.reduce(
        (next, event) => evolveBy(listing as Foldable<ListingState>, next, event, NOW),
        state,
      )
    : state
}

test('prices every night as a stack of its changes would, after any changes and undos', () =>
  fc.assert(
    fc.property(steps, (sequence) => {
      const stacks: Stacks = new Map()
      let state = evolveBy(listing as Foldable<ListingState>, listing.initial, started, NOW)
      for (const [index, step] of sequence.entries()) {
        inReference(stacks, step, index)
        state = carryOut(state, step, index)
      }
      if (state.status === 'none') throw new Error('The listing has not started.')
      const base = details.pricing.baseNightMinor
      for (const date of dates) {
        const price = stacks.get(date)?.at(-1)?.price ?? null
        const expected =
          price === null ? base : price.kind === 'amount' ? price.amountMinor : applyBps(base, price.bps)
        expect(nightPrice(details.pricing, date, state.overrides[date])).toBe(expected)
      }
    }),
  ))
