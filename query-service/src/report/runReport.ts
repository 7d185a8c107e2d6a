import { listings } from '@hearth/contracts/listing'
import { addHours, later, type Instant } from '@hearth/contracts/kernel/dates'
import {
  addRow,
  addSums,
  emptySum,
  MAX_CHANGES,
  PREVIEW_ROWS,
  sumRows,
  type DifferenceQuery,
  type ReportCell,
  type ReportChange,
  type ReportDifference,
  type ReportPreview,
  type ReportQuery,
  type ReportSum,
} from '@hearth/contracts/report'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { fieldProblem } from '@hearth/platform/http/validation'
import { maySee, type Principal } from '@hearth/platform/session/principal'
import { sql } from 'kysely'
import { createModel, createScope } from '../runtime/model.ts'
import type { Sources } from '../runtime/sources.ts'
import { tableRef } from '../runtime/sql.ts'
import { hiddenFields } from '../runtime/visibleFields.ts'
import { REPORTS } from './catalogue.ts'
import type { ReportContext, ReportDefinition, ReportRecord, ReportRow } from './definition.ts'
import { foldRecords, type FoldedStream } from './foldRecords.ts'

/** Everything that a run depends on. */
export type ReportRun = Readonly<{
  account: string
  timezone: string
  definition: ReportDefinition
  ctx: ReportContext
  /** Whether the record is among the listings that were asked for and that the reader may see. */
  isWanted: (record: ReportRecord) => boolean
  wantsRow: (row: ReportRow) => boolean
  openedAt: Instant
  now: Instant
}>

/** How far back a difference reaches unless the reader says so. */
const USUAL_DAYS = 30

type Parameters = ReportQuery | DifferenceQuery

const readAccount = async ({ db }: Sources, id: string) => {
  const { rows } = await sql<{ timezone: string; openedAt: string }>`
    select timezone, opened_at as "openedAt"
    from ${tableRef('account')}
    where id = ${id}`.execute(db)
  if (rows[0] === undefined) throw new AppProblem('NOT_FOUND')
  return rows[0]
}

const readTitles = async ({ db }: Sources, account: string): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title
    from ${tableRef(listings.table)}
    where tenant_id = ${account}`.execute(db)
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** Refuses instants at which there was no account yet, or that are to come. */
const checkInstants = (
  instants: readonly [string, Instant | undefined][],
  openedAt: Instant,
  now: Instant,
) => {
  for (const [field, instant] of instants) {
    if (instant !== undefined && instant > now) throw fieldProblem(`/${field}`, 'can’t be in the future')
    if (instant !== undefined && instant < openedAt)
      throw fieldProblem(`/${field}`, `is before the account was opened, ${openedAt}`)
  }
}

/** Checks the parameters and the reader's rights (docs/domain/report.md#parameters). */
export const prepareRun = async (
  sources: Sources,
  principal: Principal,
  query: Parameters,
): Promise<ReportRun> => {
  const definition = REPORTS[query.type]
  const { resource } = definition
  if (!maySee(principal, resource.capability)) throw new AppProblem('FORBIDDEN')
  const { tenantId, listingIds } = createScope(principal)
  const account = tenantId ?? query.hostAccountId
  if (account === undefined) throw new AppProblem('FORBIDDEN', 'Name one account with hostAccountId.')
  if (query.hostAccountId !== undefined && query.hostAccountId !== account) throw new AppProblem('NOT_FOUND')
  const { timezone, openedAt } = await readAccount(sources, account)
  const now = new Date(sources.now()).toISOString()
  const opened = new Date(openedAt).toISOString()
  const until = 'until' in query ? query.until : undefined
  checkInstants(
    [
      ['asOf', query.asOf],
      ['until', until],
    ],
    opened,
    now,
  )
  sources.accessLog.note([{ id: account, tenantId: account }])
  const titles = await readTitles(sources, account)
  if (query.listingId !== undefined && !titles.has(query.listingId))
    throw fieldProblem('/listingId', 'isn’t a listing of this account')
  const hidden = hiddenFields(createModel(resource), principal)
  const { from, to, currency, listingId } = query
  return {
    account,
    timezone,
    definition,
    openedAt: opened,
    now,
    ctx: {
      from,
      to,
      timezone,
      titleOf: (id) => titles.get(id ?? '') ?? '',
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
  rows: FoldedStream['first'],
  stream: string,
): readonly ReportRecord[] =>
  definition
    .readRecords([...rows.values()], ctx, stream)
    .filter(isWanted)
    .map((record) => ({ ...record, rows: record.rows.filter(wantsRow) }))
    .filter(({ rows: left }) => left.length > 0)

/** The records at both instants, stream by stream. */
const foldRun = async function* (
  sources: Sources,
  run: ReportRun,
  instants: readonly [Instant, Instant],
  signal: AbortSignal,
) {
  const { account, definition } = run
  const { projection, source } = definition
  for await (const folded of foldRecords(sources, account, projection, source, instants, signal))
    yield {
      first: readRecords(run, folded.first, folded.stream),
      second: readRecords(run, folded.second, folded.stream),
      between: folded.between,
    }
}

/** The rows of the report as of an instant, a stream in memory at a time. */
export const streamRows = async function* (
  sources: Sources,
  run: ReportRun,
  asOf: Instant,
  signal: AbortSignal,
): AsyncGenerator<readonly (readonly ReportCell[])[]> {
  for await (const { first } of foldRun(sources, run, [asOf, asOf], signal))
    yield first.flatMap(({ rows }) => rows.map(({ cells }) => cells))
}

export const previewReport = async (
  sources: Sources,
  run: ReportRun,
  query: ReportQuery,
  signal: AbortSignal,
): Promise<ReportPreview> => {
  const asOf = query.asOf ?? run.now
  const rows: (readonly ReportCell[])[] = []
  let [sum, nowSum] = [emptySum, emptySum]
  for await (const { first, second } of foldRun(sources, run, [asOf, run.now], signal)) {
    for (const row of first.flatMap((record) => record.rows)) {
      sum = addRow(sum, row)
      if (rows.length < PREVIEW_ROWS) rows.push(row.cells)
    }
    nowSum = second.flatMap((record) => record.rows).reduce(addRow, nowSum)
  }
  return {
    type: query.type,
    timezone: run.timezone,
    asOf,
    columns: [...run.definition.columns],
    rows: rows.map((cells) => [...cells]),
    sum,
    now: { at: run.now, sum: nowSum },
  }
}

const isSame = (a: ReportRecord | undefined, b: ReportRecord | undefined): boolean =>
  JSON.stringify(a?.rows) === JSON.stringify(b?.rows)

/** The report at two instants, compared record by record. */
export const compareReport = async (
  sources: Sources,
  run: ReportRun,
  query: DifferenceQuery,
  signal: AbortSignal,
): Promise<ReportDifference> => {
  const until = query.until ?? run.now
  const asOf = query.asOf ?? later(run.openedAt, addHours(until, -24 * USUAL_DAYS))
  const changes: ReportChange[] = []
  let [before, after, equal] = [emptySum, emptySum, emptySum]
  let [records, changed] = [0, 0]
  const sumOf = (record: ReportRecord | undefined): ReportSum => sumRows(record?.rows ?? [])
  for await (const { first, second, between } of foldRun(sources, run, [asOf, until], signal)) {
    const [old, current] = [first, second].map((all) => new Map(all.map((record) => [record.key, record])))
    for (const key of new Set([...first, ...second].map((record) => record.key))) {
      const [was, is] = [old?.get(key), current?.get(key)]
      const [wasSum, isSum] = [sumOf(was), sumOf(is)]
      before = addSums(before, wasSum)
      after = addSums(after, isSum)
      if (isSame(was, is)) {
        records += 1
        equal = addSums(equal, isSum)
        continue
      }
      changed += 1
      const { label = '', bookingId = null } = is ?? was ?? {}
      const because = between.get(key) ?? null
      if (changes.length < MAX_CHANGES)
        changes.push({ key, label, bookingId, before: wasSum, after: isSum, because })
    }
  }
  return {
    type: query.type,
    timezone: run.timezone,
    asOf,
    until,
    before,
    after,
    equal: { ...equal, records },
    changed,
    changes,
  }
}
