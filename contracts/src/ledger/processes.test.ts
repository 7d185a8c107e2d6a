import { describe, expect, it } from 'vitest'
import type { BookingEvent } from '../booking/messages.ts'
import { bookingMoney } from '../booking/rules/bookingMoney.ts'
import { computeCancellation } from '../booking/rules/computeCancellation.ts'
import type { Initiator } from '../booking/money.ts'
import { addHours } from '../kernel/dates.ts'
import { deriveId, deriveStepId } from '../kernel/ids.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import { sum } from '../kernel/money.ts'
import { parseWork } from '../outbox.ts'
import type { CancellationPolicyCode } from '../policy/terms.ts'
import { bookingX, createPrice, createSnapshot } from '../testing/index.ts'
import type { LedgerEntry } from './entry.ts'
import type { LedgerKind } from './kinds.ts'
import { deriveEntryId } from './rules/entries.ts'
import { entryProblems } from './rules/replay.ts'
import {
  bookkeepingProcess,
  earningsProcess,
  reductionsProcess,
  type BookkeepingState,
  type EarningsState,
} from './processes.ts'

const ids = {
  bookingId: deriveId('booking'),
  listingId: deriveId('listing'),
  hostAccountId: deriveId('account'),
}
const CHECK_IN = '2026-07-10T19:00:00.000Z'
type Told = Readonly<{ type: BookingEvent['type']; data?: object; at: string }>

const happened = ({ type, data = {}, at }: Told, index: number): RecordedEvent => ({
  id: deriveId('event', String(index)),
  stream: `booking-${ids.bookingId}`,
  revision: BigInt(index),
  type,
  data: { ...ids, ...data },
  metadata: { commandId: deriveId('command', String(index)), tenantId: ids.hostAccountId, occurredAt: at },
  position: { commit: BigInt(index), prepare: BigInt(index) },
  recordedAt: at,
})

/** Everything that a history of one booking posts, in order; every entry must be valid by itself. */
const posted = (...history: readonly Told[]): LedgerEntry[] => {
  let state: EarningsState | undefined
  const entries: LedgerEntry[] = []
  for (const event of history.map(happened)) {
    const [next, ...effects] = earningsProcess.on(state, event)
    state = next
    for (const effect of effects) {
      expect(parseWork(effect)).toEqual({ ok: true, work: effect })
      expect(effect).toMatchObject({
        kind: 'command',
        type: 'PostEntries',
        commandId: deriveStepId(event.metadata['commandId'] ?? '', `hostLedger-${ids.hostAccountId}`, 'post'),
        occurredAt: event.metadata['occurredAt'],
      })
      entries.push(...(effect.kind === 'command' && effect.type === 'PostEntries' ? effect.data.entries : []))
    }
  }
  for (const entry of entries) expect(entryProblems(entry)).toEqual([])
  return entries
}
const amounts = (entries: readonly LedgerEntry[]) =>
  entries.map(({ kind, amountMinor, availableAt }) => [kind, amountMinor, availableAt])

const x = (code: CancellationPolicyCode = 'flexible') => bookingX(code)
const confirmed = ({ money, snapshot, confirmedAt } = x()): Told => ({
  type: 'BookingConfirmed',
  data: { code: 'HB-7Y47FC2T', checkIn: '2026-07-10', money, snapshot },
  at: confirmedAt,
})
const checkedIn: Told = { type: 'BookingCheckedIn', at: CHECK_IN }
const cancelled = (initiator: Initiator, at: string, { money, snapshot, confirmedAt } = x()): Told => ({
  type: initiator === 'no_show' ? 'BookingNoShowRecorded' : 'BookingCancelled',
  data: {
    outcome: computeCancellation(
      money,
      snapshot,
      initiator === 'no_show' ? CHECK_IN : at,
      initiator,
      confirmedAt,
    ),
  },
  at,
})
const charged = (amountMinor: number, at: string): Told => ({
  type: 'ChargebackReceived',
  data: { amountMinor, ref: at },
  at,
})
const won = (amountMinor: number, at: string): Told => ({
  type: 'ChargebackReversed',
  data: { amountMinor, ref: at },
  at,
})
const NEXT_DAY = addHours(CHECK_IN, 24)

describe('a booking’s earnings', () => {
  it('are posted at check-in and available 24 hours later: booking X pays 946.40', () => {
    const entries = posted(confirmed(), checkedIn)
    expect(entries).toEqual([
      {
        entryId: deriveEntryId(deriveId('event', '1'), 'booking_earnings'),
        kind: 'booking_earnings',
        currency: 'USD',
        amountMinor: 94_640,
        availableAt: '2026-07-11T19:00:00.000Z',
        listingId: ids.listingId,
        bookingId: ids.bookingId,
        source: { stream: `booking-${ids.bookingId}`, revision: 1, eventId: deriveId('event', '1') },
        policies: ['platformFee@1'],
        text: 'Stay HB-7Y47FC2T, 5 nights from 2026-07-10',
        components: [
          {
            code: 'nights',
            amountMinor: 100_000,
            basis: { rule: 'nights', runs: [{ nights: 5, amountMinor: 20_000 }] },
          },
          { code: 'cleaning', amountMinor: 12_000, basis: { rule: 'stated' } },
          {
            code: 'platform_fee',
            amountMinor: -17_360,
            basis: { rule: 'share', baseMinor: 112_000, bps: 1_550 },
          },
        ],
      },
    ])
  })

  it('are those of the altered stay', () => {
    const { money, snapshot } = x()
    const price = createPrice('2026-07-10', [20_000, 20_000, 20_000], { cleaningMinor: 12_000 })
    const before = { checkIn: '2026-07-10', money, snapshot }
    const after = { ...before, money: bookingMoney(price, snapshot.fee) }
    const altered: Told = {
      type: 'BookingAltered',
      data: { code: 'HB-7Y47FC2T', before, after },
      at: '2026-06-01T12:00:00.000Z',
    }
    expect(amounts(posted(confirmed(), altered, checkedIn))).toEqual([
      ['booking_earnings', after.money.hostPayoutMinor, addHours(CHECK_IN, 24)],
    ])
  })
  it('are of the listing that the stay moved to, with the amount that was agreed', () => {
    const there = 'c0000000-0000-4000-8000-000000000009'
    const { money, snapshot } = x()
    const moved: Told = {
      type: 'BookingMoved',
      data: { code: 'HB-7Y47FC2T', listingId: there, to: { checkIn: '2026-07-10', money, snapshot } },
      at: '2026-06-01T12:00:00.000Z',
    }
    const entries = posted(confirmed(), moved, checkedIn)
    expect(amounts(entries)).toEqual([['booking_earnings', money.hostPayoutMinor, addHours(CHECK_IN, 24)]])
    expect(entries.map(({ listingId }) => listingId)).toEqual([there])
  })
  it('are posted once, however often check-in is reported', () =>
    expect(posted(confirmed(), checkedIn, checkedIn)).toHaveLength(1))
  it('are not posted without a confirmed booking', () =>
    expect(posted(checkedIn, cancelled('guest', CHECK_IN), charged(100, CHECK_IN))).toEqual([]))

  it('of a long stay are posted together, one entry for 30 nights, the fee split to the cent', () => {
    const snapshot = createSnapshot(CHECK_IN, 70, 'long_term_firm')
    const money = bookingMoney(
      createPrice(
        '2026-07-10',
        Array.from({ length: 70 }, (_, night) => 3_333 + (night % 3)),
        { cleaningMinor: 9_999 },
      ),
      snapshot.fee,
    )
    const entries = posted(confirmed({ money, snapshot, confirmedAt: '2026-05-01T12:00:00.000Z' }), checkedIn)
    expect(entries.map(({ availableAt, entryId }) => [availableAt, entryId])).toEqual(
      [0, 30, 60].map((night, n) => [
        addHours(CHECK_IN, night * 24 + 24),
        deriveEntryId(deriveId('event', '1'), 'booking_earnings', n),
      ]),
    )
    expect(sum(entries.map(({ amountMinor }) => amountMinor))).toBe(money.hostPayoutMinor)
    expect(entries.map(({ components }) => components.map(({ code }) => code))).toEqual([
      ['nights', 'cleaning', 'platform_fee'],
      ['nights', 'platform_fee'],
      ['nights', 'platform_fee'],
    ])
    const fees = entries.map(({ components }) => components.at(-1)?.amountMinor ?? 0)
    expect(sum(fees)).toBe(-money.platformFeeMinor)
  })

  it('leave the cleaning fee to Hearth in full service, and pass a host’s own taxes through', () => {
    const snapshot = createSnapshot(CHECK_IN, 2, 'flexible', 'full_service')
    const tax = {
      code: 'CITY',
      jurisdiction: 'Lisbon',
      kind: 'per_night',
      base: 'nights',
      bps: 0,
      unitMinor: 200,
      amountMinor: 400,
      remitter: 'host',
    } as const
    const money = bookingMoney(
      createPrice('2026-07-10', [10_000, 12_000], { cleaningMinor: 5_000, taxes: [tax] }),
      snapshot.fee,
    )
    const [entry] = posted(confirmed({ money, snapshot, confirmedAt: '2026-05-01T12:00:00.000Z' }), checkedIn)
    expect(entry?.components.map(({ code, amountMinor }) => [code, amountMinor])).toEqual([
      ['nights', 22_000],
      ['cleaning', 5_000],
      ['host_taxes', 400],
      ['cleaning_retained', -5_000],
      ['platform_fee', -5_500],
    ])
    expect(entry?.amountMinor).toBe(money.hostPayoutMinor)
  })
})

/** The table of docs/domain/booking.md#example: what the host is paid after a guest's cancellation. */
describe.each([
  ['flexible', '2026-07-09T18:00:00.000Z', 0],
  ['flexible', '2026-07-10T10:00:00.000Z', 16_900],
  ['moderate', '2026-07-08T12:00:00.000Z', 50_700],
  ['firm', '2026-07-07T19:00:00.000Z', 84_500],
  ['strict', '2026-05-02T12:00:00.000Z', 0],
  ['strict', '2026-05-02T12:00:01.000Z', 42_250],
  ['limited', '2026-07-03T19:00:00.000Z', 42_250],
  ['limited', '2026-06-26T19:00:00.000Z', 0],
  ['flexible', '2026-07-09T19:00:00.000Z', 0],
  ['flexible', '2026-07-09T19:00:01.000Z', 16_900],
] as const)('a guest who cancels %s at %s', (code, at, payout) => {
  it(`leaves ${payout}, available a day after the agreed check-in`, () =>
    expect(amounts(posted(confirmed(x(code)), cancelled('guest', at, x(code))))).toEqual(
      payout === 0 ? [] : [['cancellation_earnings', payout, NEXT_DAY]],
    ))
})

describe('three nights of 333.33 that a guest cancels with half refunded', () => {
  it('round the half cent for the guest, and leave 499.99 less a fee of 77.50: 422.49', () => {
    const tax = {
      code: 'OCC',
      jurisdiction: 'New York',
      kind: 'percent',
      base: 'nights',
      bps: 1_000,
      unitMinor: 0,
      amountMinor: 10_000,
      remitter: 'platform',
    } as const
    const snapshot = createSnapshot(CHECK_IN, 3, 'limited')
    const booking = {
      money: bookingMoney(
        createPrice('2026-07-10', [33_333, 33_333, 33_333], { taxes: [tax] }),
        snapshot.fee,
      ),
      snapshot,
      confirmedAt: '2026-05-01T12:00:00.000Z',
    }
    const [entry, ...others] = posted(
      confirmed(booking),
      cancelled('guest', addHours(CHECK_IN, -192), booking),
    )
    expect(others).toEqual([])
    expect([entry?.kind, entry?.amountMinor, entry?.availableAt]).toEqual([
      'cancellation_earnings',
      42_249,
      NEXT_DAY,
    ])
    expect(entry?.components.map(({ code, amountMinor, basis }) => [code, amountMinor, basis])).toEqual([
      ['nights', 49_999, { rule: 'kept', wholeMinor: 99_999, refundedMinor: 50_000 }],
      ['platform_fee', -7_750, { rule: 'share', baseMinor: 49_999, bps: 1_550 }],
    ])
  })
})

describe('a cancellation', () => {
  it.each([
    ['40 days before', addHours(CHECK_IN, -40 * 24), 11_200],
    ['10 days before', addHours(CHECK_IN, -10 * 24), 28_000],
    ['30 days before, to the second', addHours(CHECK_IN, -30 * 24), 28_000],
    ['48 hours before, to the second', addHours(CHECK_IN, -48), 56_000],
  ])('by the host %s costs a share, immediately', (_when, at, fee) =>
    expect(amounts(posted(confirmed(), cancelled('host', at)))).toEqual([
      ['host_cancellation_fee', -fee, at],
    ]),
  )

  it('of an overbooked stay costs its host the same', () => {
    const at = addHours(CHECK_IN, -40 * 24)
    const overbooked: Told = { ...confirmed(), type: 'OverbookingDetected' }
    expect(amounts(posted(overbooked, cancelled('host', at)))).toEqual([
      ['host_cancellation_fee', -11_200, at],
    ])
  })

  it('by the host costs at least the minimum', () => {
    const snapshot = createSnapshot(CHECK_IN, 1, 'flexible')
    const booking = {
      money: bookingMoney(createPrice('2026-07-10', [12_000]), snapshot.fee),
      snapshot,
      confirmedAt: '2026-05-01T12:00:00.000Z',
    }
    const [entry] = posted(confirmed(booking), cancelled('host', addHours(CHECK_IN, -40 * 24), booking))
    expect([entry?.amountMinor, entry?.components[0]?.basis]).toEqual([
      -5_000,
      { rule: 'host_fee', baseMinor: 12_000, bps: 1_000, ofNights: 1, nights: 1, minimumMinor: 5_000 },
    ])
  })

  it('after check-in reverses the earnings and posts what is kept, in one append', () => {
    const at = addHours(CHECK_IN, 30)
    expect(amounts(posted(confirmed(), checkedIn, cancelled('guest', at)))).toEqual([
      ['booking_earnings', 94_640, NEXT_DAY],
      ['earnings_reversal', -94_640, at],
      ['cancellation_earnings', 60_840, NEXT_DAY],
    ])
  })

  it('reverses no earnings before they are posted', () => {
    const at = addHours(CHECK_IN, 2)
    expect(
      amounts(posted(confirmed(), checkedIn, cancelled('guest', at)))
        .slice(1)
        .map(([kind, , availableAt]) => [kind, availableAt]),
    ).toEqual([
      ['earnings_reversal', NEXT_DAY],
      ['cancellation_earnings', NEXT_DAY],
    ])
  })

  it('by a guest who does not arrive counts at check-in', () => {
    const entries = posted(confirmed(), checkedIn, cancelled('no_show', addHours(CHECK_IN, 7)))
    expect(entries.map(({ kind }) => kind)).toEqual([
      'booking_earnings',
      'earnings_reversal',
      'cancellation_earnings',
    ])
    expect(entries[2]?.policies).toEqual(['cancellation@1', 'platformFee@1'])
  })
})

describe('a refund that the host granted', () => {
  const refund = (fundedBy: 'host' | 'platform', at: string): Told => ({
    type: 'GoodwillRefundIssued',
    data: { fundedBy, amountMinor: 15_000, feeBaseMinor: 15_000, platformFeeMinor: 2_325 },
    at,
  })
  it('is taken off less the fee on it, and never before the earnings are payable', () => {
    const [, early] = posted(confirmed(), checkedIn, refund('host', CHECK_IN))
    expect(early).toMatchObject({
      kind: 'goodwill_host_funded',
      amountMinor: -12_675,
      availableAt: addHours(CHECK_IN, 24),
      components: [
        { code: 'goodwill', amountMinor: -15_000 },
        {
          code: 'platform_fee',
          amountMinor: 2_325,
          basis: { rule: 'share_returned', baseMinor: 15_000, bps: 1_550 },
        },
      ],
    })
    const later = addHours(CHECK_IN, 200)
    expect(posted(confirmed(), checkedIn, refund('host', later))[1]?.availableAt).toBe(later)
  })
  it('posts nothing for the host where Hearth pays it', () =>
    expect(posted(confirmed(), checkedIn, refund('platform', CHECK_IN))).toHaveLength(1))
})

describe('a chargeback', () => {
  const T1 = addHours(CHECK_IN, 100)
  const T2 = addHours(CHECK_IN, 200)
  it('takes at most the host’s part of the stay', () =>
    expect(amounts(posted(confirmed(), checkedIn, charged(123_200, T1)))[1]).toEqual([
      'chargeback',
      -94_640,
      T1,
    ]))
  it('takes the claimed amount where that is less, and no more in total', () => {
    expect(
      amounts(posted(confirmed(), checkedIn, charged(20_000, T1), charged(100_000, T2))).slice(1),
    ).toEqual([
      ['chargeback', -20_000, T1],
      ['chargeback', -74_640, T2],
    ])
  })
  it('is returned when it is won', () =>
    expect(amounts(posted(confirmed(), checkedIn, charged(123_200, T1), won(123_200, T2))).slice(1)).toEqual([
      ['chargeback', -94_640, T1],
      ['chargeback_reversed', 94_640, T2],
    ]))
  it('waits for the earnings', () => {
    const early = addHours(CHECK_IN, -100)
    expect(posted(confirmed(), charged(123_200, early))).toEqual([])
    expect(amounts(posted(confirmed(), charged(123_200, early), checkedIn))).toEqual([
      ['booking_earnings', 94_640, NEXT_DAY],
      ['chargeback', -94_640, NEXT_DAY],
    ])
  })
  it('is reduced when a cancellation takes the earnings away', () => {
    const entries = posted(confirmed(), checkedIn, charged(123_200, T1), cancelled('host', T2))
    expect(
      sum(entries.filter(({ kind }) => kind.startsWith('chargeback')).map(({ amountMinor }) => amountMinor)),
    ).toBe(
      -Math.max(
        0,
        sum(
          entries.filter(({ kind }) => !kind.startsWith('chargeback')).map(({ amountMinor }) => amountMinor),
        ),
      ),
    )
  })
})

describe('a reduction', () => {
  const entry = (amountMinor: number, kind: LedgerKind = 'manual_adjustment'): RecordedEvent => ({
    ...happened({ type: 'BookingCheckedIn', at: CHECK_IN }, 1),
    stream: `hostLedger-${ids.hostAccountId}`,
    type: 'LedgerEntryPosted',
    data: { hostAccountId: ids.hostAccountId, entryId: 'e1', kind, amountMinor },
  })
  it('is announced to the owners', () =>
    expect(reductionsProcess.on(undefined, entry(-1))).toEqual([
      undefined,
      { kind: 'job', name: 'tell-money-reduced', data: { hostAccountId: ids.hostAccountId, entryId: 'e1' } },
    ]))
  it('ignores an entry that adds money', () =>
    expect(reductionsProcess.on(undefined, entry(1))).toEqual([undefined]))
  it('ignores what is carried to the next payout, which is owed again at the same time', () =>
    expect(reductionsProcess.on(undefined, entry(-1, 'carried_forward'))).toEqual([undefined]))
})

describe('the books', () => {
  const entry = (amountMinor: number, code = 'adjustment'): RecordedEvent => ({
    ...happened({ type: 'BookingCheckedIn', at: CHECK_IN }, 1),
    stream: `hostLedger-${ids.hostAccountId}`,
    type: 'LedgerEntryPosted',
    data: {
      hostAccountId: ids.hostAccountId,
      entryId: 'e1',
      kind: 'manual_adjustment',
      currency: 'USD',
      amountMinor,
      components: [{ code, amountMinor, basis: { rule: 'stated' } }],
    },
  })
  /** What a series of entries stops, one list for each. */
  const stops = (...entries: readonly RecordedEvent[]) => {
    let state: BookkeepingState | undefined
    return entries.map((event) => {
      const [next, ...effects] = bookkeepingProcess.on(state, event)
      state = next
      return effects.flatMap((effect) =>
        effect.kind !== 'job' ? effect : effect.name === 'stop-payouts' ? effect.data['invariant'] : [],
      )
    })
  }
  it('stop nothing while they balance', () => expect(stops(entry(100), entry(-300))).toEqual([[], []]))
  it('stop the payouts at a posting without an opposite account', () =>
    expect(stops(entry(100, 'nothing_of_ours'))).toEqual([['I1']]))
  it('notify the owners when they fall below zero, once for each time', () => {
    let state: BookkeepingState | undefined
    const told = [entry(100), entry(-300), entry(-10), entry(500), entry(-600)].map((event) => {
      const [next, ...effects] = bookkeepingProcess.on(state, event)
      state = next
      return effects.map((effect) =>
        effect.kind === 'job' ? [effect.name, effect.data['currency']] : effect,
      )
    })
    expect(told).toEqual([[], [['tell-debt', 'USD']], [], [], [['tell-debt', 'USD']]])
  })
  it('stop the payouts when a debt passes the limit, once', () =>
    expect(stops(entry(-10_000_000), entry(-1), entry(-1), entry(2), entry(-3))).toEqual([
      [],
      ['I2'],
      [],
      [],
      ['I2'],
    ]))
})
