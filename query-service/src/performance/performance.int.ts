import { addDays } from '@hearth/contracts/kernel/dates'
import { newId } from '@hearth/contracts/kernel/ids'
import { entryFrom } from '@hearth/contracts/ledger'
import { zGaps, zOpened, zPerformance, zRevenueBridge, zTier } from '@hearth/contracts/performance'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type Service } from '../testing/service.ts'
import { book, openAccount, startListing } from '../testing/stays.ts'

const [account, other, terrace, studio, foreign, entryId, payoutId] = Array.from({ length: 7 }, newId) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]
const NOW = '2026-09-10T12:00:00.000Z'
const PERIOD = 'from=2026-09-01&to=2026-10-01'
const by = { tenantId: account, actorId: 'importer', actorKind: 'service', at: '2025-06-01T10:00:00.000Z' }
const stay = (listingId: string, checkIn: string, nights: number, at: string) =>
  book({ listingId, guestName: `Guest ${checkIn}`, checkIn, nights }, { ...by, at })

const stays = {
  /** Five nights in August, four in September. */
  over: stay(terrace, '2026-08-27', 9, '2026-07-01T10:00:00.000Z'),
  september: stay(terrace, '2026-09-10', 8, '2026-08-01T10:00:00.000Z'),
  /** Two nights in September. */
  into: stay(studio, '2026-09-29', 5, '2026-09-01T10:00:00.000Z'),
  lastYear: stay(terrace, '2025-09-20', 3, '2025-09-05T10:00:00.000Z'),
  lastYearLate: stay(terrace, '2025-09-25', 2, '2025-09-15T10:00:00.000Z'),
  canceled: stay(studio, '2026-09-03', 2, '2026-08-01T10:00:00.000Z'),
}
const ofCalendar = (listingId: string, type: string, data: object, at: string) => ({
  ...by,
  at,
  stream: `calendar-${listingId}`,
  type,
  data: { listingId, ...data },
})
const blocked = (kind: string, start: string, nights: number) =>
  ofCalendar(
    terrace,
    'BlockCreated',
    { blockId: newId(), kind, start, end: addDays(start, nights), note: null, ownerStay: null },
    '2026-08-01T10:00:00.000Z',
  )

/** All nights of a stay, paid on 2 September. */
const paid = () => {
  const entry = entryFrom(
    {
      kind: 'booking_earnings',
      currency: 'EUR',
      availableAt: '2026-08-28T14:00:00.000Z',
      listingId: terrace,
      bookingId: stays.over.id,
      source: { stream: `booking-${stays.over.id}`, revision: 1, eventId: entryId },
      policies: [],
      text: 'Stay',
    },
    [
      { code: 'nights', amountMinor: 90_000, basis: { rule: 'stated' } },
      { code: 'platform_fee', amountMinor: -13_950, basis: { rule: 'stated' } },
    ],
    0,
  )
  if (entry === undefined) throw new Error('An entry of nothing')
  const ledger = { ...by, at: '2026-08-28T14:00:00.000Z', stream: `hostLedger-${account}` }
  const group = {
    hostAccountId: account,
    payoutId,
    currency: 'EUR',
    amountMinor: entry.amountMinor,
    entryIds: [entry.entryId],
  }
  return [
    { ...ledger, type: 'LedgerEntryPosted', data: { hostAccountId: account, ...entry } },
    { ...ledger, type: 'EntriesAssigned', data: group },
    {
      ...ledger,
      at: '2026-09-02T09:00:00.000Z',
      type: 'EntriesSettled',
      data: { ...group, at: '2026-09-02T09:00:00.000Z', on: '2026-09-02' },
    },
  ]
}

let service: Service
let as: Record<'owner' | 'scoped' | 'calendar' | 'stranger', Awaited<ReturnType<Service['as']>>>
const read = async (path: string, who = as.owner): Promise<unknown> => {
  const answer = await who(path)
  expect(answer.status, path).toBe(200)
  return answer.json()
}
const problem = async (path: string, who = as.owner) => {
  const answer = await who(path)
  const { code } = (await answer.json()) as Readonly<{ code: string }>
  return [answer.status, code]
}

beforeAll(async () => {
  service = await startService()
  service.clock.now = Date.parse(NOW)
  await service.project([
    openAccount(account, 'Vale Stays', by),
    openAccount(other, 'Others', by),
    ...startListing(terrace, 'Alfama Terrace', by),
    ...startListing(studio, 'Bica Studio', { ...by, at: '2026-09-01T10:00:00.000Z' }),
    ...startListing(foreign, 'Foreign Home', { ...by, tenantId: other }),
    ...Object.values(stays).flatMap(({ events }) => events),
    ofCalendar(
      studio,
      'NightsReleased',
      { claimId: stays.canceled.id, start: '2026-09-03', end: '2026-09-05', reason: 'cancelled' },
      '2026-09-02T10:00:00.000Z',
    ),
    blocked('owner_stay', '2026-09-20', 2),
    blocked('maintenance', '2026-09-24', 1),
    ...paid(),
  ])
  await service.addHost('owner@example.test', 'Olga Owner', account, 'owner')
  await service.addHost('scoped@example.test', 'Sam Scoped', account, 'cohost_full', [studio])
  await service.addHost('calendar@example.test', 'Cal Calendar', account, 'cohost_calendar')
  await service.addHost('stranger@example.test', 'Sid Stranger', other, 'owner')
  as = {
    owner: await service.as('owner@example.test'),
    scoped: await service.as('scoped@example.test'),
    calendar: await service.as('calendar@example.test'),
    stranger: await service.as('stranger@example.test'),
  }
})
afterAll(async () => {
  await service?.stop()
})

test('shows the figures of a period beside those of the year before', async () => {
  const shown = zPerformance.parse(await read(`/api/performance?${PERIOD}`))
  // Guests: four and eight nights in the terrace, two in the studio; both were live for all 30 nights.
  expect(shown.nights).toEqual({ guest: 14, owner: 2, blocked: 1, open: 43, total: 60 })
  expect(shown.figures).toMatchObject({
    occupancy: { value: 2_333, top: 14, bottom: 60 },
    adjusted_occupancy: { top: 14, bottom: 57 },
    revenue: { value: 140_000 },
    adr: { value: 10_000 },
    revpar: { value: 2_333 },
    length_of_stay: { value: 650, top: 13, bottom: 2 },
    rating: { value: null, bottom: 0 },
    acceptance: { value: null, bottom: 0 },
  })
  expect(shown.before.nights).toMatchObject({ guest: 5, total: 30 })
  expect(shown.against.period).toEqual({ from: '2025-09-01', to: '2025-10-01' })
  expect(shown.listings.map(({ title, nights }) => [title, nights.guest])).toEqual([
    ['Alfama Terrace', 12],
    ['Bica Studio', 2],
  ])
  expect(
    shown.months.map(({ month, isOver, inPeriod, occupancy }) => [month, isOver, inPeriod, occupancy.top]),
  ).toEqual([
    ['2026-05', true, false, 0],
    ['2026-06', true, false, 0],
    ['2026-07', true, false, 0],
    ['2026-08', true, false, 5],
    ['2026-09', false, true, 14],
    ['2026-10', false, false, 3],
  ])
})

test('compares with what was booked a year before at the same lead time', async () => {
  const shown = zPerformance.parse(await read(`/api/performance?${PERIOD}&against=pace`))
  expect(shown.against.bookedBy).toBe('2025-09-10T12:00:00.000Z')
  expect(shown.before).toMatchObject({ nights: { guest: 3 }, figures: { revenue: { value: 30_000 } } })
})

test('opens each figure to its stays, which add up', async () => {
  for (const figure of ['occupancy', 'adr', 'revenue', 'length_of_stay', 'lead_time'])
    for (const attribution of ['night', 'check_in', 'payout']) {
      const path = `/api/performance/opened?${PERIOD}&figure=${figure}&by=${attribution}`
      expect(zOpened.parse(await read(path)).check.holds, path).toBe(true)
    }
  const opened = zOpened.parse(await read(`/api/performance/opened?${PERIOD}&figure=occupancy`))
  expect(opened.check.text).toBe('12 + 2 = 14')
  const [shownTerrace] = opened.listings
  expect(shownTerrace?.days).toBe('gggg-----gggggggg--oo--b------')
  expect(shownTerrace?.stays).toMatchObject([
    { guestName: 'Guest 2026-08-27', nights: 4, nightsInAll: 9, amountMinor: 40_000 },
    { guestName: 'Guest 2026-09-10', nights: 8, nightsInAll: 8, amountMinor: 80_000 },
  ])
})

test('leads revenue by night over to the other attributions, to the unit', async () => {
  const bridge = async (lead: string) =>
    zRevenueBridge.parse(await read(`/api/performance/bridge?${PERIOD}&lead=${lead}`))
  const lines = ({ lines: all }: Awaited<ReturnType<typeof bridge>>) =>
    all.map(({ code, amountMinor, stays: count }) => [code, amountMinor, count])
  const checkIn = await bridge('check_in')
  expect(checkIn).toMatchObject({ startMinor: 140_000, endMinor: 130_000, check: { holds: true } })
  expect(lines(checkIn)).toEqual([
    ['checked_in_before', -40_000, 1],
    ['nights_after', 30_000, 1],
  ])
  const payout = await bridge('payout')
  expect(payout).toMatchObject({ startMinor: 140_000, endMinor: 90_000, check: { holds: true } })
  expect(lines(payout)).toEqual([
    ['not_paid', -100_000, 2],
    ['paid_for_others', 50_000, 1],
  ])
  expect(payout.lines[1]?.opened).toMatchObject([{ guestName: 'Guest 2026-08-27', amountMinor: 50_000 }])
})

test('finds gaps and open weekends ahead, and says how far Gold is', async () => {
  const gaps = zGaps.parse(await read('/api/performance/gaps'))
  expect(gaps.gaps.map(({ title, start, end }) => `${title} ${start} ${end}`)).toEqual([
    'Alfama Terrace 2026-09-18 2026-09-20',
    'Alfama Terrace 2026-09-22 2026-09-24',
  ])
  expect(gaps.weekends[0]).toMatchObject({ title: 'Bica Studio', start: '2026-09-11' })
  const tier = zTier.parse(await read('/api/performance/tier'))
  expect(tier).toMatchObject({ holds: false, lastCheckOn: '2026-07-01', nextCheckOn: '2026-10-01' })
})

test('shows each member what their role and listings allow', async () => {
  const calendar = zPerformance.parse(await read(`/api/performance?${PERIOD}`, as.calendar))
  expect(calendar.figures).toMatchObject({ occupancy: { top: 14 }, revenue: null, adr: null, rating: null })
  expect(calendar.months[4]).toMatchObject({ occupancy: { top: 14 }, revenue: null })
  expect(await problem(`/api/performance/opened?${PERIOD}&figure=revenue`, as.calendar)).toEqual([
    403,
    'FORBIDDEN',
  ])
  const scoped = zPerformance.parse(await read(`/api/performance?${PERIOD}`, as.scoped))
  expect(scoped.listings.map(({ title }) => title)).toEqual(['Bica Studio'])
  expect(scoped.nights).toMatchObject({ guest: 2, total: 30 })
  expect(await problem(`/api/performance?${PERIOD}&listingId=${terrace}`, as.scoped)).toEqual([
    404,
    'NOT_FOUND',
  ])
  const stranger = zPerformance.parse(await read(`/api/performance?${PERIOD}`, as.stranger))
  expect(stranger).toMatchObject({ nights: { guest: 0, total: 30 }, currencies: ['EUR'] })
  expect(await problem(`/api/performance?${PERIOD}&hostAccountId=${account}`, as.stranger)).toEqual([
    404,
    'NOT_FOUND',
  ])
})

test.each([
  ['backwards', 'from=2026-09-02&to=2026-09-01', 400, 'INVALID_DATE_RANGE'],
  ['of no night', 'from=2026-09-01&to=2026-09-01', 400, 'INVALID_DATE_RANGE'],
  ['of fifty years', 'from=2000-01-01&to=2050-01-01', 422, 'LIMIT_EXCEEDED'],
  ['without a day', 'from=2026-02-30&to=2026-09-01', 422, 'VALIDATION_FAILED'],
])('refuses a period %s', async (_, period, status, code) =>
  expect(await problem(`/api/performance?${period}`)).toEqual([status, code]),
)

test('answers one night, days to come and another currency', async () => {
  const one = zPerformance.parse(await read('/api/performance?from=2026-09-10&to=2026-09-11'))
  expect(one.nights).toEqual({ guest: 1, owner: 0, blocked: 0, open: 1, total: 2 })
  const future = zPerformance.parse(await read('/api/performance?from=2027-01-01&to=2027-02-01'))
  expect(future.nights).toMatchObject({ guest: 0, total: 62 })
  const yen = zPerformance.parse(await read(`/api/performance?${PERIOD}&currency=JPY`))
  expect(yen).toMatchObject({
    currency: 'JPY',
    nights: { total: 0 },
    figures: { occupancy: { value: null } },
  })
})
