import { setTimeout as delay } from 'node:timers/promises'
import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import { deriveId, newId } from '@hearth/contracts/kernel/ids'
import {
  REPORT_DAYS,
  reportFolder,
  reportPartKey,
  WHOLE_ACCOUNT,
  type ReportCommand,
} from '@hearth/contracts/report'
import { REPORTS, tablesOfReport } from '@hearth/contracts/report/catalogue'
import { AppProblem } from '@hearth/platform/http/appProblem'
import type { LogSources } from '@hearth/platform/read-model/readLog'
import { openRun, type ReportRun } from '@hearth/platform/report/openRun'
import type { Storage } from '@hearth/platform/storage/port'
import type pg from 'pg'
import { isBehind } from '../account/isBehind.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { createInternal } from '../runtime/internal.ts'
import { RetryableError, TRANSIENT_CODES, type Envelope, type Outcome } from '../runtime/outcome.ts'
import { reportFold, type RequestedReport } from './report.state.ts'
import { TooLongToPrintError } from './printReport.ts'
import { writeReport } from './writeReport.ts'

/** Read models usually follow within milliseconds. */
const FOLLOWED_WITHIN_MS = 10_000

export type MakingOptions = Readonly<{
  pool: pg.Pool
  sources: LogSources
  handler: Pick<CommandHandler, 'view'>
  handle: (envelope: Envelope) => Promise<Outcome>
  storage: Pick<Storage, 'put' | 'removeAll'>
  now: () => Instant
}>

type Recorded = Extract<
  ReportCommand,
  { type: 'RecordReport' | 'RecordReportFailure' | 'RecordReportProgress' }
>

const waitForReadModels = async (pool: pg.Pool, tables: readonly string[], commit: bigint): Promise<void> => {
  for (
    const deadline = Date.now() + FOLLOWED_WITHIN_MS;
    await isBehind(pool, tables, commit);
    await delay(100)
  )
    if (Date.now() > deadline) throw new RetryableError('the read models are not up to date')
}

/** The report as the person who asked for it may see it; the problem where it can’t be made any more. */
const openRequest = async (
  sources: LogSources,
  { hostAccountId, type, from, to, asOf, listingId, currency, hidden, listingIds }: RequestedReport,
  now: Instant,
): Promise<ReportRun | AppProblem> => {
  const period = {
    from,
    to,
    asOf,
    ...(listingId !== null && { listingId }),
    ...(currency !== null && { currency }),
  }
  const rights = {
    hidden: new Set(hidden),
    listingIds: listingIds.includes(WHOLE_ACCOUNT) || listingId !== null ? null : listingIds,
  }
  try {
    return await openRun(sources, { account: hostAccountId, definition: REPORTS[type], period, rights, now })
  } catch (error) {
    if (error instanceof AppProblem && !TRANSIENT_CODES.includes(error.code)) return error
    throw error
  }
}

/**
 * Makes one report; safe to repeat and to run twice at the same time: each attempt writes a file of its own,
 * and the stream takes the first that is complete.
 */
export const createReportMaking = ({ pool, sources, handler, handle, storage, now }: MakingOptions) => {
  const record = async (hostAccountId: string, command: Recorded, ...key: string[]): Promise<Outcome> => {
    const { runId } = command.data
    const outcome = await handle(
      createInternal(
        { kind: 'command', commandId: deriveId(command.type, runId, ...key), id: hostAccountId, ...command },
        { correlationId: runId },
      ),
    )
    if (outcome.kind === 'rejected' && TRANSIENT_CODES.includes(outcome.code))
      throw new RetryableError(outcome.code)
    return outcome
  }
  return async (hostAccountId: string, runId: string): Promise<void> => {
    const { state, commit } = await handler.view(reportFold, hostAccountId, 0)
    const known = state.runs[runId]
    if (known === undefined || known.expiresAt !== null) return
    const { request } = known
    await waitForReadModels(pool, tablesOfReport(request.type), commit)
    const run = await openRequest(sources, request, now())
    if (run instanceof AppProblem) {
      await record(hostAccountId, { type: 'RecordReportFailure', data: { runId, code: run.code } })
      return
    }
    const note = async (rows: number): Promise<void> =>
      void (await record(
        hostAccountId,
        { type: 'RecordReportProgress', data: { runId, rows } },
        String(rows),
      ))
    await note(0)
    const fileId = newId()
    const written = await writeReport({
      sources,
      run,
      asOf: request.asOf,
      type: request.type,
      format: request.format,
      storage,
      keyOf: (part) => reportPartKey({ hostAccountId, runId, fileId }, part),
      onRows: note,
      signal: new AbortController().signal,
    }).catch((error: unknown) => {
      if (error instanceof TooLongToPrintError) return error
      throw error
    })
    if (written instanceof TooLongToPrintError) {
      await record(hostAccountId, { type: 'RecordReportFailure', data: { runId, code: 'LIMIT_EXCEEDED' } })
      return
    }
    const expiresAt = addHours(now(), REPORT_DAYS * 24)
    const file = { runId, fileId, ...written, expiresAt }
    const outcome = await record(hostAccountId, { type: 'RecordReport', data: file }, fileId)
    // Meanwhile a person was erased, whom the file may show.
    if (outcome.kind === 'rejected') await storage.removeAll(reportFolder(hostAccountId, runId))
  }
}
