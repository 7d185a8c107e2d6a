import type { Instant } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { createLoop } from '@hearth/platform/retry/createLoop'
import type { Log } from '@hearth/platform/telemetry/log'
import type pg from 'pg'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { createInternal } from '../runtime/internal.ts'
import type { Envelope, Outcome } from '../runtime/outcome.ts'
import type { Worker } from '../workers/relay.ts'
import { createEntryWalk, findWrongBalances, findWrongTotals, readPositions } from './bookChecks.ts'
import { findBookingDifferences } from './bookingDifferences.ts'
import { findPayoutBreaches, type FoundBreach } from './payoutBreaches.ts'
import { confirm, suspect, type Suspicions } from './suspicions.ts'

/** Bookings are compared with the ledger once a day, from this time on, UTC. */
const NIGHTLY = 'T02:00'
const isNight = (at: Instant): boolean => at.slice(10) >= NIGHTLY

export type BookkeeperOptions = Readonly<{
  pool: pg.Pool
  handler: Pick<CommandHandler, 'view'>
  handle: (envelope: Envelope) => Promise<Outcome>
  /** Imports new movements of the bank's statement; false when it cannot be read now. */
  readBank: () => Promise<boolean>
  now: () => Instant
  everyMs: number
  log: Log
}>

/** Raises the alarm and places the hold unless it stands; again, if it is released before the books agree. */
const createPayoutStop =
  ({ handle, now, log }: Pick<BookkeeperOptions, 'handle' | 'now' | 'log'>) =>
  async ({
    hostAccountId,
    invariant,
    about,
    detail,
  }: Readonly<{
    hostAccountId: string | null
    invariant: string
    about: string
    detail: string
  }>): Promise<void> => {
    log.error(
      { code: invariant, tenantId: hostAccountId ?? 'platform', name: about, reason: detail },
      'books: an invariant is broken, the payouts of the account are stopped',
    )
    if (hostAccountId === null) return
    const commandId = deriveId('stop-payouts', hostAccountId, now())
    const outcome = await handle(
      createInternal(
        { kind: 'command', commandId, type: 'PlaceBooksHold', id: hostAccountId, data: {} },
        { correlationId: commandId },
      ),
    )
    if (outcome.kind === 'rejected')
      throw new Error(
        `The payouts of ${hostAccountId} could not be stopped: ${outcome.code} ${outcome.detail}`,
      )
  }

/** Compares the read models with each other, with the bank and with the log; answers certain breaches. */
const createCheck = ({
  pool,
  handler,
  readBank,
  now,
  log,
}: Pick<BookkeeperOptions, 'pool' | 'handler' | 'readBank' | 'now' | 'log'>) => {
  const findUnbalanced = createEntryWalk(pool)
  let suspicions: Suspicions = new Map()

  const tryReadBank = () =>
    readBank().catch((error: unknown) => {
      log.warn(
        { err: error },
        'books: the bank’s statement could not be read, payments are not compared with it',
      )
      return false
    })

  return async (): Promise<readonly FoundBreach[]> => {
    const withBank = await tryReadBank()
    const accounts = [...suspicions.values()].flatMap(({ breach: { invariant, hostAccountId } }) =>
      invariant === 'I7' && hostAccountId !== null ? [hostAccountId] : [],
    )
    const { least } = await readPositions(pool)
    const found = [
      ...(await findUnbalanced()),
      ...(await findWrongBalances(pool)),
      ...(await findPayoutBreaches(pool, now(), withBank)),
      ...(await findWrongTotals(pool, handler, accounts, least)),
    ]
    const { most } = await readPositions(pool)
    suspicions = suspect(suspicions, found, most)
    return confirm(suspicions, found, least)
  }
}

/**
 * Compares the books repeatedly. A difference that remains after all read models have caught up raises an
 * alarm and stops the account's payouts until finance releases them.
 */
export const openBookkeeper = (options: BookkeeperOptions) => {
  const { pool, now, everyMs, log } = options
  const loop = createLoop({ pauseMs: everyMs, name: 'books', log })
  const findBreaches = createCheck(options)
  const stopPayouts = createPayoutStop(options)
  let standing: readonly FoundBreach[] = []
  let ofBookings: readonly FoundBreach[] = []
  // Not at the start: effects that process managers have yet to catch up with would seem to be missing.
  let comparedOn = isNight(now()) ? now().slice(0, 10) : ''

  const checkBooks = async (): Promise<readonly FoundBreach[]> => {
    standing = await findBreaches()
    for (const breach of standing) await stopPayouts(breach)
    return standing
  }

  const compareBookings = async (): Promise<readonly FoundBreach[]> => {
    ofBookings = await findBookingDifferences(pool)
    for (const breach of ofBookings) await stopPayouts(breach)
    return ofBookings
  }

  const round = async (): Promise<void> => {
    await checkBooks()
    const day = now().slice(0, 10)
    if (comparedOn === day || !isNight(now())) return
    await compareBookings()
    comparedOn = day
  }

  const worker: Worker = ({ hostAccountId = '', invariant = '', about = '', detail = '' }) =>
    stopPayouts({ hostAccountId, invariant, about, detail })

  return {
    /** One check; answers what is broken for certain. */
    check: checkBooks,
    /** Compares every booking with the ledger; every night by itself. */
    compareBookings,
    /** The breaches of the last checks. */
    standing: () => [...standing, ...ofBookings],
    workers: { 'stop-payouts': worker },
    start: () => loop.start(round),
    stop: loop.stop,
  }
}
