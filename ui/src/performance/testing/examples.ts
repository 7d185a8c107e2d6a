import {
  FIGURE_CODES,
  type Figure,
  type FigureCode,
  type Figures,
  type Gaps,
  type Opened,
  type Performance,
  type RevenueBridge,
  type Tier,
} from '@hearth/contracts/performance'

const nothing: Figure = { value: null, top: null, bottom: null }
const figures = (known: Partial<Record<FigureCode, Figure | null>>): Figures =>
  Object.fromEntries(
    FIGURE_CODES.map((code) => [code, known[code] === undefined ? nothing : known[code]]),
  ) as Record<FigureCode, Figure | null>

const october = { from: '2026-10-01', to: '2026-11-01' }
const nights = { guest: 24, owner: 0, blocked: 1, open: 6, total: 31 }
const nightsBefore = { guest: 16, owner: 0, blocked: 0, open: 15, total: 31 }
const now = figures({
  occupancy: { value: 7_742, top: 24, bottom: 31 },
  revenue: { value: 564_500, top: 564_500, bottom: null },
  adr: { value: 23_521, top: 564_500, bottom: 24 },
  revpar: { value: 18_210, top: 564_500, bottom: 31 },
  rating: { value: 471, top: 292, bottom: 62 },
  response_rate: { value: 9_600, top: 192, bottom: 200 },
  host_cancellation_rate: { value: 80, top: 1, bottom: 125 },
})
const before = figures({
  occupancy: { value: 5_161, top: 16, bottom: 31 },
  revenue: { value: 300_000, top: 300_000, bottom: null },
  adr: { value: 18_750, top: 300_000, bottom: 16 },
  revpar: { value: 9_677, top: 300_000, bottom: 31 },
  rating: { value: 487, top: 292, bottom: 60 },
  response_rate: { value: 9_400, top: 188, bottom: 200 },
  host_cancellation_rate: { value: 40, top: 1, bottom: 250 },
})
const month = (name: string, isOver: boolean) => ({
  month: name,
  inPeriod: name === '2026-10',
  isOver,
  occupancy: { value: 7_742, top: 24, bottom: 31 },
  revenue: { value: 564_500, top: 564_500, bottom: null },
  before: {
    occupancy: { value: 5_161, top: 16, bottom: 31 },
    revenue: { value: 300_000, top: 300_000, bottom: null },
  },
})

/** Harbor Loft in October 2026, beside October 2025. */
export const performance: Performance = {
  currency: 'USD',
  currencies: ['JPY', 'USD'],
  timezone: 'America/New_York',
  asOf: '2026-11-25T15:42:00.000Z',
  today: '2026-11-25',
  period: october,
  by: 'night',
  listingId: null,
  against: { kind: 'year', period: { from: '2025-10-01', to: '2025-11-01' }, bookedBy: null },
  nights,
  figures: now,
  before: { nights: nightsBefore, figures: before },
  months: [month('2026-09', true), month('2026-10', true), month('2026-11', false)],
  listings: [
    {
      listingId: 'l1',
      title: 'Harbor Loft',
      place: 'ME',
      nights,
      figures: now,
      before: { nights: nightsBefore, figures: before },
    },
    {
      listingId: 'l2',
      title: '=Cedar House',
      place: 'NY',
      nights: { ...nights, guest: 3, open: 27 },
      figures: { ...now, occupancy: { value: 968, top: 3, bottom: 31 } },
      before: { nights: nightsBefore, figures: before },
    },
  ],
  leftOut: [],
  rating: { stars: 292, count: 62 },
}

const stay = (bookingId: string, code: string, guestName: string, counted: number, amountMinor: number) => ({
  bookingId,
  code,
  guestName,
  checkIn: '2026-10-01',
  checkOut: '2026-10-08',
  nights: counted,
  sharedNights: 0,
  nightsInAll: 7,
  leadDays: 30,
  amountMinor,
})
export const opened: Opened = {
  code: 'occupancy',
  figure: { value: 7_742, top: 24, bottom: 31 },
  currency: 'USD',
  timezone: 'America/New_York',
  period: october,
  by: 'night',
  nights,
  listings: [
    {
      listingId: 'l1',
      title: 'Harbor Loft',
      place: 'ME',
      nights,
      revenueMinor: 564_500,
      figure: { value: 7_742, top: 24, bottom: 31 },
      days: `${'g'.repeat(24)}b------`,
      stays: [
        stay('b1', 'HB-CQN4AERW', 'Paula V.', 7, 164_500),
        stay('b2', 'HB-ECDD6Y1B', 'Marta L.', 17, 400_000),
      ],
    },
  ],
  records: [],
  rest: { count: 0, nights: 0, amountMinor: 0 },
  check: { text: '24 = 24 nights', holds: true },
}

export const openedRating: Opened = {
  ...opened,
  code: 'rating',
  figure: { value: 450, top: 9, bottom: 2 },
  listings: [],
  records: [
    {
      kind: 'review',
      id: 'r1',
      bookingId: 'b1',
      listingId: 'l1',
      at: '2026-10-20T12:00:00.000Z',
      hit: true,
      stars: 5,
      minutes: null,
    },
    {
      kind: 'answer',
      id: 't1',
      bookingId: null,
      listingId: 'l1',
      at: '2026-10-19T12:00:00.000Z',
      hit: false,
      stars: null,
      minutes: 1_500,
    },
  ],
  check: { text: '5 + 4 = 9 stars', holds: true },
}

export const bridge: RevenueBridge = {
  currency: 'USD',
  period: october,
  lead: 'payout',
  startMinor: 564_500,
  lines: [
    { code: 'not_paid', amountMinor: -64_500, stays: 1, opened: [], restMinor: -64_500 },
    {
      code: 'paid_for_others',
      amountMinor: 100_000,
      stays: 1,
      opened: [
        {
          bookingId: 'b9',
          code: 'HB-00000009',
          guestName: 'Iris V.',
          listingId: 'l1',
          checkIn: '2026-09-28',
          checkOut: '2026-10-01',
          amountMinor: 100_000,
        },
      ],
      restMinor: 0,
    },
  ],
  endMinor: 600_000,
  check: { text: '5,645.00 − 645.00 + 1,000.00 = 6,000.00', holds: true },
}

export const gaps: Gaps = {
  asOf: '2026-11-25T15:42:00.000Z',
  gaps: [
    { listingId: 'l1', title: 'Harbor Loft', place: 'ME', start: '2026-12-02', end: '2026-12-04', nights: 2 },
  ],
  weekends: Array.from({ length: 7 }, (_, week) => ({
    listingId: `l${week}`,
    title: `House ${week}`,
    place: 'NY',
    start: '2026-12-04',
    end: '2026-12-06',
    nights: 2,
  })),
  openNights: 61,
}

export const tier: Tier = {
  holds: true,
  wouldHold: true,
  lastCheckOn: '2026-10-01',
  nextCheckOn: '2027-01-01',
  nextResultBy: '2027-01-06',
  criteria: [
    {
      code: 'rating',
      top: 300,
      bottom: 62,
      value: 484,
      threshold: 480,
      met: true,
      spare: null,
      afterOne: null,
      afterStars: [1, 2, 3, 4, 5].map((stars) => ({
        stars,
        value: 476 + stars + Number(stars > 2),
        met: stars >= 3,
      })),
    },
    {
      code: 'response',
      top: 192,
      bottom: 200,
      value: 9_600,
      threshold: 9_000,
      met: true,
      spare: 13,
      afterOne: 9_552,
      afterStars: [],
    },
    {
      code: 'host_cancellation',
      top: 1,
      bottom: 125,
      value: 80,
      threshold: 100,
      met: true,
      spare: 0,
      afterOne: 159,
      afterStars: [],
    },
    {
      code: 'stays',
      top: 124,
      bottom: 124,
      value: 124,
      threshold: 10,
      met: true,
      spare: null,
      afterOne: null,
      afterStars: [],
    },
  ],
  longStays: { stays: 4, nights: 40 },
}
