import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Job } from '@hearth/contracts/kernel/process'
import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import { createLoop } from '@hearth/platform/retry/createLoop'
import type { Log } from '@hearth/platform/telemetry/log'
import type pg from 'pg'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { createDueSweep } from '../workers/dueSweep.ts'
import { openJobQueue } from '../workers/jobQueue.ts'
import { createOpener } from '../workers/opener.ts'
import type { Worker } from '../workers/relay.ts'
import { openBankLines } from './bank-files/bankLines.ts'
import { createLineBooker, createLineCommands } from './bank-files/bookLine.ts'
import { bookMessage } from './bank-files/bookMessage.ts'
import { createDocumentTurns } from './bank-files/documentTurns.ts'
import { createInbox } from './bank-files/inbox.ts'
import { openDepositCosts } from './depositCosts.ts'
import { openBankMovements, type BankMovements } from './bankMovements.ts'
import { findDuePayouts } from './duePayouts.ts'
import { createPayoutDay } from './payoutDay.ts'
import { createPayoutNotifier } from './payoutNotices.ts'
import type { Payee, PayoutProvider } from './provider.ts'
import { createReconciliation } from './reconciliation.ts'
import { createRuns } from './runs.ts'
import { createSending } from './sending.ts'

const CONCURRENCY = 16
const RUN_HOUR = 'T09:00'
const RECONCILIATION_HOUR = 'T02:00'

export type PayoutsOptions = Readonly<{
  pool: pg.Pool
  /** For statements over all payouts. */
  booksPool: pg.Pool
  handler: Pick<CommandHandler, 'handle' | 'view'>
  mail: MailQueue
  publicUrl: URL
  /** Without a provider, payouts are planned and approved, then wait. */
  provider: PayoutProvider | undefined
  readPayee: (hostAccountId: string, vaultRef: string) => Promise<Payee | undefined>
  /** The directory in which a bank leaves its messages. */
  sepaDirectory?: string | undefined
  databaseUrl: string
  redisUrl?: string | undefined
  /** Pause between two rounds. */
  intervalMs: number
  now: () => Instant
  log: Log
}>

/** Sending, and what else needs a provider: the bank's statements and the nightly comparison with them. */
const createPayments = (
  { pool, booksPool, handler, provider, readPayee, sepaDirectory, now, log }: PayoutsOptions,
  movements: BankMovements,
) => {
  if (provider === undefined) return undefined
  const sending = createSending({
    handler,
    provider,
    readPayee,
    onLookUp: (payoutId) => movements.noteLookUp(payoutId, now()),
    now,
    log,
  })
  const lines = openBankLines(pool)
  const costs = openDepositCosts(pool)
  // Booking takes connections of the other pool during a turn.
  const takeTurn = createDocumentTurns(booksPool)
  const booking = {
    ...sending,
    ...createLineCommands({ handler }),
    keepDocument: movements.keepDocument,
    takeTurn,
    lines,
    costs,
  }
  const book = (xml: string, file: string) => bookMessage(xml, file, booking)
  return {
    sending,
    book,
    inbox: sepaDirectory === undefined ? undefined : createInbox({ directory: sepaDirectory, book, log }),
    bookLine: createLineBooker({ handler, lines, movements, record: sending.record, takeTurn }),
    reconcile: createReconciliation({
      pool: booksPool,
      handler,
      movements,
      costs,
      record: sending.record,
      now,
      log,
    }),
  }
}

/** The work of a round: statements, late payouts, and once a day the comparison and the run. */
const createRound = ({
  payments,
  sweep,
  runDay,
  now,
}: Readonly<{
  payments: ReturnType<typeof createPayments>
  sweep: () => Promise<void>
  runDay: (at: Instant) => Promise<number>
  now: () => Instant
}>) => {
  let ranOn = ''
  let reconciledOn = ''
  return async (): Promise<void> => {
    await payments?.inbox?.read()
    await sweep()
    const [day = '', time = ''] = now().split('T')
    // A bank that cannot be read is asked again in the next round.
    if (
      payments !== undefined &&
      reconciledOn !== day &&
      `T${time}` >= RECONCILIATION_HOUR &&
      (await payments.reconcile()) !== undefined
    )
      reconciledOn = day
    if (ranOn === day || `T${time}` < RUN_HOUR) return
    await runDay(now())
    ranOn = day
  }
}

/**
 * Payouts, from the run of a business day to the bank's final answer: the queue moves them, and the sweep
 * finds those that the queue lost.
 */
export const openPayouts = (options: PayoutsOptions) => {
  const { pool, handler, mail, publicUrl, provider, databaseUrl, redisUrl, intervalMs, now, log } = options
  const loop = createLoop({ pauseMs: intervalMs, name: 'payouts', log })
  const { signal } = loop
  const due = findDuePayouts(pool)
  const runs = createRuns({ handler, log })
  const movements = openBankMovements({ pool, provider })
  const payments = createPayments(options, movements)
  const queue = createOpener(() =>
    openJobQueue({
      name: 'payouts',
      databaseUrl,
      redisUrl,
      concurrency: CONCURRENCY,
      log,
      work: async (payoutId) => payments?.sending.advance(payoutId),
    }),
  )
  const sweepDue = createDueSweep({ due, openQueue: queue.open, intervalMs, now, signal })
  const sweep = async (): Promise<void> => {
    if (payments !== undefined) await sweepDue()
  }
  const runDay = createPayoutDay({ due, runs, log, signal })
  const round = createRound({ payments, sweep, runDay, now })
  const bookLine: Worker = async (data, trace) => payments?.bookLine(data, trace)

  return {
    runs,
    sending: payments?.sending,
    movements,
    /** Books a message of a bank. */
    book: payments?.book,
    unreadFiles: payments?.inbox?.unread,
    runDay: (at: Instant = now()): Promise<number> => runDay(at),
    reconcile: payments?.reconcile,
    sweep,
    queue: queue.open,
    workers: {
      'tell-payout': createPayoutNotifier({ pool, handler, mail, publicUrl }),
      'book-bank-line': bookLine,
      'advance-payout': async ({ payoutId = '' }: Job['data']) =>
        void (payments === undefined ? undefined : await (await queue.open()).add(payoutId)),
    },
    start: (): void =>
      loop.start(async () => {
        if (payments !== undefined) (await queue.open()).start()
        await round()
      }),
    stop: async (): Promise<void> => {
      await loop.stop()
      await queue.close()
    },
  }
}
export type Payouts = ReturnType<typeof openPayouts>
