import fc from 'fast-check'
import { bookingMoney } from '../booking/index.ts'
import { addDays, addHours, type LocalDate } from '../kernel/dates.ts'
import { formatStream, type RecordedEvent } from '../kernel/message.ts'
import { sum } from '../kernel/money.ts'
import type { Projection, Row } from '../kernel/projection.ts'
import { confirmedStay, createPrice, createSnapshot } from './index.ts'

export const START = '2026-01-01'
export const LISTING = 'listing-1'
const ELSEWHERE = 'listing-2'
type Data = Readonly<Record<string, unknown>>
type Agreed = Readonly<{ checkIn: LocalDate; checkOut: LocalDate } & Data>

export const agreeStay = (checkIn: LocalDate, nightly: readonly number[], discount: number) => {
  const snapshot = createSnapshot(`${checkIn}T19:00:00.000Z`, nightly.length, 'flexible')
  const price = createPrice(checkIn, nightly)
  const money = bookingMoney(
    { ...price, discountMinor: -Math.min(discount, sum([...nightly])) },
    snapshot.fee,
  )
  return {
    party: confirmedStay().party,
    checkIn,
    checkOut: addDays(checkIn, nightly.length),
    money,
    snapshot,
  }
}

/** What happens, by dice: each step is one or two events, hours after the one before. */
export const zStep = fc.record({
  what: fc.constantFrom(
    'book',
    'book',
    'book',
    'overbook',
    'resolve',
    'alter',
    'move',
    'cancel',
    'block',
    'own',
    'hold',
    'change',
    'remove',
    'import',
    'live',
    'pause',
    'suspend',
    'reinstate',
  ),
  day: fc.integer({ min: 0, max: 120 }),
  nights: fc.integer({ min: 1, max: 45 }),
  amount: fc.integer({ min: 0, max: 9_999 }),
  pick: fc.nat(20),
})
export type Step = typeof zStep extends fc.Arbitrary<infer S> ? S : never

type Status = 'off' | 'live' | 'paused' | 'suspended'
/** From which states a listing's own steps are possible, as its decider has it. */
const LISTING_STEPS: Readonly<
  Record<
    'live' | 'pause' | 'suspend' | 'reinstate',
    Readonly<{ type: string; from: readonly Status[]; to: Status }>
  >
> = {
  live: { type: 'ListingResumed', from: ['off', 'paused'], to: 'live' },
  pause: { type: 'ListingPaused', from: ['live'], to: 'paused' },
  suspend: { type: 'ListingSuspended', from: ['live', 'paused'], to: 'suspended' },
  reinstate: { type: 'ListingReinstated', from: ['suspended'], to: 'live' },
}

/** The events of one listing’s stays, blocks and live days, by dice. */
export const record = (steps: readonly Step[]): readonly RecordedEvent[] => {
  const events: RecordedEvent[] = []
  const stays = new Map<string, { agreed: Agreed; overbooked: boolean }>()
  const blocks = new Map<string, { start: LocalDate; end: LocalDate; kind: string }>()
  let status: Status = 'off'
  let suspendedFrom: Status = 'live'
  const add = (category: string, id: string, type: string, at: string, data: Data) => {
    const index = BigInt(events.length)
    events.push({
      id: `e${index}`,
      stream: formatStream(category, id),
      revision: index,
      type,
      data: { listingId: LISTING, ...data },
      metadata: { occurredAt: at, tenantId: 't' },
      position: { commit: index, prepare: index },
      recordedAt: at,
    })
  }
  for (const [index, { what, day, nights, amount, pick }] of steps.entries()) {
    const at = addHours(`${START}T08:00:00.000Z`, index * 7)
    const start = addDays(START, day)
    const span = { start, end: addDays(start, nights) }
    const nightly = Array.from({ length: nights }, (_, night) => amount + night)
    const [bookingId = '', stay] = [...stays][pick % Math.max(1, stays.size)] ?? []
    const [claimId = '', block] = [...blocks][pick % Math.max(1, blocks.size)] ?? []
    if (what === 'book' || what === 'overbook') {
      const agreed = agreeStay(start, nightly, amount)
      const id = `b${index}`
      stays.set(id, { agreed, overbooked: what === 'overbook' })
      const type = what === 'book' ? 'BookingConfirmed' : 'OverbookingDetected'
      add('booking', id, type, at, { ...agreed, bookingId: id, conflicts: [] })
    } else if (what === 'resolve' && stay?.overbooked === true) {
      stays.set(bookingId, { ...stay, overbooked: false })
      const { checkIn, checkOut } = stay.agreed
      add('booking', bookingId, 'OverbookingResolved', at, { bookingId, start: checkIn, end: checkOut })
    } else if (what === 'alter' && stay?.overbooked === false) {
      const after = agreeStay(pick % 2 === 0 ? stay.agreed.checkIn : start, nightly, 0)
      add('booking', bookingId, 'BookingAltered', at, { bookingId, before: stay.agreed, after })
      stays.set(bookingId, { ...stay, agreed: after })
    } else if (what === 'move' && stay !== undefined) {
      // Out of the listing, and sometimes back into it.
      const moved = { bookingId, to: stay.agreed }
      const [from, to] = [LISTING, ELSEWHERE].map((listingId) => ({ listingId, stay: stay.agreed }))
      add('booking', bookingId, 'BookingMoved', at, { ...moved, listingId: ELSEWHERE, from })
      const { checkIn, checkOut } = stay.agreed
      add('calendar', LISTING, 'NightsReleased', at, { claimId: bookingId, start: checkIn, end: checkOut })
      if (pick % 2 === 0) {
        add('booking', bookingId, 'BookingMoved', at, { ...moved, listingId: LISTING, from: to })
        stays.set(bookingId, { ...stay, overbooked: false })
      } else stays.delete(bookingId)
    } else if (what === 'cancel' && stay !== undefined) {
      const { checkIn, checkOut } = stay.agreed
      add('booking', bookingId, 'BookingCancelled', at, { bookingId })
      add('calendar', LISTING, 'NightsReleased', at, { claimId: bookingId, start: checkIn, end: checkOut })
      stays.delete(bookingId)
    } else if (what === 'block' || what === 'own' || what === 'hold') {
      const kind = { block: 'maintenance', own: 'owner_stay', hold: 'host_cancellation_hold' }[what]
      blocks.set(`c${index}`, { ...span, kind })
      add('calendar', LISTING, 'BlockCreated', at, { blockId: `c${index}`, kind, ...span })
    } else if (what === 'import') {
      blocks.set(`i${index}`, { ...span, kind: 'ical_import' })
      add('calendar', LISTING, 'ImportedBlockAdded', at, { claimId: `i${index}`, ...span })
    } else if (what === 'change' && block !== undefined) {
      blocks.set(claimId, { ...block, ...span })
      if (block.kind === 'ical_import')
        add('calendar', LISTING, 'ImportedBlockMoved', at, { claimId, from: block, to: span })
      else
        add('calendar', LISTING, 'BlockChanged', at, {
          blockId: claimId,
          kind: block.kind,
          before: block,
          after: span,
        })
    } else if (what === 'remove' && block !== undefined) {
      const middle = addDays(block.start, pick)
      const remaining =
        middle > block.start && middle < block.end ? { start: block.start, end: middle } : null
      const type = block.kind === 'ical_import' ? 'ImportedBlockRemoved' : 'BlockRemoved'
      add('calendar', LISTING, type, at, { claimId, blockId: claimId, ...block, remaining })
      if (remaining) blocks.set(claimId, { ...block, ...remaining })
      else blocks.delete(claimId)
    } else if (what in LISTING_STEPS) {
      const step = LISTING_STEPS[what as keyof typeof LISTING_STEPS]
      if (!step.from.includes(status)) continue
      if (what === 'suspend') suspendedFrom = status
      status = what === 'reinstate' ? suspendedFrom : step.to
      const until = pick % 2 === 0 ? null : addDays(at.slice(0, 10), nights)
      add('listing', LISTING, step.type, at, what === 'pause' ? { until } : {})
    }
  }
  return events
}

/** The rows that a projection makes of the events. */
export const fold = <R extends Row>(projection: Projection<R>, events: readonly RecordedEvent[]) => {
  const rows = new Map<string, R>()
  for (const event of events)
    for (const key of projection.keys(event)) {
      const row = projection.fold(rows.get(key), event, key)
      if (row === undefined) rows.delete(key)
      else rows.set(key, row)
    }
  return rows
}

export const zHistory = fc.record({
  steps: fc.array(zStep, { maxLength: 30 }),
  from: fc.integer({ min: 0, max: 130 }),
  length: fc.integer({ min: 1, max: 150 }),
  cut: fc.nat(30),
})
