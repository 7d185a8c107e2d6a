import { addDays, addHours } from '@hearth/contracts/kernel/dates'
import { newId } from '@hearth/contracts/kernel/ids'
import {
  BREAKDOWN_PARTS,
  entryFrom,
  partOfComponent,
  zBreakdownEntries,
  zPayoutsBreakdown,
  type EntryHead,
  type LedgerEntry,
} from '@hearth/contracts/ledger'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startService, type Service } from '../testing/service.ts'
import type { TestEvent } from '../testing/miniProjector.ts'
import { checkOpenedAmounts, checkOpenedPayouts, checkOpenedStay } from '../testing/checkOpenedAmounts.ts'
import { postLedger, randomLedger, type RandomLedger } from '../testing/randomLedger.ts'
import { book, openAccount, startListing } from '../testing/stays.ts'

const [account, other, fresh, cabin, payout, terrace, studio, stayB, stayC] = Array.from(
  { length: 9 },
  newId,
) as [string, string, string, string, string, string, string, string, string]
const NOW = '2026-07-16T09:42:00.000Z'
const by = { tenantId: account, actorId: 'scheduler', actorKind: 'service', at: '2026-01-02T10:00:00.000Z' }
const { id: stayA, events: bookedStay } = book(
  { listingId: terrace, guestName: 'Amara N.', checkIn: '2026-07-02', nights: 3 },
  by,
)
const stated = (code: string, amountMinor: number) => ({
  code,
  amountMinor,
  basis: { rule: 'stated' } as const,
})
const source = { stream: `booking-${stayA}`, revision: 1, eventId: newId() }

/** The first stay of an account that has earned nothing yet. */
const { events: firstStay } = book(
  { listingId: cabin, guestName: 'Noor B.', checkIn: '2026-08-02', nights: 2 },
  { ...by, tenantId: fresh },
)

const OWN_STAY = newId()

let n = 0
/** An entry; a stay's counts on the day 24 hours before it becomes available. */
const entry = (
  kind: LedgerEntry['kind'],
  availableAt: string,
  components: readonly ReturnType<typeof stated>[],
  more: Partial<EntryHead> = {},
): LedgerEntry => {
  const made = entryFrom(
    {
      kind,
      currency: 'EUR',
      availableAt,
      listingId: terrace,
      bookingId: stayA,
      source: { ...source, eventId: newId() },
      policies: [],
      text: kind,
      ...more,
    },
    [...components],
    n++,
  )
  if (made === undefined) throw new Error('An entry of nothing')
  return made
}

/**
 * Lisbon is an hour ahead of UTC in summer: the last hour of June there is July in UTC, and the other way
 * round.
 */
const entries = {
  june: entry('booking_earnings', addHours('2026-06-30T22:30:00.000Z', 24), [
    stated('nights', 40_000),
    stated('cleaning', 5_000),
    stated('platform_fee', -6_975),
  ]),
  july: entry(
    'booking_earnings',
    addHours('2026-06-30T23:30:00.000Z', 24),
    [stated('nights', 30_000), stated('host_taxes', 600), stated('platform_fee', -4_650)],
    { listingId: studio, bookingId: stayB },
  ),
  fee: entry('host_cancellation_fee', '2026-07-10T08:00:00.000Z', [stated('fee', -5_000)], {
    bookingId: stayC,
  }),
  lamp: entry('manual_adjustment', '2026-07-11T08:00:00.000Z', [stated('adjustment', 1_500)], {
    listingId: null,
    bookingId: null,
  }),
  tax: entry('tax_withholding', '2026-07-12T08:00:00.000Z', [stated('withholding', -700)], {
    listingId: null,
    bookingId: null,
  }),
  coming: entry(
    'booking_earnings',
    '2026-07-20T14:00:00.000Z',
    [stated('nights', 10_000), stated('platform_fee', -1_550)],
    { listingId: studio, bookingId: stayB },
  ),
  pounds: entry('booking_earnings', '2026-07-02T14:00:00.000Z', [stated('nights', 9_900)], {
    currency: 'GBP',
  }),
}
const confirmedMoney = z
  .object({ money: z.object({ hostPayoutMinor: z.int() }) })
  .parse(bookedStay.find(({ type }) => type === 'BookingConfirmed')?.data).money

/** In Lisbon it is the first of August already; the bank’s day is still the last of July. */
const PAID_AT = '2026-07-31T23:30:00.000Z'
const paid = [entries.june, entries.fee]
const amountOf = (of: readonly LedgerEntry[]) => of.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

let service: Service
let as: Record<'owner' | 'scoped' | 'stranger' | 'fresh', Awaited<ReturnType<Service['as']>>>

beforeAll(async () => {
  service = await startService()
  service.clock.now = Date.parse(NOW)
  const ledger = { ...by, stream: `hostLedger-${account}`, at: '2026-07-01T10:00:00.000Z' }
  const group = {
    hostAccountId: account,
    payoutId: payout,
    currency: 'EUR',
    amountMinor: amountOf(paid),
    entryIds: paid.map(({ entryId }) => entryId),
  }
  const foreign: LedgerEntry = {
    ...entries.july,
    entryId: newId(),
    amountMinor: 1,
    components: [stated('nights', 1)],
  }
  const events: readonly TestEvent[] = [
    openAccount(account, 'Vale Stays', by),
    openAccount(other, 'Other Stays', by),
    openAccount(fresh, 'Fresh Stays', by),
    ...startListing(cabin, 'Juniper Cabin', { ...by, tenantId: fresh }),
    ...firstStay,
    ...startListing(terrace, 'Alfama Terrace', by),
    ...startListing(studio, 'Bica Studio', by),
    ...bookedStay,
    ...Object.values(entries).map((one) => ({
      ...ledger,
      type: 'LedgerEntryPosted',
      data: { hostAccountId: account, ...one },
    })),
    { ...ledger, type: 'EntriesAssigned', data: group },
    { ...ledger, type: 'EntriesSettled', data: { ...group, at: PAID_AT, on: '2026-07-31' } },
    {
      ...ledger,
      tenantId: other,
      stream: `hostLedger-${other}`,
      type: 'LedgerEntryPosted',
      data: { hostAccountId: other, ...foreign },
    },
  ]
  const position = await service.project(events)
  await service.addHost('own@example.test', 'Ow Ner', account, 'owner')
  await service.addHost('sco@example.test', 'Sco Ped', account, 'cohost_full', [terrace])
  await service.addHost('str@example.test', 'Stra Nger', other, 'owner')
  await service.addHost('fre@example.test', 'Fre Sh', fresh, 'owner')
  expect(position).toBeGreaterThan(0n)
  as = {
    owner: await service.as('own@example.test'),
    scoped: await service.as('sco@example.test'),
    stranger: await service.as('str@example.test'),
    fresh: await service.as('fre@example.test'),
  }
})
afterAll(async () => {
  await service?.stop()
})

const read = async (who: keyof typeof as, query = '') =>
  zPayoutsBreakdown.parse(await (await as[who](`/api/payouts-breakdown?${query}`)).json())
const opened = async (query: string) =>
  zBreakdownEntries.parse(await (await as.owner(`/api/payouts-breakdown/entries?${query}`)).json())
/** An account of its own with this ledger, seen by its owner; entries of `OWN_STAY` are those of its stay. */
const openLedger = async (drawn: RandomLedger) => {
  const tenantId = newId()
  const email = `${tenantId}@example.test`
  const own = { ...by, tenantId }
  const stay = book({ listingId: newId(), guestName: 'Own Guest', checkIn: '2026-07-02', nights: 3 }, own)
  const ledger = drawn.map(({ entry: one, fate }) => ({
    fate,
    entry: one.bookingId === OWN_STAY ? { ...one, bookingId: stay.id } : one,
  }))
  await service.project([openAccount(tenantId, 'Random', by), ...stay.events, ...postLedger(ledger, own)])
  await service.addHost(email, 'Ran Dom', tenantId, 'owner')
  return { host: await service.as(email), stayId: stay.id, ledger }
}
/** The sums of the entries from gross to net, computed without SQL. */
const sumParts = (of: readonly LedgerEntry[]) =>
  Object.fromEntries(
    BREAKDOWN_PARTS.map((part) => [
      part,
      of
        .flatMap(({ kind, components }) =>
          components.filter(({ code }) => partOfComponent(kind, code) === part),
        )
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    ]),
  )

const euros = Object.values(entries).filter(({ currency }) => currency === 'EUR')

describe('the breakdown', () => {
  test('adds up to the entries, by part and stage, in one currency', async () => {
    const { total, currencies, currency, check, adjustments } = await read('owner')
    expect([currency, currencies]).toEqual(['EUR', ['EUR', 'GBP']])
    expect(total).toEqual({
      parts: sumParts(euros),
      netMinor: amountOf(euros),
      entries: euros.length,
      stages: {
        upcoming: entries.coming.amountMinor,
        available: amountOf([entries.july, entries.lamp, entries.tax]),
        in_transit: 0,
        paid: amountOf(paid),
      },
    })
    expect(adjustments).toEqual([
      { kind: 'host_cancellation_fee', amountMinor: -5_000 },
      { kind: 'manual_adjustment', amountMinor: 1_500 },
    ])
    expect(check.holds).toBe(true)
    expect((await read('owner', 'currency=GBP')).total.netMinor).toBe(9_900)
  })

  test('counts a stay on its first night in local time, and a payout on the bank’s own day', async () => {
    const months = (await read('owner')).groups.map(({ key, netMinor }) => [key, netMinor])
    expect(months).toEqual([
      ['2026-07', amountOf(euros) - entries.june.amountMinor],
      ['2026-06', entries.june.amountMinor],
    ])
    const june = await read('owner', 'from=2026-06-01&to=2026-06-30')
    expect([
      june.total.netMinor,
      june.bridge.earnedMinor,
      june.bridge.notPaidMinor,
      june.bridge.paidMinor,
    ]).toEqual([entries.june.amountMinor, entries.june.amountMinor, entries.june.amountMinor, 0])
    const july = await read('owner', 'from=2026-07-01&to=2026-07-31')
    expect([july.bridge.paidForOthersMinor, july.bridge.paidMinor, july.bridge.check.holds]).toEqual([
      entries.june.amountMinor,
      amountOf(paid),
      true,
    ])
    expect((await read('owner', 'when=paid')).total).toMatchObject({ netMinor: amountOf(paid), entries: 2 })
    expect((await read('owner', `when=paid&from=${addDays(PAID_AT.slice(0, 10), 1)}`)).total.entries).toBe(0)
  })

  test('names listings and bookings, and amounts that belong to neither', async () => {
    const of = async (by: string) =>
      Object.fromEntries(
        (await read('owner', `by=${by}`)).groups.map(({ key, label, netMinor }) => [key, [label, netMinor]]),
      )
    expect(await of('listing')).toEqual({
      [terrace]: ['Alfama Terrace', amountOf(paid)],
      [studio]: ['Bica Studio', amountOf([entries.july, entries.coming])],
      none: ['No listing', amountOf([entries.lamp, entries.tax])],
    })
    expect(Object.keys(await of('booking')).toSorted()).toEqual([stayA, stayB, stayC, 'none'].toSorted())
  })

  test('calls a stay by guest, place and dates', async () => {
    const { groups } = await read('owner', 'by=booking')
    const stay = groups.find(({ key }) => key === stayA)
    expect(stay).toMatchObject({
      label: 'Amara N.',
      detail: expect.stringMatching(/^Alfama Terrace, Thu 2 – Sun 5 Jul 2026, HB-\w{8}$/) as string,
    })
    const { entries: lines } = await opened(`by=booking&group=${stayA}`)
    expect(lines.map(({ subject }) => subject)).toEqual([
      {
        listingTitle: 'Alfama Terrace',
        stay: {
          code: stay?.detail?.slice(-11),
          guestName: 'Amara N.',
          checkIn: '2026-07-02',
          checkOut: '2026-07-05',
          timezone: 'Europe/Lisbon',
        },
      },
    ])
  })

  test('says which stay was cancelled', async () => {
    const setStatus = (status: string) =>
      service.pool.query('update read.booking set status = $2 where id = $1', [stayA, status])
    await setStatus('cancelled')
    const { groups } = await read('owner', 'by=booking')
    await setStatus('confirmed')
    expect(groups.find(({ key }) => key === stayA)?.detail).toMatch(/^cancelled stay, Alfama Terrace, /)
  })

  test('counts what confirmed stays are to earn by their check-in, apart from the ledger', async () => {
    const { hostPayoutMinor } = confirmedMoney
    expect((await read('owner')).expected).toEqual({ amountMinor: hostPayoutMinor, stays: 1 })
    expect((await read('scoped')).expected).toEqual({ amountMinor: hostPayoutMinor, stays: 1 })
    expect((await read('owner', 'from=2026-07-02&to=2026-07-02')).expected?.stays).toBe(1)
    expect((await read('owner', 'from=2026-07-03')).expected).toEqual({ amountMinor: 0, stays: 0 })
    expect((await read('owner', 'currency=GBP')).expected?.stays).toBe(0)
    expect((await read('owner', 'when=paid')).expected).toBeNull()
    expect((await read('stranger')).expected?.stays).toBe(0)
  })

  test('shows an account that has earned nothing yet what its stays are to earn', async () => {
    const { currency, currencies, total, expected } = await read('fresh')
    expect([currency, currencies, total.entries]).toEqual(['EUR', ['EUR'], 0])
    expect(expected).toMatchObject({ stays: 1 })
    expect(expected?.amountMinor).toBeGreaterThan(0)
  })

  test('traces each amount to its entries', async () => {
    for (const { key, parts, stages, netMinor } of (await read('owner', 'by=listing')).groups) {
      expect(await opened(`by=listing&group=${key}`)).toMatchObject({
        amountMinor: netMinor,
        check: { holds: true },
      })
      for (const [part, amountMinor] of Object.entries(parts))
        expect((await opened(`by=listing&group=${key}&part=${part}`)).amountMinor, `${key} ${part}`).toBe(
          amountMinor,
        )
      for (const [stage, amountMinor] of Object.entries(stages))
        expect((await opened(`by=listing&group=${key}&stage=${stage}`)).amountMinor, `${key} ${stage}`).toBe(
          amountMinor,
        )
    }
  })

  test('lists shares that add up to every amount that opens, whatever is in the ledger', async () => {
    const ledgers = fc.asyncProperty(randomLedger([terrace, studio], [stayA, stayB]), async (ledger) => {
      const { host } = await openLedger(ledger)
      await checkOpenedAmounts(host)
    })
    await fc.assert(ledgers, { numRuns: 2, endOnFailure: true })
  })

  test('lists lines that add up to every payout and every stay, whatever is in the ledger', async () => {
    let payouts = 0
    const ledgers = fc.asyncProperty(randomLedger([terrace], [OWN_STAY]), async (drawn) => {
      const { host, stayId, ledger } = await openLedger(drawn)
      payouts += await checkOpenedPayouts(host)
      const ofStay = ledger.filter(({ entry: { bookingId } }) => bookingId === stayId)
      await checkOpenedStay(
        host,
        stayId,
        ofStay.map(({ entry }) => entry),
      )
    })
    await fc.assert(ledgers, { numRuns: 10, endOnFailure: true })
    expect(payouts).toBeGreaterThan(0)
  })

  test('hides other accounts’ money, and other listings from a co-host', async () => {
    expect((await read('stranger')).total.netMinor).toBe(1)
    expect((await read('scoped')).total).toMatchObject({ netMinor: amountOf(paid), entries: 2 })
    expect((await as.stranger(`/api/payouts-breakdown?hostAccountId=${account}`)).status).toBe(404)
  })
})
