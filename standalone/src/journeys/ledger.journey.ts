import { zCancellationQuote } from '@hearth/contracts/booking'
import type { Id } from '@hearth/contracts/kernel/ids'
import { newId } from '@hearth/contracts/kernel/ids'
import {
  entryProblems,
  zBalanceRow,
  zEarningsExplanation,
  zLedgerEntryRow,
  type BalanceRow,
  type EarningsExplanation,
  type LedgerEntryRow,
} from '@hearth/contracts/ledger'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { beforeAll, expect, test } from 'vitest'
import { after, sharedJourney, accepted, type Journey, type Person } from './journey.ts'
import { at, inDays, openAccount, openListing, stay } from './fixtures.ts'

/**
 * Booking X of docs/domain/booking.md#example, six years earlier: events cannot lie in the future, and 2020
 * has the same weekdays from March on.
 */
const OPENED = '2020-01-01T00:00:00.000Z'
const CONFIRMED = '2020-05-01T12:00:00.000Z'
const CHECK_IN = '2020-07-10T19:00:00.000Z'
const FIVE_NIGHTS = [20_000, 20_000, 20_000, 20_000, 20_000]
const tax = {
  code: 'OCC',
  jurisdiction: 'New York',
  kind: 'percent',
  base: 'nights_cleaning',
  bps: 1_000,
  unitMinor: 0,
  amountMinor: 11_200,
  remitter: 'platform',
} as const
const PRICE_X = { cleaningMinor: 12_000, taxes: [tax] }
const WITHIN_MS = 20_000

let journey: Journey
let account: Id
let owner: Person
let finance: Person

beforeAll(async () => {
  journey = await sharedJourney()
  account = await openAccount(journey, OPENED)
  owner = await journey.signIn({ role: 'owner', hostAccountId: account })
  finance = await journey.signIn({ staffRole: 'finance' })
  accepted(
    await journey.as('importer').post(`/api/accounts/${account}/import-member`, {
      userId: owner.userId,
      name: 'Ana Vale',
      email: owner.email,
      role: 'owner',
      listingIds: null,
    }),
  )
})

const readEntries = async (filter: object): Promise<readonly LedgerEntryRow[]> => {
  const answer = await owner.get(`/api/ledger-entries?filter=${encodeURIComponent(JSON.stringify(filter))}`)
  expect(answer.status).toBe(200)
  return (JSON.parse(answer.text) as unknown[]).map((row) => zLedgerEntryRow.strip().parse(row))
}

/** Waits until the entries that a filter finds satisfy the condition. */
const found = async (
  filter: object,
  wanted: (rows: readonly LedgerEntryRow[]) => boolean,
): Promise<readonly LedgerEntryRow[]> => {
  let rows: readonly LedgerEntryRow[] = []
  await waitUntil(
    async () => wanted((rows = await readEntries(filter))),
    WITHIN_MS,
    `entries for ${JSON.stringify(filter)}`,
  )
  return rows
}

const explain = async (bookingId: Id): Promise<EarningsExplanation> =>
  zEarningsExplanation.parse((await owner.get(`/api/bookings/${bookingId}/earnings/explain`)).json)
const balance = async (): Promise<BalanceRow | undefined> =>
  (JSON.parse((await owner.get('/api/balances')).text) as unknown[]).map((row) =>
    zBalanceRow.strip().parse(row),
  )[0]
const mailsTo = async (email: string) =>
  (await (
    await fetch(`${journey.baseUrl}/dev/mail.json?to=${encodeURIComponent(email)}`)
  ).json()) as readonly Readonly<{ subject: string; text: string }>[]
const amount = ({ kind, amountMinor }: Readonly<{ kind: string; amountMinor: number }>) => [kind, amountMinor]

/** A stay of five nights whose guest has checked in. */
const checkInStay = async (listing: Id): Promise<Id> => {
  const received = accepted(
    await journey.as('gateway').post('/api/bookings', stay(listing, '2020-07-10', FIVE_NIGHTS, PRICE_X), {
      'x-host-account': account,
      ...at(CONFIRMED),
    }),
  )
  accepted(await journey.as('importer').post(`/api/bookings/${received.id}/check-in`, {}, at(CHECK_IN)))
  return received.id
}

const expectEarnings = async (bookingId: Id, listing: Id): Promise<void> => {
  const [earned] = await found({ bookingId }, (rows) => rows.length === 1)
  expect(earned).toMatchObject({
    kind: 'booking_earnings',
    amountMinor: 94_640,
    availableAt: '2020-07-11T19:00:00.000Z',
    postedAt: CHECK_IN,
    state: 'open',
    listingId: listing,
    hostAccountId: account,
  })
  const explained = await explain(bookingId)
  expect(explained).toMatchObject({
    currency: 'USD',
    totalMinor: 94_640,
    check: { text: '946.40 = 946.40', holds: true },
  })
  expect(explained.entries[0]).toMatchObject({
    check: { text: '1,000.00 + 120.00 − 173.60 = 946.40', holds: true },
    policies: ['platformFee@1'],
    cause: {
      type: 'BookingCheckedIn',
      stream: `booking-${bookingId}`,
      revision: 1,
      at: CHECK_IN,
      link: `/api/events/${earned?.source.eventId}`,
    },
    components: [
      { code: 'nights', amountMinor: 100_000, formula: '5 × 200.00 = 1,000.00' },
      { code: 'cleaning', amountMinor: 12_000, formula: '120.00' },
      { code: 'platform_fee', amountMinor: -17_360, formula: '1,120.00 × 15.5% = 173.60' },
    ],
  })
  expect((await owner.get(explained.entries[0]?.cause?.link ?? '')).json).toMatchObject({
    type: 'BookingCheckedIn',
    data: { bookingId },
  })
}

/** Staff cancel a stay ten days ahead because the host asked them to. */
const cancelForHost = async (admin: Person, listing: Id): Promise<Id> => {
  const next = accepted(
    await journey.as('gateway').post('/api/bookings', stay(listing, inDays(10), FIVE_NIGHTS, PRICE_X), {
      'x-host-account': account,
    }),
  )
  const quoted = zCancellationQuote.parse(
    (await admin.get(`/api/bookings/${next.id}/cancellation-quote?initiator=host`, after(next))).json,
  )
  accepted(
    await admin.post(
      `/api/bookings/${next.id}/cancel-by-staff`,
      { quote: quoted.quote, reason: 'The host asked us to cancel by telephone.' },
      { 'if-match': next.headers.find(([name]) => name === 'etag')?.[1] },
    ),
  )
  return next.id
}

const expectFee = async (bookingId: Id): Promise<void> => {
  const [fee] = await found({ bookingId }, ([row]) => row !== undefined && row.notifiedAt !== null)
  expect(fee).toMatchObject({
    kind: 'host_cancellation_fee',
    amountMinor: -28_000,
    policies: ['hostCancellation@1'],
  })
  expect((await explain(bookingId)).entries[0]?.components[0]?.formula).toBe('1,120.00 × 25% = 280.00')
  let mails: Awaited<ReturnType<typeof mailsTo>> = []
  await waitUntil(
    async () =>
      (mails = (await mailsTo(owner.email)).filter(({ subject }) =>
        subject.startsWith('Deduction from your earnings'),
      )).length > 0,
    WITHIN_MS,
    'the email about the fee',
  )
  expect(mails.map(({ subject }) => subject)).toEqual(['Deduction from your earnings: −280.00 USD'])
}

/** Finance proposes an amount and cannot approve it; an admin can. */
const adjustByTwoPeople = async (admin: Person, bookingId: Id): Promise<void> => {
  const proposal = {
    accountId: account,
    currency: 'USD',
    amountMinor: 15_000,
    bookingId,
    reason: 'Broken lamp, paid from the damage fund.',
  }
  const { id } = accepted(await finance.post('/api/adjustments', proposal))
  const approve = (by: Person) => by.post(`/api/adjustments/${id}/approve`, { accountId: account })
  expect((await approve(finance)).json['code']).toBe('FOUR_EYES_SAME_ACTOR')
  accepted(await approve(admin))
}

const expectConsistent = (entries: readonly LedgerEntryRow[]): void => {
  for (const {
    id: entryId,
    state: _state,
    payoutId: _payout,
    postedAt: _at,
    notifiedAt: _notified,
    settledAt: _paid,
    settledOn: _paidOn,
    hostAccountId: _host,
    ...entry
  } of entries)
    expect(entryProblems({ entryId, ...entry })).toEqual([])
}

test(
  'a stay, a cancellation and an adjustment: 946.40 − 280.00 + 150.00, each traced to its event',
  { timeout: 300_000 },
  async () => {
    const listing = await openListing(journey, account, {}, OPENED)
    const stayed = await checkInStay(listing)
    await expectEarnings(stayed, listing)

    const admin = await journey.signIn({ staffRole: 'admin' })
    await expectFee(await cancelForHost(admin, listing))

    await adjustByTwoPeople(admin, stayed)
    const entries = await found({}, (rows) => rows.length === 3)
    expect(entries.map(amount).toSorted()).toEqual([
      ['booking_earnings', 94_640],
      ['host_cancellation_fee', -28_000],
      ['manual_adjustment', 15_000],
    ])
    expectConsistent(entries)
    // Balances are a read model of their own, which follows the entries at its own pace.
    await waitUntil(
      async () => (await balance())?.availableMinor === 81_640,
      WITHIN_MS,
      'the balance of the three entries',
    )
    expect(await balance()).toMatchObject({
      currency: 'USD',
      availableMinor: 81_640,
      pendingMinor: 0,
      inTransitMinor: 0,
      paidMinor: 0,
      maturing: [],
    })
  },
)

test('another account’s money cannot be seen, changed or detected', async () => {
  const others = await openAccount(journey, OPENED)
  const listing = await openListing(journey, others, {}, OPENED)
  const received = accepted(
    await journey
      .as('gateway')
      .post('/api/bookings', stay(listing, inDays(20), FIVE_NIGHTS), { 'x-host-account': others }),
  )
  const [foreign, unknown] = [
    await owner.get(`/api/bookings/${received.id}/earnings/explain`, after(received)),
    await owner.get(`/api/bookings/${newId()}/earnings/explain`),
  ]
  expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
  expect(
    (
      await owner.post('/api/adjustments', {
        accountId: account,
        currency: 'USD',
        amountMinor: 100,
        reason: 'I would like to have more money.',
      })
    ).status,
  ).toBe(403)
  const wrong = await finance.post('/api/adjustments', {
    accountId: account,
    currency: 'USD',
    amountMinor: 100,
    listingId: listing,
    reason: 'A listing of another account is named.',
  })
  expect([wrong.status, wrong.json['errors']]).toEqual([
    422,
    [{ pointer: '/listingId', detail: 'doesn’t belong to this account' }],
  ])
  const nowhere = await finance.post('/api/adjustments', {
    accountId: newId(),
    currency: 'USD',
    amountMinor: 100,
    reason: 'This account doesn’t exist.',
  })
  expect(nowhere.status).toBe(404)
})
