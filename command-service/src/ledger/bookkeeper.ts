import { balances, ledgerEntries, wrongBalance, wrongTotals } from '@hearth/contracts/ledger'
import { idOf } from '@hearth/contracts/kernel/ids'
import type { Currency } from '@hearth/contracts/kernel/money'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { keepLooking } from '@hearth/platform/retry/pollUntilAborted'
import type { Log } from '@hearth/platform/telemetry/log'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { internalOf } from '../runtime/internal.ts'
import type { Envelope, Outcome } from '../runtime/outcome.ts'
import { rowsOf } from '../workers/dueWork.ts'
import type { Worker } from '../workers/relay.ts'
import { findBookingDifferences } from './bookingDifferences.ts'
import { ledgerFold } from './ledger.state.ts'
import { totalsIn } from './ledger.state.ts'
import { AT_ONCE, findPayoutBreaches, type FoundBreach } from './payoutBreaches.ts'

/** Bookings are compared with the ledger once a day, from this time on, UTC. */
const NIGHTLY = 'T02:00'
const isNight = (at: Instant): boolean => at.slice(10) >= NIGHTLY
const [entry, balance] = [ledgerEntries, balances].map(({ table }) => qualified(table))

/**
 * Entries whose parts are added up in one statement: so few that they are there within its limit from a cold
 * disk, too.
 */
const PAGE = 2_000
/**
 * A look goes on from page to page so long, the next one from there. What is posted is looked at as it comes
 * besides.
 */
const WALK_MS = 500
// The last row of the page says how far it went, right or wrong.
const PARTS = `with page as materialized (
    select tenant_id, id, amount_minor, (select coalesce(sum((c ->> 'amountMinor')::bigint), 0)::bigint from jsonb_array_elements(components) c) as parts
    from ${entry} where (tenant_id, id) > ($1, $2) order by tenant_id, id limit ${PAGE})
  select tenant_id as account, id, amount_minor as amount, parts from page
  where amount_minor <> parts or (tenant_id, id) = (select tenant_id, id from page order by tenant_id desc, id desc limit 1) order by tenant_id, id limit ${AT_ONCE}`
// Added up first: for the sake of the limit the planner would read the table in an order of its currencies,
// eight times as long.
const OWED = `with lines as materialized (select host_account_id, currency, sum(amount_minor) filter (where state = 'open') as lines from ${entry} group by 1, 2)
  select coalesce(b.host_account_id, e.host_account_id) as account, coalesce(b.currency, e.currency) as currency, coalesce(shown, 0)::bigint as shown, coalesce(lines, 0)::bigint as lines
  from (select host_account_id, currency, pending_minor + available_minor as shown from ${balance}) b full join lines e using (host_account_id, currency)
  where coalesce(shown, 0) <> coalesce(lines, 0) or shown < 0 limit ${AT_ONCE}`
/**
 * Accounts whose totals are compared with their events in one look, besides those that seemed wrong in the
 * one before.
 */
const SAMPLED = 3
const SAMPLE = `select host_account_id as account, currency, pending_minor + available_minor as "owedMinor", in_transit_minor as "inTransitMinor", paid_minor as "paidMinor" from ${balance}
  where host_account_id in (select host_account_id from ${balance} order by random() limit ${SAMPLED}) or host_account_id = any($1)`

/**
 * How far the read models are that are held against each other: all of them, and the first of them; nothing
 * before there are any.
 */
const SEEN = `select min(commit)::text as least, max(commit)::text as most from ${qualified('segment')} where serving and projection in ('ledger_entry', 'balance', 'payout', 'payout_account')`
/** After so many looks a difference counts although a read model has not caught up. */
const PATIENCE = 10

type Sums = Readonly<{ account: string; id: string; amount: number; parts: number }>
type Shown = Readonly<{
  account: string
  currency: Currency
  owedMinor: number
  inTransitMinor: number
  paidMinor: number
}>

/**
 * Walks over all entries, some pages a look, against I1 (docs/domain/ledger.md#invariants). It stays where
 * something is wrong, so that the next look sees it again.
 */
const walkEntries = (pool: pg.Pool) => {
  const beginning = { account: '', id: '' }
  let walkedTo: Readonly<{ account: string; id: string }> = beginning
  const pageAfter = ({ account, id }: typeof walkedTo) => rowsOf<Sums>(pool, PARTS, [account, id])
  return async (): Promise<readonly FoundBreach[]> => {
    for (const until = performance.now() + WALK_MS; ;) {
      const rows = await pageAfter(walkedTo)
      const unbalanced = rows.filter(({ amount, parts }) => amount !== parts)
      if (unbalanced.length > 0)
        return unbalanced.map(({ account, id, amount, parts }) => ({
          hostAccountId: account,
          invariant: 'I1',
          about: id,
          detail: `The entry is ${amount}, its parts come to ${parts}`,
        }))
      walkedTo = rows.at(-1) ?? beginning
      if (rows.length === 0 || performance.now() > until) return []
    }
  }
}

/**
 * What the read models say against I2. Each is brought up to date by itself: one look alone may see what is
 * just on its way.
 */
const findWrongBalances = async (pool: pg.Pool): Promise<readonly FoundBreach[]> => {
  const owed = await rowsOf<{ account: string; currency: Currency; shown: number; lines: number }>(
    pool,
    OWED,
    [],
  )
  return owed.flatMap(({ account: hostAccountId, currency, shown, lines }): FoundBreach[] => {
    const breach = wrongBalance(hostAccountId, currency, shown, lines)
    return breach === undefined ? [] : [{ ...breach, hostAccountId }]
  })
}

export type BookkeeperOptions = Readonly<{
  pool: pg.Pool
  handler: Pick<CommandHandler, 'view'>
  handle: (envelope: Envelope) => Promise<Outcome>
  /** Takes in what is new in the bank's statement; false when it cannot be read now. */
  readBank: () => Promise<boolean>
  now: () => Instant
  everyMs: number
  log: Log
}>

/** What seemed wrong, how far the first of the read models was then, and in how many looks since. */
type Suspicion = Readonly<{ breach: FoundBreach; seen: bigint; looks: number }>

/**
 * Compares the books with themselves again and again; what is still wrong when all read models have seen what
 * one of them had is told to our people and stops the account's payouts until finance releases them.
 */
export const openBookkeeper = ({ pool, handler, handle, readBank, now, everyMs, log }: BookkeeperOptions) => {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const findUnbalanced = walkEntries(pool)
  let suspected: ReadonlyMap<string, Suspicion> = new Map()
  let standing: readonly FoundBreach[] = []
  let ofBookings: readonly FoundBreach[] = []
  // Not at the start: what process managers have to catch up with would seem to be missing.
  let comparedOn = isNight(now()) ? now().slice(0, 10) : ''

  /** Raises the alarm and places the hold, unless it stands; again, if it is released before the books agree. */
  const stopPayouts = async ({
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
    const commandId = idOf('stop-payouts', hostAccountId, now())
    const outcome = await handle(
      internalOf(
        { kind: 'command', commandId, type: 'PlaceBooksHold', id: hostAccountId, data: {} },
        { correlationId: commandId },
      ),
    )
    if (outcome.kind === 'rejected')
      throw new Error(
        `The payouts of ${hostAccountId} could not be stopped: ${outcome.code} ${outcome.detail}`,
      )
  }

  /** I7: the totals of some accounts against the fold of their events. */
  const sample = async (least: bigint | undefined): Promise<readonly FoundBreach[]> => {
    const seemedWrong = [...suspected.values()].flatMap(({ breach: { invariant, hostAccountId } }) =>
      invariant === 'I7' && hostAccountId !== null ? [hostAccountId] : [],
    )
    const found: FoundBreach[] = []
    for (const { account: hostAccountId, currency, ...shown } of await rowsOf<Shown>(pool, SAMPLE, [
      seemedWrong,
    ])) {
      const { state, commit } = await handler.view(ledgerFold, hostAccountId, 0)
      // Its last event is still on its way to the balance.
      if (least !== undefined && commit > least) continue
      const { openMinor: owedMinor, ...folded } = totalsIn(state, currency)
      const breach = wrongTotals(hostAccountId, currency, shown, { owedMinor, ...folded })
      if (breach !== undefined) found.push({ ...breach, hostAccountId })
    }
    return found
  }

  const seen = async (): Promise<Readonly<{ least?: bigint; most: bigint }>> => {
    const [row] = await rowsOf<{ least: string | null; most: string | null }>(pool, SEEN, [])
    return row?.least && row.most ? { least: BigInt(row.least), most: BigInt(row.most) } : { most: 0n }
  }

  const look = async (): Promise<readonly FoundBreach[]> => {
    // The rest is compared without the bank's word.
    const withBank = await readBank().catch((error: unknown) => {
      log.warn(
        { err: error },
        'books: the bank’s statement could not be read, payments are not compared with it',
      )
      return false
    })
    const { least } = await seen()
    const found = [
      ...(await findUnbalanced()),
      ...(await findWrongBalances(pool)),
      ...(await findPayoutBreaches(pool, now(), withBank)),
      ...(await sample(least)),
    ]
    const { most } = await seen()
    const keyOf = ({ invariant, about }: FoundBreach) => `${invariant}/${about}`
    const before = suspected
    suspected = new Map(
      found.map((breach) => {
        const known = before.get(keyOf(breach))
        return [
          keyOf(breach),
          known?.breach.detail === breach.detail
            ? { ...known, looks: known.looks + 1 }
            : { breach, seen: most, looks: 1 },
        ]
      }),
    )
    standing = found.filter((breach) => {
      const { seen: first = 0n, looks = 0 } = suspected.get(keyOf(breach)) ?? {}
      return looks > 1 && (least === undefined || least >= first || looks > PATIENCE)
    })
    for (const breach of standing) await stopPayouts(breach)
    return standing
  }

  const compareBookings = async (): Promise<readonly FoundBreach[]> => {
    ofBookings = await findBookingDifferences(pool)
    for (const breach of ofBookings) await stopPayouts(breach)
    return ofBookings
  }

  const round = async (): Promise<void> => {
    await look()
    const day = now().slice(0, 10)
    if (comparedOn === day || !isNight(now())) return
    await compareBookings()
    comparedOn = day
  }

  const worker: Worker = ({ hostAccountId = '', invariant = '', about = '', detail = '' }) =>
    stopPayouts({ hostAccountId, invariant, about, detail })

  return {
    /** One look; answers what is broken for certain. */
    look,
    /** Compares every booking with what the ledger has of it; at night by itself. */
    compareBookings,
    /** What the last looks found broken. */
    standing: () => [...standing, ...ofBookings],
    workers: { 'stop-payouts': worker },
    start: () => {
      running = keepLooking({ round, everyMs, name: 'books', log, signal: stopping.signal })
    },
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
