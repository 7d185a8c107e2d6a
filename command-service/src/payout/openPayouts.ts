import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Job } from '@hearth/contracts/kernel/process'
import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import { pollUntilAborted } from '@hearth/platform/retry/pollUntilAborted'
import type { Log } from '@hearth/platform/telemetry/log'
import pLimit from 'p-limit'
import type pg from 'pg'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { openJobQueue, type JobQueue } from '../workers/jobQueue.ts'
import { findDuePayouts, type DuePayout } from './duePayouts.ts'
import type { Payee, PayoutProvider } from './provider.ts'
import { createReconciliation } from './reconciliation.ts'
import { createPayoutNotifier } from './payoutNotices.ts'
import { createRuns } from './runs.ts'
import { openBankMovements } from './bankMovements.ts'
import { createSending, type Sending } from './sending.ts'
import { createStatementReader } from './statements.ts'

const CONCURRENCY = 16
const MAX_CONCURRENT_ACCOUNTS = 4
const RUN_HOUR = 'T09:00'
const RECONCILIATION_HOUR = 'T02:00'
const MAX_PAUSE_MS = 900_000

export type PayoutsOptions = Readonly<{
  pool: pg.Pool
  /** For statements over all payouts. */
  booksPool: pg.Pool
  handler: Pick<CommandHandler, 'handle' | 'view'>
  mail: MailQueue
  publicUrl: URL
  /** Without one payouts are planned, approved and wait. */
  provider: PayoutProvider | undefined
  readPayee: (hostAccountId: string, vaultRef: string) => Promise<Payee | undefined>
  /** Where a bank leaves statements. */
  sepaDirectory?: string | undefined
  databaseUrl: string
  redisUrl?: string | undefined
  /** Pause between two looks for what is due, milliseconds. */
  intervalMs: number
  now: () => Instant
  log: Log
}>

/**
 * Payouts from the run of a business day to the bank's last word: the queue moves them, the sweeper finds
 * again what the queue lost.
 */
export const openPayouts = ({
  pool,
  booksPool,
  handler,
  mail,
  publicUrl,
  provider,
  readPayee,
  sepaDirectory,
  databaseUrl,
  redisUrl,
  intervalMs,
  now,
  log,
}: PayoutsOptions) => {
  const due = findDuePayouts(pool)
  const runs = createRuns({ handler, log })
  const movements = openBankMovements({ pool, provider })
  const sending =
    provider &&
    createSending({
      handler,
      provider,
      readPayee,
      onLookUp: (payoutId) => movements.noteLookUp(payoutId, now()),
      now,
      log,
    })
  const record: Sending['record'] | undefined =
    sending &&
    (async (payoutId, report, eventId) => {
      await movements.keep([report])
      return sending.record(payoutId, report, eventId)
    })
  const readStatements =
    record && sepaDirectory !== undefined
      ? createStatementReader({ directory: sepaDirectory, record, log })
      : undefined
  const reconcile =
    sending && createReconciliation({ pool: booksPool, handler, movements, record: sending.record, now, log })
  const stopping = new AbortController()
  let opening: Promise<JobQueue> | undefined
  let running: Promise<void> = Promise.resolve()

  const queue = (): Promise<JobQueue> => {
    opening ??= openJobQueue({
      name: 'payouts',
      databaseUrl,
      redisUrl,
      concurrency: CONCURRENCY,
      log,
      work: async (payoutId) => sending?.advance(payoutId),
    }).catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  // What did not move is looked at again after growing pauses.
  const looked = new Map<string, Readonly<{ at: Instant; times: number; next: number }>>()
  const isTime = ({ id, at }: DuePayout): boolean => {
    // What is due only now is put into the queue by its process manager.
    if (Date.parse(now()) - Date.parse(at) < intervalMs) return false
    const last = looked.get(id)
    const times = last?.at === at ? last.times + 1 : 0
    if (last?.at === at && Date.now() < last.next) return false
    looked.set(id, { at, times, next: Date.now() + Math.min(intervalMs * 2 ** times, MAX_PAUSE_MS) })
    return true
  }

  /** Puts what is due back into the queue, whatever became of its job. */
  const sweep = async (): Promise<void> => {
    if (sending === undefined) return
    const jobs = await queue()
    const seen = new Set<string>()
    for await (const rows of due.pages(now())) {
      for (const row of rows) {
        seen.add(row.id)
        if (isTime(row) && !stopping.signal.aborted) await jobs.addAgain(row.id)
      }
    }
    for (const id of looked.keys()) if (!seen.has(id)) looked.delete(id)
  }

  let ranOn = ''
  let reconciledOn = ''
  /**
   * The run of the day, once it is time; repeated it finds nothing more, but for what became available since.
   */
  const runDay = async (at: Instant = now()): Promise<number> => {
    let made = 0
    const limit = pLimit(MAX_CONCURRENT_ACCOUNTS)
    const run = async (account: string) => {
      if (stopping.signal.aborted) return
      try {
        const ids = await runs.runAccount(account, at)
        made += ids.length
      } catch (error) {
        log.error({ err: error, hostAccountId: account }, 'payouts: this account was left out of the run')
      }
    }
    for await (const page of due.accounts(at)) {
      if (stopping.signal.aborted) break
      await limit.map(page, run)
    }
    return made
  }
  const round = async (): Promise<void> => {
    if (sending !== undefined) (await queue()).start()
    await readStatements?.()
    await sweep()
    const [day = '', time = ''] = now().split('T')
    // A bank that cannot be read is asked again with the next round.
    if (
      reconcile !== undefined &&
      reconciledOn !== day &&
      `T${time}` >= RECONCILIATION_HOUR &&
      (await reconcile()) !== undefined
    )
      reconciledOn = day
    if (ranOn === day || `T${time}` < RUN_HOUR) return
    await runDay()
    ranOn = day
  }

  return {
    runs,
    sending,
    movements,
    runDay,
    reconcile,
    sweep,
    queue,
    workers: {
      'tell-payout': createPayoutNotifier({ pool, handler, mail, publicUrl }),
      'advance-payout': async ({ payoutId = '' }: Job['data']) =>
        void (sending === undefined ? undefined : await (await queue()).add(payoutId)),
    },
    start: (): void => {
      running = pollUntilAborted({
        round,
        pauseMs: intervalMs,
        name: 'payouts',
        log,
        signal: stopping.signal,
      })
    },
    stop: async (): Promise<void> => {
      stopping.abort()
      await running
      // A queue that did not open has nothing to be closed; whoever asked for it was told.
      await (await opening?.catch(() => undefined))?.close()
    },
  }
}
export type Payouts = ReturnType<typeof openPayouts>
