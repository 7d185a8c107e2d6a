import {
  computeCancellation,
  bookingMoney,
  type BookingEvent,
  type Initiator,
} from '@hearth/contracts/booking'
import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import { deriveEventId, deriveId } from '@hearth/contracts/kernel/ids'
import type { Message, RecordedEvent } from '@hearth/contracts/kernel/message'
import { payablePart, sum } from '@hearth/contracts/kernel/money'
import type { Row } from '@hearth/contracts/kernel/projection'
import {
  balanceAt,
  computeBalance,
  explainEarnings,
  explainEntry,
  explainPayout,
  computeLines,
  replayed,
  unbalanced,
  wrongBalance,
  wrongSum,
  type BalanceRow,
  type LedgerCommand,
  type LedgerEvent,
  type ExplainedEntry,
  type LedgerEntryRow,
  type Line,
} from '@hearth/contracts/ledger'
import { earningsProcess, type EarningsState } from '@hearth/contracts/ledger/processes'
import { balanceProjection, ledgerEntryProjection } from '@hearth/contracts/ledger/projections'
import { createPrice, createSnapshot } from '@hearth/contracts/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evolveBy, type Decision } from '../runtime/decider.ts'
import { ADMIN, SCHEDULER } from '../testing/given.ts'
import { ledger } from './ledger.decider.ts'
import { emptyLedger, payableEntries, totalsIn, type LedgerState } from './ledger.state.ts'

const ACCOUNT = deriveId('test', 'account')
const START = '2026-07-10T19:00:00.000Z'
const CODES = ['flexible', 'moderate', 'limited', 'firm', 'strict', 'long_term_firm'] as const
const CURRENCIES = ['USD', 'EUR', 'JPY', 'HUF'] as const

const stays = fc.record({
  nightly: fc.oneof(
    { weight: 5, arbitrary: fc.array(fc.integer({ min: 0, max: 70_000 }), { minLength: 1, maxLength: 6 }) },
    { weight: 1, arbitrary: fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 28, maxLength: 95 }) },
  ),
  cleaning: fc.nat(20_000),
  pet: fc.nat(3_000),
  hostTax: fc.nat(300),
  code: fc.constantFrom(...CODES),
  model: fc.constantFrom('self_managed', 'full_service'),
  currency: fc.constantFrom(...CURRENCIES),
})
type Stay = typeof stays extends fc.Arbitrary<infer T> ? T : never

/** What may happen next, a number of hours later: to a booking, to the account's money, by staff. */
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(
      'checkIn',
      'checkIn',
      'cancel',
      'chargeback',
      'won',
      'tell',
      'tell',
      'pay',
      'pay',
      'settle',
      'giveUp',
      'adjust',
      'again',
    ),
    booking: fc.nat(2),
    initiator: fc.constantFrom<Initiator>('guest', 'host', 'no_show'),
    amountMinor: fc.integer({ min: 1, max: 200_000 }),
    hours: fc.constantFrom(0, 1, 5, 25, 24 * 20),
    pick: fc.nat(9),
  }),
  { minLength: 1, maxLength: 40, size: 'max' },
)

const createBooking = ({ nightly, cleaning, pet, hostTax, code, model, currency }: Stay) => {
  const snapshot = createSnapshot(START, nightly.length, code, model)
  const tax = {
    code: 'CITY',
    jurisdiction: 'Lisbon',
    kind: 'per_night',
    base: 'nights',
    bps: 0,
    unitMinor: hostTax,
    amountMinor: hostTax * nightly.length,
    remitter: 'host',
  } as const
  return {
    snapshot,
    money: bookingMoney(
      createPrice('2026-07-10', nightly, { cleaningMinor: cleaning, petMinor: pet, taxes: [tax], currency }),
      snapshot.fee,
    ),
    confirmedAt: addHours(START, -24 * 60),
  }
}

/** The ledger of one account with everything that is derived from it, checked after every event. */
const openBooks = () => {
  let state: LedgerState = emptyLedger
  let log: RecordedEvent[] = []
  const lines: Line[] = []
  const balances = new Map<string, BalanceRow>()
  const entries = new Map<string, LedgerEntryRow>()

  const check = (event: LedgerEvent, now: Instant) => {
    expect(unbalanced(event)).toBeUndefined()
    lines.push(...computeLines(event))
    const payable = computeBalance(lines, 'host_payable')
    const inTransit = computeBalance(lines, 'payouts_in_transit')
    const paid = computeBalance(lines, 'bank')
    for (const currency of CURRENCIES) {
      const totals = totalsIn(state, currency)
      expect(wrongBalance(ACCOUNT, currency, totals.openMinor, payable.get(currency) ?? 0)).toBeUndefined()
      expect([totals.inTransitMinor, totals.paidMinor]).toEqual([
        inTransit.get(currency) ?? 0,
        paid.get(currency) ?? 0,
      ])
      const row = balances.get(`${ACCOUNT}-${currency}`)
      const shown = row === undefined ? undefined : balanceAt(row, now)
      expect((shown?.pendingMinor ?? 0) + (shown?.availableMinor ?? 0)).toBe(totals.openMinor)
      expect((shown?.negativeSince ?? null) !== null).toBe(totals.openMinor < 0)
      expect([shown?.inTransitMinor ?? 0, shown?.paidMinor ?? 0]).toEqual([
        totals.inTransitMinor,
        totals.paidMinor,
      ])
      const open = [...entries.values()].filter(
        (entry) => entry.currency === currency && entry.state === 'open' && entry.availableAt <= now,
      )
      expect(shown?.availableMinor ?? 0).toBe(sum(open.map(({ amountMinor }) => amountMinor)))
    }
    if (event.type === 'EntriesAssigned') {
      expect(
        wrongSum(
          event.data.payoutId,
          event.data.amountMinor,
          event.data.entryIds.map((id) => entries.get(id)?.amountMinor ?? 0),
        ),
      ).toBeUndefined()
      for (const id of event.data.entryIds)
        expect(entries.get(id)?.amountMinor ?? 0).toSatisfy(
          (amount: number) =>
            amount > 0 || entries.get(id)?.kind === 'carried_forward' || entries.get(id)?.notifiedAt !== null,
        )
    }
  }

  const take = (event: LedgerEvent, commandId: string, index: number, now: Instant) => {
    state = evolveBy(ledger, state, event, now)
    const recorded: RecordedEvent = {
      ...event,
      id: deriveEventId(commandId, index),
      stream: `hostLedger-${ACCOUNT}`,
      revision: BigInt(log.length),
      metadata: { occurredAt: now, tenantId: ACCOUNT },
      position: { commit: BigInt(log.length), prepare: 0n },
      recordedAt: now,
    }
    log = [...log, recorded]
    expect(state.revision).toBe(log.length - 1)
    for (const key of balanceProjection.keys(recorded))
      put(balances, key, balanceProjection.fold(balances.get(key), recorded, key))
    for (const key of ledgerEntryProjection.keys(recorded))
      put(entries, key, ledgerEntryProjection.fold(entries.get(key), recorded, key))
    check(event, now)
  }

  return {
    entries,
    /** Everything that ever went into a payout, as it was taken. */
    taken: () =>
      log.flatMap(({ type, data }) =>
        type === 'EntriesAssigned' ? [data as Extract<LedgerEvent, { type: 'EntriesAssigned' }>['data']] : [],
      ),
    /** The state that the whole log comes to, from nothing. */
    again: () =>
      log.reduce((before, event) => evolveBy(ledger, before, event, event.recordedAt), emptyLedger),
    state: () => state,
    send: (
      command: LedgerCommand | Message,
      now: Instant,
      {
        id = ACCOUNT,
        actor = SCHEDULER,
        commandId = deriveId('command', JSON.stringify(command), now, id),
      } = {},
    ): Decision => {
      const decide = ledger.decide[command.type as LedgerCommand['type']] as (
        data: unknown,
        of: LedgerState,
        ctx: object,
      ) => Decision
      const decision = decide(command.data, state, {
        now,
        recordedAt: now,
        actor,
        tenantId: ACCOUNT,
        id: ACCOUNT,
        targetId: id,
        commandId,
        idFor: () => '',
        facts: { unknown: [] },
      })
      if (decision.ok)
        decision.events.forEach((event, index) => take(event as LedgerEvent, commandId, index, now))
      return decision
    },
  }
}

const put = <R extends Row>(rows: Map<string, R>, key: string, row: R | undefined) =>
  row === undefined ? rows.delete(key) : rows.set(key, row)

/** Every node of a tree by itself: what lies below comes to it, and follows from its numbers. */
const wrongNodes = (totalMinor: number, entries: readonly ExplainedEntry[]) => [
  ...(sum(entries.map(({ amountMinor }) => amountMinor)) === totalMinor ? [] : ['the entries']),
  ...entries.flatMap(({ entryId, amountMinor, components }) => [
    ...(sum(components.map((component) => component.amountMinor)) === amountMinor ? [] : [entryId]),
    ...components.flatMap((component) =>
      (replayed(component.inputs) ?? component.amountMinor) === component.amountMinor
        ? []
        : [`${entryId} ${component.code}`],
    ),
  ]),
]

test(
  'whatever happens to bookings and payouts, the books balance after every event, nothing is ' +
    'netted in silence, and every amount is explained to the unit',
  { timeout: 60_000 },
  () => {
    const seen = new Set<string>()
    let paidOut = 0
    fc.assert(
      fc.property(fc.tuple(stays, stays, stays), steps, (three, story) => {
        const books = openBooks()
        const bookings = three.map((stay, index) => ({
          ...createBooking(stay),
          currency: stay.currency,
          id: deriveId('booking', String(index)),
          state: undefined as EarningsState | undefined,
          events: 0,
          status: 'confirmed',
        }))
        let now: Instant = addHours(START, -24 * 50)
        const orders: Message[] = []

        const happen = (booking: (typeof bookings)[number], type: BookingEvent['type'], data: object) => {
          const event: RecordedEvent = {
            id: deriveId(booking.id, String(booking.events)),
            stream: `booking-${booking.id}`,
            revision: BigInt(booking.events),
            type,
            metadata: { commandId: deriveId('c', booking.id, String(booking.events)), occurredAt: now },
            data: { bookingId: booking.id, listingId: deriveId('listing'), hostAccountId: ACCOUNT, ...data },
            position: { commit: 0n, prepare: 0n },
            recordedAt: now,
          }
          booking.events += 1
          const [next, ...effects] = earningsProcess.on(booking.state, event)
          booking.state = next
          for (const effect of effects) {
            if (effect.kind !== 'command') continue
            orders.push({ type: effect.type, data: effect.data })
            expect(
              books.send({ type: effect.type, data: effect.data }, now, { commandId: effect.commandId }).ok,
            ).toBe(true)
          }
        }
        for (const booking of bookings)
          happen(booking, 'BookingConfirmed', {
            code: 'HB-1',
            checkIn: '2026-07-10',
            money: booking.money,
            snapshot: booking.snapshot,
          })

        for (const [
          index,
          { kind, booking: which, initiator, amountMinor, hours, pick },
        ] of story.entries()) {
          now = addHours(now, hours)
          const booking = bookings[which]
          if (booking === undefined) continue
          const payout = Object.keys(books.state().assigned)[pick % 2] ?? ''
          if (kind === 'checkIn' && booking.status === 'confirmed') {
            now = now < START ? START : now
            booking.status = 'in_stay'
            happen(booking, 'BookingCheckedIn', {})
          } else if (
            kind === 'cancel' &&
            (booking.status === 'in_stay' || (booking.status === 'confirmed' && initiator !== 'no_show'))
          ) {
            booking.status = 'over'
            const cancelAt = initiator === 'no_show' ? START : now
            happen(booking, initiator === 'no_show' ? 'BookingNoShowRecorded' : 'BookingCancelled', {
              outcome: computeCancellation(
                booking.money,
                booking.snapshot,
                cancelAt,
                initiator,
                booking.confirmedAt,
              ),
            })
          } else if (kind === 'chargeback')
            happen(booking, 'ChargebackReceived', { amountMinor, ref: String(index) })
          else if (kind === 'won' && (booking.state?.claimedMinor ?? 0) >= amountMinor)
            happen(booking, 'ChargebackReversed', { amountMinor, ref: String(index) })
          else if (kind === 'tell')
            for (const entryId of Object.keys(books.state().unnotified))
              books.send({ type: 'RecordMoneyReduced', data: { accountId: ACCOUNT, entryId, told: 1 } }, now)
          else if (kind === 'pay') {
            const mine = payableEntries(books.state(), now)
              .filter((entry) => entry.currency === booking.currency)
              .slice(0, 1 + pick)
            const total = payablePart(sum(mine.map((entry) => entry.amountMinor)), booking.currency)
            const decision = books.send(
              {
                type: 'AssignEntries',
                data: {
                  accountId: ACCOUNT,
                  payoutId: deriveId('payout', String(index)),
                  currency: booking.currency,
                  amountMinor: total,
                  entryIds: mine.map(({ entryId }) => entryId),
                },
              },
              now,
            )
            expect(decision.ok).toBe(total > 0)
          } else if (kind === 'settle')
            books.send(
              { type: 'SettleEntries', data: { accountId: ACCOUNT, payoutId: payout, at: now } },
              now,
            )
          else if (kind === 'giveUp')
            books.send(
              {
                type: 'UnassignEntries',
                data: { accountId: ACCOUNT, payoutId: payout, reason: 'account_closed' },
              },
              now,
            )
          else if (kind === 'adjust') {
            const id = deriveId('adjustment', String(index))
            books.send(
              {
                type: 'ProposeAdjustment',
                data: {
                  accountId: ACCOUNT,
                  currency: booking.currency,
                  amountMinor: pick % 2 === 0 ? amountMinor : -amountMinor,
                  listingId: null,
                  bookingId: booking.id,
                  reason: 'A reason of more than twenty characters.',
                },
              },
              now,
              { id },
            )
            expect(
              books.send({ type: 'ApproveAdjustment', data: { accountId: ACCOUNT } }, now, {
                id,
                actor: ADMIN,
              }).ok,
            ).toBe(true)
          } else if (kind === 'again')
            for (const order of orders) expect(books.send(order, now)).toMatchObject({ ok: true, events: [] })
        }

        for (const booking of bookings) {
          const own = [...books.entries.values()].filter((entry) => entry.bookingId === booking.id)
          for (const entry of own) seen.add(entry.kind)
          const explained = explainEarnings(
            booking.id,
            booking.currency,
            own.map((entry) => explainEntry(entry, null)),
          )
          expect(explained.entries.filter(({ check }) => !check.holds)).toEqual([])
          expect(explained).toMatchObject({
            check: { holds: true },
            totalMinor: sum(own.map(({ amountMinor }) => amountMinor)),
          })
          expect(wrongNodes(explained.totalMinor, explained.entries)).toEqual([])
          // Beyond adjustments, a booking is worth what its last state says, and a chargeback never makes it
          // less than nothing.
          const byItself = sum(
            own.filter(({ kind }) => kind !== 'manual_adjustment').map(({ amountMinor }) => amountMinor),
          )
          const { netMinor = 0, claimedMinor = 0 } = booking.state ?? {}
          expect(byItself).toBe(netMinor - Math.min(claimedMinor, Math.max(0, netMinor)))
        }
        for (const { payoutId, currency, amountMinor, entryIds } of books.taken()) {
          paidOut += 1
          const explained = explainPayout(
            { payoutId, code: 'PO-1', currency, amountMinor },
            entryIds.flatMap((id) => books.entries.get(id) ?? []).map((entry) => explainEntry(entry, null)),
          )
          expect(explained.check.holds).toBe(true)
          expect(explained.entries).toHaveLength(entryIds.length)
          expect(wrongNodes(amountMinor, explained.entries)).toEqual([])
        }
        expect(books.again()).toEqual(books.state())
      }),
      { numRuns: 300 },
    )
    // Else the test has gone blind.
    expect([...seen].toSorted()).toEqual([
      'booking_earnings',
      'cancellation_earnings',
      'chargeback',
      'chargeback_reversed',
      'earnings_reversal',
      'host_cancellation_fee',
      'manual_adjustment',
    ])
    expect(paidOut).toBeGreaterThan(100)
  },
)
