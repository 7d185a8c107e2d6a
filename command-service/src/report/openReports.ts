import type { Instant } from '@hearth/contracts/kernel/dates'
import { reportFiles, reportFolder, waitingReports } from '@hearth/contracts/report'
import type { EventStore } from '@hearth/platform/event-store/port'
import { qualified } from '@hearth/platform/read-model/tables'
import { waitingPageSql } from '@hearth/platform/read-model/waitingRows'
import type { EventReader } from '@hearth/platform/read-model/eventReader'
import { openReportSources } from '@hearth/platform/report/openReportSources'
import { createLoop } from '@hearth/platform/retry/createLoop'
import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import type { Storage } from '@hearth/platform/storage/port'
import type { Log } from '@hearth/platform/telemetry/log'
import type pg from 'pg'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Envelope, Outcome } from '../runtime/outcome.ts'
import { createDueSweep, type DueJob } from '../workers/dueSweep.ts'
import { BEGINNING, readPages, readRows, type Cursor } from '../workers/dueWork.ts'
import { openJobQueue } from '../workers/jobQueue.ts'
import { createOpener } from '../workers/opener.ts'
import type { Worker } from '../workers/relay.ts'
import { createReportMailer } from './reportMails.ts'
import { createReportMaking } from './making.ts'

/** Each takes a connection and a core while it folds. */
const CONCURRENCY = 2
const PAGE = 200
const DUE = Object.values(waitingReports).map((kind) =>
  waitingPageSql(qualified(reportFiles.table), kind, 'tenant_id'),
)

export type ReportsOptions = Readonly<{
  /** Of background work. */
  pool: pg.Pool
  handler: Pick<CommandHandler, 'view'>
  handle: (envelope: Envelope) => Promise<Outcome>
  store: Pick<EventStore, 'read'>
  readEvents: EventReader
  storage: Pick<Storage, 'put' | 'removeAll'>
  mail: MailQueue
  publicUrl: URL
  databaseUrl: string
  redisUrl?: string | undefined
  /** Pause between two rounds of the sweep. */
  intervalMs: number
  now: () => Instant
  log: Log
}>

/** A job names the account and its report. */
const formatJob = (hostAccountId: string, runId: string): string => `${hostAccountId}.${runId}`

type Row = Readonly<{ id: string; at: Instant; tenant_id: string }>

/** Reports that are not made yet, of all accounts. The read model may lag: a listed one may be ready. */
const findDueReports = (pool: pg.Pool) => ({
  pages: async function* (until: Instant): AsyncGenerator<readonly DueJob[]> {
    for (const text of DUE)
      for await (const rows of readPages<Row>(PAGE, ({ at, id }: Cursor = BEGINNING) =>
        readRows<Row>(pool, text, [until, at, id, PAGE]),
      ))
        yield rows.map(({ id, at, tenant_id: account }) => ({ id: formatJob(account, id), at }))
  },
})

/** Makes reports one after the other, and finds those that the queue lost (docs/domain/report.md#files). */
export const openReports = (options: ReportsOptions) => {
  const { pool, store, readEvents, storage, databaseUrl, redisUrl, intervalMs, now, log } = options
  const loop = createLoop({ pauseMs: intervalMs, name: 'reports', log })
  const { signal } = loop
  const sources = openReportSources({ pool, store, readEvents })
  const make = createReportMaking({ ...options, sources })
  const queue = createOpener(() =>
    openJobQueue({
      name: 'reports',
      databaseUrl,
      redisUrl,
      concurrency: CONCURRENCY,
      log,
      work: async (job) => {
        const [hostAccountId = '', runId = ''] = job.split('.')
        await make(hostAccountId, runId)
      },
    }),
  )
  const sweep = createDueSweep({ due: findDueReports(pool), openQueue: queue.open, intervalMs, now, signal })
  const queueReport: Worker = async ({ hostAccountId = '', runId = '' }) =>
    (await queue.open()).add(formatJob(hostAccountId, runId))
  const mailReport = createReportMailer(options)
  const removeReport: Worker = ({ hostAccountId = '', runId = '' }) =>
    storage.removeAll(reportFolder(hostAccountId, runId))

  return {
    make,
    queue: queue.open,
    sweep,
    workers: { 'make-report': queueReport, 'remove-report': removeReport, 'mail-report': mailReport },
    start: (): void =>
      loop.start(async () => {
        ;(await queue.open()).start()
        await sweep()
      }),
    stop: async (): Promise<void> => {
      await loop.stop()
      await queue.close()
    },
  }
}
