import { z } from 'zod'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { zCurrency } from '../kernel/money.ts'
import { zCheck } from '../ledger/explanation.ts'
import { FIGURE_CODES, type FigureCode } from './figures.ts'
import { zPeriod } from './period.ts'

/**
 * Which day the revenue of a stay counts on: each night on its own date, all nights on the day of check-in, or
 * what was paid on the day on which the bank paid it. Only `revenue` depends on it.
 */
export const ATTRIBUTIONS = ['night', 'check_in', 'payout'] as const
export const zAttribution = z.enum(ATTRIBUTIONS)
export type Attribution = z.infer<typeof zAttribution>

/**
 * `year`: the same days a year before, as they are known now. `pace`: the same days a year before, as they were
 * booked a year before `asOf`, at the same lead time.
 */
export const COMPARISONS = ['year', 'pace'] as const
export const zComparison = z.enum(COMPARISONS)
export type Comparison = z.infer<typeof zComparison>

/**
 * What a performance query asks. Without `currency` the account's own, or the first with a listing; without
 * `listingId` all listings of the currency. Staff name an account. Both days of `zPeriod` are needed: 400
 * `INVALID_DATE_RANGE` if `to` is not after `from`, 422 `LIMIT_EXCEEDED` for more than five years.
 */
export const zPerformanceQuery = z.strictObject({
  from: zLocalDate,
  to: zLocalDate,
  by: zAttribution.default('night'),
  against: zComparison.default('year'),
  currency: zCurrency.optional(),
  listingId: zId.optional(),
  hostAccountId: zId.optional(),
})
export type PerformanceQuery = z.infer<typeof zPerformanceQuery>

/**
 * `value` in the unit of `FIGURES[code].unit`, rounded half away from zero; null where there is nothing to
 * divide by or too little to say (shown as “–”). `top` and `bottom` are what it was computed from: nights,
 * stays, answers, stars or minor units. `bottom` is null for a sum and for a median, of which `top` is null too.
 */
export const zFigure = z.strictObject({
  value: z.int().nullable(),
  top: z.int().nullable(),
  bottom: z.int().nullable(),
})
export type Figure = z.infer<typeof zFigure>

const zFigureCode = z.enum(FIGURE_CODES)
/** Null: the reader may not see it. */
const zFigures = z.record(zFigureCode, zFigure.nullable())
/** One answer for each figure. */
export type Figures = Readonly<Record<FigureCode, Figure | null>>

/**
 * Nights of the listings in the period. `total` = nights on which a listing was live, or guests were there all
 * the same. `open` = total − guest − owner − blocked, those that nothing takes. A night counts once.
 */
export const zNightCounts = z.strictObject({
  guest: z.int(),
  owner: z.int(),
  blocked: z.int(),
  open: z.int(),
  total: z.int(),
})
export type NightCounts = z.infer<typeof zNightCounts>

const zSide = z.strictObject({ nights: zNightCounts, figures: zFigures })

/** One listing in the period; `before` in the days it is compared with. Revenue follows the attribution. */
export const zListingPerformance = z.strictObject({
  listingId: z.string(),
  title: z.string(),
  place: z.string(),
  ...zSide.shape,
  before: zSide,
})
export type ListingPerformance = z.infer<typeof zListingPerformance>

/**
 * One calendar month of the charts: whole, by nights whatever the attribution, and the same month a year
 * before as it is known now. Shares in basis points, money in minor units; null without the right to amounts.
 */
export const zMonthPerformance = z.strictObject({
  /** Such as `2026-10`. */
  month: z.string(),
  /** It lies within the period, wholly or in part. */
  inPeriod: z.boolean(),
  /** It has ended; otherwise its nights are those booked so far. */
  isOver: z.boolean(),
  occupancy: zFigure,
  revenue: zFigure.nullable(),
  before: z.strictObject({ occupancy: zFigure, revenue: zFigure.nullable() }),
})
export type MonthPerformance = z.infer<typeof zMonthPerformance>

/** Money of stays in these listings that was agreed in another currency than their listing has now. */
export const zLeftOut = z.strictObject({
  currency: zCurrency,
  nights: z.int(),
  revenueMinor: z.int().nullable(),
})

/**
 * `GET /api/performance`: figures of the listings of one currency, over `[from, to)`. Dates are those of each
 * listing’s own time zone.
 */
export const zPerformance = z.strictObject({
  /** Null before there is a listing. */
  currency: zCurrency.nullable(),
  /** Currencies that the reader’s listings have; figures are never added over them. */
  currencies: z.array(zCurrency),
  timezone: z.string(),
  asOf: zInstant,
  /** Today in the account’s time zone. */
  today: zLocalDate,
  period: zPeriod,
  by: zAttribution,
  listingId: z.string().nullable(),
  against: z.strictObject({
    kind: zComparison,
    period: zPeriod,
    /** `pace`: the instant as of which its nights were booked; null for `year`. */
    bookedBy: zInstant.nullable(),
  }),
  /** Of all listings together. */
  ...zSide.shape,
  before: zSide,
  /** Four months before the period’s last month, that month, and the next one; more if the period has more, at most 24. */
  months: z.array(zMonthPerformance),
  /** Those that had a night in either period, by revenue and then by nights. */
  listings: z.array(zListingPerformance),
  leftOut: z.array(zLeftOut),
  /** Rating as sums, so that averages are exact: what guests gave in the year before the end of the period. */
  rating: z.strictObject({ stars: z.int(), count: z.int() }).nullable(),
})
export type Performance = z.infer<typeof zPerformance>

/** `figure`: the one that is opened. */
export const zOpenedQuery = zPerformanceQuery.omit({ against: true }).extend({ figure: zFigureCode })
export type OpenedQuery = z.infer<typeof zOpenedQuery>

/**
 * One stay behind a figure. `nights` are those that count in the period: all of them for a figure by check-in.
 * `sharedNights` are nights that another stay counts already, because both share them. `amountMinor`: its part
 * of the revenue, by the attribution; null without the right to amounts. Guest and code are null without the
 * right to see them.
 */
export const zOpenedStay = z.strictObject({
  bookingId: z.string(),
  code: z.string().nullable(),
  guestName: z.string().nullable(),
  checkIn: zLocalDate,
  checkOut: zLocalDate,
  nights: z.int(),
  sharedNights: z.int(),
  /** Nights of the whole stay. */
  nightsInAll: z.int(),
  /** Days from booking to check-in. */
  leadDays: z.int(),
  amountMinor: z.int().nullable(),
})
export type OpenedStay = z.infer<typeof zOpenedStay>

/** What a night is, in `days`: guests, the owner, blocked, open, or the listing was not live. */
export const NIGHT_MARKS = { guest: 'g', owner: 'o', blocked: 'b', open: '-', off: '.' } as const
/** Periods of at most this many nights show each night. */
export const MAX_DAYS_SHOWN = 92
/** At most so many stays, reviews, answers or cancellations are listed. */
export const MAX_OPENED = 500

export const zOpenedListing = z.strictObject({
  listingId: z.string(),
  title: z.string(),
  place: z.string(),
  nights: zNightCounts,
  revenueMinor: z.int().nullable(),
  figure: zFigure.nullable(),
  /** One of `NIGHT_MARKS` for each night from `from` on; null for a longer period than `MAX_DAYS_SHOWN`. */
  days: z.string().nullable(),
  stays: z.array(zOpenedStay),
})
export type OpenedListing = z.infer<typeof zOpenedListing>

/**
 * What counts for a figure that is not made of nights: a review, an answer, a request to book, a stay that was
 * completed or canceled. `hit`: it is in `top`, too; for the rating `stars` is what it adds.
 */
export const zOpenedRecord = z.strictObject({
  kind: z.enum(['review', 'answer', 'booking_request', 'completed_stay', 'host_cancellation']),
  /** Of the review, thread, request or booking. */
  id: z.string(),
  bookingId: z.string().nullable(),
  listingId: z.string().nullable(),
  at: zInstant,
  hit: z.boolean(),
  stars: z.int().nullable(),
  /** Minutes to the answer; null if there was none. */
  minutes: z.int().nullable(),
})
export type OpenedRecord = z.infer<typeof zOpenedRecord>

/**
 * `GET /api/performance/opened`: one figure down to what it counts. A figure of the period has listings with
 * their stays, another one has records. The parts and `rest` add up to `figure`, as `check` says.
 */
export const zOpened = z.strictObject({
  code: zFigureCode,
  figure: zFigure,
  currency: zCurrency.nullable(),
  timezone: z.string(),
  period: zPeriod,
  by: zAttribution,
  nights: zNightCounts,
  listings: z.array(zOpenedListing),
  records: z.array(zOpenedRecord),
  /** Stays or records that are not listed, because there are more than `MAX_OPENED`. */
  rest: z.strictObject({ count: z.int(), nights: z.int(), amountMinor: z.int().nullable() }),
  check: zCheck,
})
export type Opened = z.infer<typeof zOpened>

/** `lead`: the attribution that revenue by night is led over to. */
export const zBridgeQuery = zPerformanceQuery
  .omit({ against: true, by: true })
  .extend({ lead: z.enum(['check_in', 'payout']) })
export type BridgeQuery = z.infer<typeof zBridgeQuery>

/**
 * Why revenue by night and another attribution differ, one line for each reason:
 * `checked_in_before`: nights in the period of stays that began before it, taken off.
 * `nights_after`: nights after the period of stays that began in it.
 * `not_paid`: nights in the period that were not paid in it, taken off.
 * `paid_for_others`: paid in the period for nights outside it.
 * `canceled`: paid in the period for stays that count no night because they were canceled.
 * `no_show`: what a no-show brought, less the nights that count for it.
 */
export const BRIDGE_CODES = [
  'checked_in_before',
  'nights_after',
  'not_paid',
  'paid_for_others',
  'canceled',
  'no_show',
] as const
export type BridgeCode = (typeof BRIDGE_CODES)[number]

/**
 * `GET /api/performance/bridge`: revenue by night in the period, lead over to revenue by check-in or by payout
 * date, both in minor units before the Hearth fee. start + lines = end, to the unit.
 */
export const zRevenueBridge = z.strictObject({
  currency: zCurrency.nullable(),
  period: zPeriod,
  lead: z.enum(['check_in', 'payout']),
  startMinor: z.int(),
  lines: z.array(
    z.strictObject({
      code: z.enum(BRIDGE_CODES),
      amountMinor: z.int(),
      stays: z.int(),
      /** The stays behind the line, the largest first, at most 50; their amounts and the rest add up to it. */
      opened: z.array(
        z.strictObject({
          bookingId: z.string(),
          code: z.string().nullable(),
          guestName: z.string().nullable(),
          listingId: z.string(),
          checkIn: zLocalDate,
          checkOut: zLocalDate,
          amountMinor: z.int(),
        }),
      ),
      restMinor: z.int(),
    }),
  ),
  endMinor: z.int(),
  check: zCheck,
})
export type RevenueBridge = z.infer<typeof zRevenueBridge>

export const zGapsQuery = z.strictObject({ listingId: zId.optional(), hostAccountId: zId.optional() })

/** Days ahead in which gaps and weekends are found. */
export const GAP_DAYS = 90
/** A gap has at most this many open nights between two taken ones; a longer one is ordinary availability. */
export const MAX_GAP_NIGHTS = 4

/**
 * Open nights `[start, end)` of a live listing. `gap`: both sides are taken. `weekend`: Friday and Saturday
 * night are open. A weekend that is also in a gap is in both lists.
 */
export const zOpenNights = z.strictObject({
  listingId: z.string(),
  title: z.string(),
  place: z.string(),
  start: zLocalDate,
  end: zLocalDate,
  nights: z.int(),
})
export type OpenNights = z.infer<typeof zOpenNights>

/** `GET /api/performance/gaps`: from today of each listing’s time zone, `GAP_DAYS` ahead, the earliest first. */
export const zGaps = z.strictObject({
  asOf: zInstant,
  gaps: z.array(zOpenNights),
  weekends: z.array(zOpenNights),
  /** All open nights of live listings in these days. */
  openNights: z.int(),
})
export type Gaps = z.infer<typeof zGaps>

export const zTierQuery = z.strictObject({ hostAccountId: zId.optional() })

export const TIER_CODES = ['rating', 'response', 'host_cancellation', 'stays'] as const
/**
 * One condition of Gold over the last 365 days. `value`, `threshold`: hundredths of a star, basis points, or
 * stays. `spare`: how many more of what counts against it (late answers, cancellations, reviews of
 * `spareStars`) it can take; null where none is in question. `afterOne`: its value after one more of them.
 */
export const zTierCriterion = z.strictObject({
  code: z.enum(TIER_CODES),
  top: z.int(),
  bottom: z.int(),
  value: z.int().nullable(),
  threshold: z.int(),
  met: z.boolean(),
  spare: z.int().nullable(),
  afterOne: z.int().nullable(),
  /** `rating` only: what one more review with each number of stars, 1 to 5, would make of it. */
  afterStars: z.array(z.strictObject({ stars: z.int(), value: z.int(), met: z.boolean() })),
})
export type TierCriterion = z.infer<typeof zTierCriterion>

/** `GET /api/performance/tier`: where the account stands on the way to Gold. */
export const zTier = z.strictObject({
  /** It has Gold by its last assessment. */
  holds: z.boolean(),
  /** It would get it if today were an assessment. */
  wouldHold: z.boolean(),
  lastCheckOn: zLocalDate,
  nextCheckOn: zLocalDate,
  /** The result of the next assessment is known by then. */
  nextResultBy: zLocalDate,
  criteria: z.array(zTierCriterion),
  /** `stays`: the other way to meet it, 3 stays with 100 nights in all. */
  longStays: z.strictObject({ stays: z.int(), nights: z.int() }),
})
export type Tier = z.infer<typeof zTier>
