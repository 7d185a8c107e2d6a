import type { Instant } from '@hearth/contracts/kernel/dates'
import type {
  FoldedUnit,
  ReportContext,
  ReportDefinition,
  ReportPeriod,
  ReportRecord,
  ReportRow,
} from '@hearth/contracts/kernel/report'
import { sql } from 'kysely'
import { AppProblem } from '../http/appProblem.ts'
import { fieldProblem } from '../http/validation.ts'
import type { LogSources } from '../read-model/readLog.ts'
import { toLocalDate } from '../zones/localTime.ts'
import type { FoldedTwice } from './foldStreams.ts'
import { foldUnits } from './foldUnits.ts'
import { readTable } from './readRows.ts'

/** What the reader may see of the report's resource: all fields but these, of these listings, or of all (null). */
export type ReportRights = Readonly<{
  hidden: ReadonlySet<string>
  listingIds: readonly string[] | null
}>

/** Everything that a run depends on. */
export type ReportRun = Readonly<{
  account: string
  /** The account’s name, as it is now. */
  name: string
  timezone: string
  definition: ReportDefinition
  ctx: ReportContext
  /** Whether the record is among the listings that were asked for and that the reader may see. */
  isWanted: (record: ReportRecord) => boolean
  wantsRow: (row: ReportRow) => boolean
  openedAt: Instant
  now: Instant
}>

const readAccount = async ({ db }: LogSources, id: string) => {
  const { rows } = await sql<{ name: string; timezone: string; openedAt: string }>`
    select display_name as name, timezone, opened_at as "openedAt"
    from ${readTable('account')}
    where id = ${id}`.execute(db)
  if (rows[0] === undefined) throw new AppProblem('NOT_FOUND')
  return { ...rows[0], openedAt: new Date(rows[0].openedAt).toISOString() }
}

const readListings = async ({ db }: LogSources, account: string) => {
  const { rows } = await sql<{ id: string; title: string; timezone: string }>`
    select id, title, timezone
    from ${readTable('listing')}
    where tenant_id = ${account}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Refuses instants at which there was no account yet, or that are to come. */
const checkInstants = (
  instants: Readonly<Record<string, Instant | undefined>>,
  openedAt: Instant,
  now: Instant,
) => {
  for (const [field, instant] of Object.entries(instants)) {
    if (instant !== undefined && instant > now) throw fieldProblem(`/${field}`, 'can’t be in the future')
    if (instant !== undefined && instant < openedAt)
      throw fieldProblem(`/${field}`, `is before the account was opened, ${openedAt}`)
  }
}

/** Checks the parameters (docs/domain/report.md#parameters). */
export const openRun = async (
  sources: LogSources,
  {
    account,
    definition,
    period,
    rights: { hidden, listingIds },
    now,
  }: Readonly<{
    account: string
    definition: ReportDefinition
    period: ReportPeriod
    rights: ReportRights
    now: Instant
  }>,
): Promise<ReportRun> => {
  if (definition.needs?.some((field) => hidden.has(field)) === true) throw new AppProblem('FORBIDDEN')
  const { name, timezone, openedAt } = await readAccount(sources, account)
  checkInstants({ asOf: period.asOf, until: period.until }, openedAt, now)
  const listings = await readListings(sources, account)
  const { from, to, currency, listingId } = period
  if (listingId !== undefined && !listings.has(listingId))
    throw fieldProblem('/listingId', 'isn’t a listing of this account')
  return {
    account,
    name,
    timezone,
    definition,
    openedAt,
    now,
    ctx: {
      from,
      to,
      titleOf: (id) => listings.get(id ?? '')?.title ?? '',
      dayOf: (at, id = '') => toLocalDate(at, listings.get(id)?.timezone ?? timezone),
      sees: (field) => !hidden.has(field),
    },
    isWanted: (record) =>
      (listingId === undefined || record.listingId === listingId) &&
      (listingIds === null || (record.listingId !== null && listingIds.includes(record.listingId))),
    wantsRow: (row) => currency === undefined || row.currency === null || row.currency === currency,
  }
}

const readRecords = (
  { definition, ctx, isWanted, wantsRow }: ReportRun,
  unit: FoldedUnit,
): readonly ReportRecord[] =>
  definition
    .readRecords(unit, ctx)
    .filter(isWanted)
    .map((record) => ({ ...record, rows: record.rows.filter(wantsRow) }))
    .filter(({ rows: left }) => left.length > 0)

/** The records of one unit at both instants. */
export type RecordsTwice = Readonly<{
  first: readonly ReportRecord[]
  second: readonly ReportRecord[]
  between: FoldedTwice['between']
}>

/** The records at both instants, unit by unit. */
export const foldRun = async function* (
  sources: LogSources,
  run: ReportRun,
  instants: readonly [Instant, Instant],
  signal: AbortSignal,
): AsyncGenerator<RecordsTwice> {
  const { account, definition, ctx } = run
  const isOne = instants[0] === instants[1]
  for await (const { first, second, between } of foldUnits({
    sources,
    account,
    definition,
    period: ctx,
    instants,
    signal,
  })) {
    const records = readRecords(run, first)
    yield { first: records, second: isOne ? records : readRecords(run, second), between }
  }
}

/** The rows of the report as of an instant, one unit in memory at a time. */
export const streamRows = async function* (
  sources: LogSources,
  run: ReportRun,
  asOf: Instant,
  signal: AbortSignal,
): AsyncGenerator<readonly ReportRow[]> {
  for await (const { first } of foldRun(sources, run, [asOf, asOf], signal))
    yield first.flatMap(({ rows }) => rows)
}
