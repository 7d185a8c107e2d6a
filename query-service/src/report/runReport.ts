import { addHours, later } from '@hearth/contracts/kernel/dates'
import {
  addRow,
  addSums,
  emptySum,
  MAX_CHANGES,
  PREVIEW_ROWS,
  sumRows,
  type DifferenceQuery,
  type ReportChange,
  type ReportDifference,
  type ReportPreview,
  type ReportQuery,
  type ReportSum,
} from '@hearth/contracts/report'
import { REPORTS } from '@hearth/contracts/report/catalogue'
import type { ReportCell, ReportRecord } from '@hearth/contracts/kernel/report'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { foldRun, openRun, type ReportRun } from '@hearth/platform/report/openRun'
import { maySee, type Principal } from '@hearth/platform/session/principal'
import { createModel, createScope } from '../runtime/model.ts'
import type { Sources } from '../runtime/sources.ts'
import { hiddenFields } from '../runtime/visibleFields.ts'

/** How far back a difference reaches unless the reader says so. */
const USUAL_DAYS = 30

/** Checks the parameters and the reader's rights (docs/domain/report.md#parameters). */
export const prepareRun = async (
  sources: Sources,
  principal: Principal,
  query: ReportQuery | DifferenceQuery,
): Promise<ReportRun> => {
  const definition = REPORTS[query.type]
  const { resource } = definition
  if (!maySee(principal, resource.capability)) throw new AppProblem('FORBIDDEN')
  const { tenantId, listingIds } = createScope(principal)
  const account = tenantId ?? query.hostAccountId
  if (account === undefined) throw new AppProblem('FORBIDDEN', 'Name one account with hostAccountId.')
  if (query.hostAccountId !== undefined && query.hostAccountId !== account) throw new AppProblem('NOT_FOUND')
  const rights = { hidden: hiddenFields(createModel(resource), principal), listingIds }
  const now = new Date(sources.now()).toISOString()
  const run = await openRun(sources, { account, definition, period: query, rights, now })
  sources.accessLog.note([{ id: account, tenantId: account }])
  return run
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
