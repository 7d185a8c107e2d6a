/** In what a figure is counted, and so what one unit of its `value` is. */
export type FigureUnit =
  /** Basis points. */
  | 'share'
  /** Minor units of the currency. */
  | 'money'
  /** Hundredths of a night. */
  | 'nights'
  /** Hundredths of a day. */
  | 'days'
  /** Minutes. */
  | 'minutes'
  /** Hundredths of a star. */
  | 'stars'

export type FigureDefinition = Readonly<{
  name: string
  unit: FigureUnit
  /** How it is computed, from the names of `top` and `bottom`; null for a median, which has none. */
  top: string
  bottom: string | null
  /** What it counts, for the person who asks how it is computed. */
  definition: string
}>

const define = <const T extends Readonly<Record<string, FigureDefinition>>>(table: T) => table

/** Every figure of the performance page, with its name and its meaning (docs/domain/performance.md). */
export const FIGURES = define({
  occupancy: {
    name: 'Occupancy',
    unit: 'share',
    top: 'nights guests stayed',
    bottom: 'nights your listings were live',
    definition: 'Nights with guests, of all nights on which your listings were live.',
  },
  adjusted_occupancy: {
    name: 'Occupancy of nights on sale',
    unit: 'share',
    top: 'nights guests stayed',
    bottom: 'live nights less your own and blocked nights',
    definition: 'Nights with guests, of the live nights that were neither yours nor blocked.',
  },
  owner_inclusive_occupancy: {
    name: 'Occupancy with your own stays',
    unit: 'share',
    top: 'nights guests or you stayed',
    bottom: 'nights your listings were live',
    definition: 'Nights with guests or with you, of all nights on which your listings were live.',
  },
  revenue: {
    name: 'Revenue',
    unit: 'money',
    top: 'price of the nights',
    bottom: null,
    definition:
      'What guests agreed to pay for the nights, after discounts. Cleaning, taxes and the Hearth fee are not in it.',
  },
  adr: {
    name: 'Average nightly rate',
    unit: 'money',
    top: 'revenue by night',
    bottom: 'nights guests stayed',
    definition: 'Revenue of the nights, divided by the nights with guests.',
  },
  revpar: {
    name: 'Revenue per available night',
    unit: 'money',
    top: 'revenue by night',
    bottom: 'nights your listings were live',
    definition: 'Revenue of the nights, divided by all nights on which your listings were live.',
  },
  adjusted_revpar: {
    name: 'Revenue per night on sale',
    unit: 'money',
    top: 'revenue by night',
    bottom: 'live nights less your own and blocked nights',
    definition: 'Revenue of the nights, divided by the live nights that were neither yours nor blocked.',
  },
  length_of_stay: {
    name: 'Average length of stay',
    unit: 'nights',
    top: 'nights of the stays',
    bottom: 'stays',
    definition: 'Nights of the stays that began in the period, divided by the number of these stays.',
  },
  lead_time: {
    name: 'Lead time',
    unit: 'days',
    top: 'median of the days from booking to check-in',
    bottom: null,
    definition:
      'Half of the stays that began in the period were booked at least this many days before check-in.',
  },
  host_cancellation_rate: {
    name: 'Stays you cancelled',
    unit: 'share',
    top: 'stays you cancelled',
    bottom: 'stays completed or cancelled by you',
    definition:
      'Of the stays completed or cancelled by you in the last 365 days, those that you cancelled. Waived cancellations don’t count.',
  },
  acceptance: {
    name: 'Acceptance rate',
    unit: 'share',
    top: 'requests accepted',
    bottom: 'requests accepted, declined or expired',
    definition:
      'Of the requests to book that you could answer in the last 365 days, those that you accepted.',
  },
  response_rate: {
    name: 'Response rate',
    unit: 'share',
    top: 'messages answered in time',
    bottom: 'messages to answer',
    definition:
      'Messages that you answered within 24 hours, of those of the last 30 days. With fewer than 10 of them, the last 10 of 90 days count.',
  },
  response_time: {
    name: 'Response time',
    unit: 'minutes',
    top: 'median of the minutes to your answer',
    bottom: null,
    definition: 'Half of the messages that count for the response rate were answered within this time.',
  },
  rating: {
    name: 'Rating',
    unit: 'stars',
    top: 'stars',
    bottom: 'reviews',
    definition: 'Average of the stars that guests gave in reviews of the last 365 days.',
  },
})
export type FigureCode = keyof typeof FIGURES
export const FIGURE_CODES = Object.keys(FIGURES) as [FigureCode, ...FigureCode[]]

/** The figures that are sums over nights and stays of the period; the others look back from its end. */
export const PERIOD_FIGURES = [
  'occupancy',
  'adjusted_occupancy',
  'owner_inclusive_occupancy',
  'revenue',
  'adr',
  'revpar',
  'adjusted_revpar',
  'length_of_stay',
  'lead_time',
] as const satisfies readonly FigureCode[]
export type PeriodFigureCode = (typeof PERIOD_FIGURES)[number]
