import { deriveId } from '@hearth/contracts/kernel/ids'
import type { NightOverride, OverriddenNight, OverrideChange } from '@hearth/contracts/listing'
import { describe, expect, test } from 'vitest'
import { given, OWNER } from '../testing/given.ts'
import { listing } from './listing.decider.ts'
import { details, ids, situation, started } from './testing/listingHistory.ts'

const NONE: NightOverride = { price: null, minNights: null, closedToArrival: null, closedToDeparture: null }
const price = (amountMinor: number): NightOverride => ({ ...NONE, price: { kind: 'amount', amountMinor } })
const dear = price(30_000)
const CHANGE = deriveId('test', 'change')
const UNDO = { ...situation, commandId: deriveId('test', 'undo') }

const override = (start: string, end: string, change: OverrideChange, weekdays: number[] = []) =>
  ({ type: 'OverrideNights', data: { start, end, weekdays, change } }) as const
const undo = (changeId: string) => ({ type: 'UndoNightOverrides', data: { changeId } }) as const
const changed = (changeId: string, nights: OverriddenNight[], undoneChangeId: string | null = null) =>
  ({ type: 'NightOverridesChanged', data: { ...ids, changeId, undoneChangeId, nights } }) as const
const night = (date: string, before: NightOverride | null, after: NightOverride | null) => ({
  date,
  before,
  after,
})

describe('overriding nights', () => {
  test('records each night before and after, and offers to undo it for 30 days', () =>
    expect(
      given(listing, started)
        .when(override('2026-07-10', '2026-07-12', { price: dear.price }), {
          ...situation,
          commandId: CHANGE,
        })
        .thenEvents(changed(CHANGE, [night('2026-07-10', null, dear), night('2026-07-11', null, dear)])),
    ).toMatchObject({ undo: { command: 'UndoNightOverrides', expiresAt: '2026-07-12T13:42:00.000Z' } }))
  test('takes only the chosen weekdays of a range', () =>
    given(listing, started)
      .when(override('2026-07-06', '2026-07-13', { price: dear.price }, [5, 6]), situation)
      .thenEvents({
        type: 'NightOverridesChanged',
        data: { nights: [night('2026-07-10', null, dear), night('2026-07-11', null, dear)] },
      }))
  test('keeps what the change leaves out', () =>
    given(listing, started, changed(CHANGE, [night('2026-07-10', null, dear)]))
      .when(override('2026-07-10', '2026-07-11', { minNights: 3 }), UNDO)
      .thenEvents({
        type: 'NightOverridesChanged',
        data: { nights: [night('2026-07-10', dear, { ...dear, minNights: 3 })] },
      }))
  test('ends the override when nothing of it is left', () =>
    given(listing, started, changed(CHANGE, [night('2026-07-10', null, dear)]))
      .when(override('2026-07-10', '2026-07-11', { price: null }), UNDO)
      .thenEvents({ type: 'NightOverridesChanged', data: { nights: [night('2026-07-10', dear, null)] } }))
  test('adds no event when nothing changes', () => {
    given(listing, started, changed(CHANGE, [night('2026-07-10', null, dear)]))
      .when(override('2026-07-10', '2026-07-11', { price: dear.price }), UNDO)
      .thenNothing()
    given(listing, started)
      .when(override('2026-07-10', '2026-07-11', {}), situation)
      .thenNothing()
  })
  test('is refused for past nights, and beyond two years', () => {
    given(listing, started)
      .when(override('2026-06-11', '2026-06-13', { minNights: 2 }), situation)
      .thenRefused('POLICY_VIOLATION', { rule: 'past' })
    given(listing, started)
      .when(override('2028-06-11', '2028-06-12', { minNights: 2 }), situation)
      .thenEvents({ type: 'NightOverridesChanged' })
    given(listing, started)
      .when(override('2028-06-11', '2028-06-13', { minNights: 2 }), situation)
      .thenRefused('LIMIT_EXCEEDED', { rule: 'horizon' })
  })
  test('is refused without a night on a chosen weekday', () =>
    given(listing, started)
      .when(override('2026-07-06', '2026-07-08', { minNights: 2 }, [5]), situation)
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/weekdays' }] }))
  test('refuses a minimum above the maximum stay', () =>
    given(listing, { ...started, data: { ...started.data, rules: { ...details.rules, maxNights: 7 } } })
      .when(override('2026-07-10', '2026-07-11', { minNights: 8 }), situation)
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/change/minNights' }] }))
  test('refuses a percentage that leaves no price', () =>
    given(listing, {
      ...started,
      data: { ...started.data, pricing: { ...details.pricing, baseNightMinor: 4 } },
    })
      .when(override('2026-07-10', '2026-07-11', { price: { kind: 'percent', bps: 1_000 } }), situation)
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/change/price' }] }))
  test('is refused once the listing is removed', () =>
    given(listing, started, {
      type: 'ListingDelisted',
      data: { ...ids, reason: 'Sold', effectiveOn: '2026-06-12' },
    })
      .when(override('2026-07-10', '2026-07-11', { minNights: 2 }), situation)
      .thenRefused('INVALID_TRANSITION'))
})

describe('undoing', () => {
  const nights = [night('2026-07-10', null, dear), night('2026-07-11', null, dear)]
  const first = changed(CHANGE, nights)
  const undone = changed(
    UNDO.commandId,
    nights.map(({ date }) => night(date, dear, null)),
    CHANGE,
  )
  test('gives each night what it had before', () =>
    given(listing, started, first).when(undo(CHANGE), UNDO).thenEvents(undone))
  test('twice changes nothing', () =>
    given(listing, started, first, undone).when(undo(CHANGE), UNDO).thenNothing())
  test('leaves nights that were changed again', () => {
    const OTHER = deriveId('test', 'other')
    const second = changed(OTHER, [night('2026-07-11', dear, price(1))])
    given(listing, started, first, second)
      .when(undo(CHANGE), UNDO)
      .thenEvents(changed(UNDO.commandId, [night('2026-07-10', dear, null)], CHANGE))
    const both = changed(
      OTHER,
      nights.map(({ date }) => night(date, dear, price(1))),
    )
    given(listing, started, first, both).when(undo(CHANGE), UNDO).thenRefused('INVALID_TRANSITION')
  })
  test('leaves nights that have passed', () => {
    given(listing, started, first)
      .when(undo(CHANGE), { ...UNDO, facts: { ...situation.facts, today: '2026-07-11' } })
      .thenEvents({ type: 'NightOverridesChanged', data: { nights: [night('2026-07-11', dear, null)] } })
    given(listing, started, first)
      .when(undo(CHANGE), { ...UNDO, facts: { ...situation.facts, today: '2026-07-12' } })
      .thenRefused('WINDOW_CLOSED')
  })
  test('ends after 30 days', () =>
    given(listing, started, first)
      .when(undo(CHANGE), { ...UNDO, actor: OWNER, now: '2026-07-12T13:42:00.000Z' })
      .thenRefused('UNDO_EXPIRED'))
  test('needs a change of this listing', () =>
    given(listing, started).when(undo(CHANGE), UNDO).thenRefused('NOT_FOUND'))
})
