import { z } from 'zod'
import { nightsBetween, zInstant, zLocalDate } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { zCurrency } from '../kernel/money.ts'

/** What can be reported, in the order of the catalogue (docs/domain/report.md#catalogue). */
export const REPORT_TYPES = [
  'bookings',
  'nights',
  'payouts',
  'ledger',
  'occupancy',
  'reviews',
  'claims',
  'owner-stays',
] as const
export const zReportType = z.enum(REPORT_TYPES)
export type ReportType = z.infer<typeof zReportType>

/** The longest period of a report (docs/domain/report.md#parameters). */
export const MAX_REPORT_DAYS = 3_660

/** How many records the difference lists. */
export const MAX_CHANGES = 500
/** How many rows a report shows before it is downloaded. */
export const PREVIEW_ROWS = 25

/** What a report's rows are narrowed by. */
const narrowed = {
  type: zReportType,
  listingId: zId.optional(),
  currency: zCurrency.optional(),
}

const parameters = z.strictObject({
  ...narrowed,
  /** Days of the account's time zone, both included. */
  from: zLocalDate,
  to: zLocalDate,
  /** The report as it would have come out then; now, if left out. */
  asOf: zInstant.optional(),
  /** Staff name the account. */
  hostAccountId: zId.optional(),
})

const inOrder = (
  { from, to }: Readonly<Record<'from' | 'to', string>>,
  { issues }: { issues: z.core.$ZodRawIssue[] },
) => {
  const refuse = (message: string) => issues.push({ code: 'custom', input: to, path: ['to'], message })
  if (to < from) refuse('can’t be before the first day')
  else if (nightsBetween(from, to) >= MAX_REPORT_DAYS) refuse('can be at most 10 years after the first day')
}

export const zReportQuery = parameters.check(({ value, issues }) => inOrder(value, { issues }))
export type ReportQuery = z.infer<typeof zReportQuery>

export const REPORT_FORMATS = ['csv', 'xlsx', 'pdf'] as const
/** Rows of a PDF, which is for printing (docs/domain/report.md#files). */
export const MAX_PDF_ROWS = 2_000
export const zReportFormat = z.enum(REPORT_FORMATS)
export type ReportFormat = z.infer<typeof zReportFormat>

/** What is made for each month. */
export const zMonthlyReport = z.strictObject({ ...narrowed, format: zReportFormat })

/** A report to be made into a file. */
export const zReportOrder = parameters
  .omit({ hostAccountId: true })
  .extend({ format: zReportFormat })
  .check(({ value, issues }) => inOrder(value, { issues }))

/**
 * The report at two instants. `until` is now if left out, and `asOf` a month before it, or the account's first
 * day if that is later.
 */
export const zDifferenceQuery = parameters
  .extend({ until: zInstant.optional() })
  .check(({ value, issues }) => {
    inOrder(value, { issues })
    if (value.until !== undefined && value.asOf !== undefined && value.until <= value.asOf)
      issues.push({
        code: 'custom',
        input: value.until,
        path: ['until'],
        message: 'must be after the first instant',
      })
  })
export type DifferenceQuery = z.infer<typeof zDifferenceQuery>

/** Sums of rows: `amountMinor` in minor units for each currency, `quantity` what the report counts. */
export const zReportSum = z.strictObject({
  rows: z.int(),
  quantity: z.int(),
  amounts: z.array(z.strictObject({ currency: zCurrency, amountMinor: z.int() })),
})
export type ReportSum = z.infer<typeof zReportSum>

export const zReportCell = z.union([z.string(), z.strictObject({ number: z.string() })])
export const zReportColumn = z.strictObject({
  title: z.string(),
  kind: z.enum(['text', 'number', 'amount', 'date', 'instant']),
})

/** `GET /api/reports/preview`: the first rows, the sum of all, and the sum of the same report now. */
export const zReportPreview = z.strictObject({
  type: zReportType,
  timezone: z.string(),
  asOf: zInstant,
  columns: z.array(zReportColumn),
  rows: z.array(z.array(zReportCell)),
  sum: zReportSum,
  now: z.strictObject({ at: zInstant, sum: zReportSum }),
})
export type ReportPreview = z.infer<typeof zReportPreview>

/** One record that differs. `before` or `after` is empty where it was not in the report then. */
export const zReportChange = z.strictObject({
  key: z.string(),
  label: z.string(),
  /** The page of the record; null without one. */
  bookingId: z.string().nullable(),
  before: zReportSum,
  after: zReportSum,
  /** The last event between the two instants. */
  because: z.strictObject({ type: z.string(), at: zInstant }).nullable(),
})
export type ReportChange = z.infer<typeof zReportChange>

/** `GET /api/reports/difference`: before + changes = after, and the equal records are in both. */
export const zReportDifference = z.strictObject({
  type: zReportType,
  timezone: z.string(),
  asOf: zInstant,
  until: zInstant,
  before: zReportSum,
  after: zReportSum,
  equal: zReportSum.extend({ records: z.int() }),
  changed: z.int(),
  /** At most 500, in the order of the report. */
  changes: z.array(zReportChange),
})
export type ReportDifference = z.infer<typeof zReportDifference>
