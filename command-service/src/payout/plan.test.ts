import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import { deriveId, type Id } from '@hearth/contracts/kernel/ids'
import { payableUnit, type Currency } from '@hearth/contracts/kernel/money'
import { entryFrom, MAX_ENTRIES, type LedgerEvent } from '@hearth/contracts/ledger'
import {
  COOLING_HOURS,
  NO_PAYOUT_ACCOUNT,
  PLATFORM_MINIMUM_MINOR,
  type PayoutAccount,
  type PayoutAccountEvent,
} from '@hearth/contracts/payout-account'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ledger } from '../ledger/ledger.decider.ts'
import { emptyLedger, totalsIn, type LedgerState } from '../ledger/ledger.state.ts'
import { payoutAccount } from '../payout-account/payoutAccount.decider.ts'
import { evolveBy, type Decision } from '../runtime/decider.ts'
import { NOW, SCHEDULER, stateAfter } from '../testing/given.ts'
import { payout } from './payout.decider.ts'
import { findDestination } from './payout.facts.ts'
import { planPayouts, type PayoutPlan } from './plan.ts'

const HOST = deriveId('test', 'account')
const [M1, M2] = [deriveId('test', 'method', '1'), deriveId('test', 'method', '2')] as const
const [L1, L2] = [deriveId('test', 'listing', '1'), deriveId('test', 'listing', '2')] as const
const of = { hostAccountId: HOST }

const added = (
  methodId: Id,
  usableFrom: Instant = '2026-01-01T00:00:00.000Z',
  currency: Currency = 'EUR',
): readonly PayoutAccountEvent[] => [
  {
    type: 'PayoutMethodAdded',
    data: {
      ...of,
      methodId,
      type: currency === 'EUR' ? 'sepa' : 'wire',
      currency,
      country: 'PT',
      holderName: 'Casa Sol',
      holderMatches: true,
      bankName: null,
      last4: '3000',
      vaultRef: deriveId('vault', methodId),
      usableFrom,
    },
  },
  { type: 'PayoutMethodVerified', data: { ...of, methodId, how: 'imported' } },
]
const defaultTo = (methodId: Id): PayoutAccountEvent => ({
  type: 'DefaultMethodSet',
  data: { ...of, methodId, currency: 'EUR' },
})
const accountOf = (...events: readonly PayoutAccountEvent[]): PayoutAccount =>
  stateAfter(payoutAccount, events)

type Amount = readonly [amountMinor: number, listingId?: Id | undefined, availableAt?: Instant]

const entryEvents = (
  currency: Currency,
  index: number,
  [amountMinor, listingId, availableAt = '2026-06-01T00:00:00.000Z']: Amount,
): readonly LedgerEvent[] => {
  const source = {
    stream: 'booking-x',
    revision: index,
    eventId: deriveId('test', 'event', String(index)),
  }
  const entry = entryFrom(
    {
      kind: 'manual_adjustment',
      currency,
      availableAt,
      listingId: listingId ?? null,
      bookingId: null,
      source,
      policies: [],
      text: 'x',
    },
    [{ code: 'adjustment', amountMinor, basis: { rule: 'stated' } }],
  )
  if (entry === undefined) return []
  return [
    { type: 'LedgerEntryPosted', data: { ...of, ...entry } },
    ...(amountMinor < 0
      ? [{ type: 'MoneyReducedNotified' as const, data: { ...of, entryId: entry.entryId, told: 1 } }]
      : []),
  ]
}
const entries = (...amounts: readonly Amount[]) =>
  stateAfter(
    ledger,
    amounts.flatMap((amount, index) => entryEvents('EUR', index, amount)),
  )
const assign = (
  state: LedgerState,
  { payoutId, currency, amountMinor, entryIds }: PayoutPlan,
): Decision<LedgerEvent> =>
  ledger.decide.AssignEntries(
    { accountId: HOST, payoutId, currency, amountMinor, entryIds: [...entryIds] },
    state,
    {
      now: NOW,
      recordedAt: NOW,
      actor: SCHEDULER,
      tenantId: HOST,
      id: HOST,
      targetId: HOST,
      commandId: payoutId,
      idFor: String,
      facts: { unknown: [] },
    },
  )
const amounts = (state: ReturnType<typeof entries>, account: PayoutAccount) =>
  planPayouts(HOST, state, account, NOW).map(({ methodId, amountMinor }) => [methodId, amountMinor])
const one = accountOf(...added(M1), defaultTo(M1))

describe('a run', () => {
  it('nets available entries: +946.40 −280.00 +150.00 = 816.40', () => {
    expect(amounts(entries([94_640], [-28_000], [15_000]), one)).toEqual([[M1, 81_640]])
  })
  it('leaves out entries that are not available yet, and amounts below the minimum or zero', () => {
    expect(amounts(entries([94_640, undefined, '2026-07-01T00:00:00.000Z']), one)).toEqual([])
    expect(amounts(entries([99]), one)).toEqual([])
    expect(amounts(entries([10_000], [-20_000]), one)).toEqual([])
    expect(
      amounts(
        entries([10_000]),
        accountOf(...added(M1), defaultTo(M1), {
          type: 'MinimumSet',
          data: { ...of, minimum: { amountMinor: 10_001, currency: 'EUR' } },
        }),
      ),
    ).toEqual([])
  })
  it('pays nothing while the account is on hold, or has no bank account', () => {
    expect(
      amounts(
        entries([10_000]),
        accountOf(...added(M1), defaultTo(M1), {
          type: 'HoldPlaced',
          data: {
            ...of,
            holdId: deriveId('test', 'hold'),
            reason: 'staff_review',
            methodId: null,
            until: null,
            whatToDo: 'Wait.',
          },
        }),
      ),
    ).toEqual([])
    expect(amounts(entries([10_000]), NO_PAYOUT_ACCOUNT)).toEqual([])
  })
  it('groups entries by bank account, and nets reductions against the largest group', () => {
    const routed = accountOf(...added(M1), ...added(M2), defaultTo(M1), {
      type: 'RoutingSet',
      data: { ...of, listingId: L2, methodId: M2 },
    })
    expect(amounts(entries([10_000, L1], [30_000, L2], [-5_000, L1]), routed)).toEqual([
      [M2, 25_000],
      [M1, 10_000],
    ])
    expect(amounts(entries([10_000, L1], [30_000, L2], [-35_000, L1]), routed)).toEqual([])
  })
  it('takes up to 200 entries, oldest first', () => {
    const [plan] = planPayouts(HOST, entries(...Array.from({ length: 250 }, () => [100] as const)), one, NOW)
    expect([plan?.entryIds.length, plan?.amountMinor]).toEqual([MAX_ENTRIES, 20_000])
  })
  it('never pays more than the balance, and the ledger accepts every plan', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -50_000, max: 80_000 }), fc.constantFrom(L1, L2))),
        (drawn) => {
          const state = entries(...drawn)
          const routed = accountOf(...added(M1), ...added(M2), defaultTo(M1), {
            type: 'RoutingSet',
            data: { ...of, listingId: L2, methodId: M2 },
          })
          for (const plan of planPayouts(HOST, state, routed, NOW))
            expect(assign(state, plan)).toMatchObject({ ok: true })
        },
      ),
    )
  })
})

describe('a currency of which banks pay multiples of a unit', () => {
  const accountIn = (currency: Currency): PayoutAccount =>
    accountOf(...added(M1, '2026-01-01T00:00:00.000Z', currency), {
      type: 'DefaultMethodSet',
      data: { ...of, methodId: M1, currency },
    })
  const posting = (currency: Currency, index: number, amountMinor: number): readonly LedgerEvent[] =>
    entryEvents(currency, index, [amountMinor])

  it('pays 1,234 HUF of 1,234.56, and the rest with what comes later', () => {
    const first = payAll('HUF', posting('HUF', 0, 123_456))
    expect(first.paid).toEqual([123_400])
    expect(totalsIn(first.state, 'HUF')).toMatchObject({ openMinor: 56, inTransitMinor: 123_400 })
    expect(Object.values(first.state.unnotified)).toEqual([])
    const second = payAll('HUF', posting('HUF', 1, 1_144), first.state)
    expect([second.paid, totalsIn(second.state, 'HUF').openMinor]).toEqual([[1_200], 0])
  })

  it('pays multiples of it only, and never more or less than is owed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Currency>('HUF', 'KWD', 'EUR', 'JPY'),
        fc.array(fc.array(fc.integer({ min: -20_000, max: 80_000 }), { maxLength: 5 }), { maxLength: 6 }),
        (currency, runs) => {
          let state = emptyLedger
          let owed = 0
          for (const [run, drawn] of runs.entries()) {
            const events = drawn.flatMap((amount, n) => posting(currency, run * 10 + n, amount))
            owed += drawn.reduce((a, b) => a + b, 0)
            const { paid, ...after } = payAll(currency, events, state)
            state = after.state
            for (const amount of paid) {
              expect(amount % payableUnit(currency)).toBe(0)
              owed -= amount
            }
            expect(totalsIn(state, currency).openMinor).toBe(owed)
            if (owed > 0) expect(owed).toBeLessThan(Math.max(payableUnit(currency), PLATFORM_MINIMUM_MINOR))
          }
        },
      ),
    )
  })

  it('leaves room for the entry that carries the rest', () => {
    const events = Array.from({ length: 250 }, (_, index) => posting('HUF', index, 151)).flat()
    const { paid, state } = payAll('HUF', events)
    expect([paid, totalsIn(state, 'HUF').openMinor]).toEqual([[30_000, 7_700], 50])
  })

  /** Posts the events, then plans and assigns until nothing can be paid. */
  const payAll = (currency: Currency, events: readonly LedgerEvent[], before: LedgerState = emptyLedger) => {
    let state = events.reduce((at, event) => evolveBy(ledger, at, event, NOW), before)
    const paid: number[] = []
    for (;;) {
      const [plan] = planPayouts(HOST, state, accountIn(currency), NOW)
      if (plan === undefined) return { paid, state }
      const { payoutId, amountMinor, entryIds } = plan
      const decision = assign(state, plan)
      if (!decision.ok) throw new Error(decision.detail)
      state = decision.events.reduce((at, event) => evolveBy(ledger, at, event, NOW), state)
      const taken = state.assigned[payoutId]?.entries.map(({ entryId }) => entryId)
      expect(taken).toEqual(plan.carriedEntryId === null ? entryIds : [...entryIds, plan.carriedEntryId])
      expect(taken?.length).toBeLessThanOrEqual(MAX_ENTRIES)
      // The same command again takes nothing.
      expect(assign(state, plan)).toMatchObject({ ok: true, events: [] })
      paid.push(amountMinor)
    }
  }
})

describe('1,000 races of a changed method against a submission', () => {
  it('never pay a bank account that is unverified or in its cooling period', () => {
    const [A, B, C] = ['a', 'b', 'c'].map((name) => deriveId('test', 'method', name))
    const methods = [A ?? '', B ?? '', C ?? '']
    const change = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), methodId: fc.constantFrom(...methods) }),
      fc.record({
        kind: fc.constantFrom('default' as const, 'remove' as const, 'submit' as const, 'submit' as const),
        methodId: fc.constantFrom(...methods),
      }),
      fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(1, 24, 71, 73) }),
    )
    let [paid, waited, elsewhere] = [0, 0, 0]
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 4, maxLength: 30 }),
        fc.constantFrom(...methods),
        (changes, planned) => {
          let now: Instant = NOW
          let account: PayoutAccount = NO_PAYOUT_ACCOUNT
          const happen = (...events: readonly PayoutAccountEvent[]) => {
            for (const { type, data } of events)
              account = payoutAccount.evolve[type](account, data as never, now, 'owner')
          }
          happen(...added(planned), defaultTo(planned))
          for (const drawn of changes) {
            if (drawn.kind === 'wait') now = addHours(now, drawn.hours)
            else if (drawn.kind === 'add') happen(...added(drawn.methodId, addHours(now, COOLING_HOURS)))
            else if (drawn.kind === 'default')
              happen(...(account.methods[drawn.methodId] === undefined ? [] : [defaultTo(drawn.methodId)]))
            else if (drawn.kind === 'remove')
              happen({ type: 'MethodRemoved', data: { ...of, methodId: drawn.methodId } })
            else {
              const plan = {
                hostAccountId: HOST,
                currency: 'EUR' as const,
                amountMinor: 10_000,
                methodId: planned,
                listingIds: [null],
                entryIds: [deriveId('test', 'entry')],
                scheduledFor: NOW,
              }
              const state = stateAfter(payout, [
                {
                  type: 'PayoutScheduled',
                  data: { payoutId: deriveId('test', 'payout'), code: 'PO-1', ...plan },
                },
              ])
              const facts = {
                destination: findDestination(account, plan, now),
                provenMethod: true,
                entriesAssigned: true,
              }
              const decision = payout.decide.SubmitPayout({}, state, {
                now,
                recordedAt: now,
                actor: SCHEDULER,
                tenantId: HOST,
                id: deriveId('test', 'payout'),
                targetId: '',
                commandId: HOST,
                idFor: String,
                facts,
              })
              if (!decision.ok) waited += 1
              for (const { type, data } of decision.ok ? decision.events : []) {
                if (type !== 'PayoutSubmitting') elsewhere += 1
                else {
                  const method = account.methods[data.method.methodId]
                  expect(data.method.methodId).toBe(planned)
                  expect(method?.verifiedAt).not.toBeNull()
                  expect((method?.usableFrom ?? '9') <= now).toBe(true)
                  paid += 1
                }
              }
            }
          }
        },
      ),
      { numRuns: 1_000 },
    )
    // Else the test has gone blind.
    expect(Math.min(paid, waited, elsewhere)).toBeGreaterThan(10)
  })
})
