import type { Currency } from '@hearth/contracts/kernel/money'
import { balances, ledgerEntries, wrongBalance, wrongTotals } from '@hearth/contracts/ledger'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { readRows } from '../workers/dueWork.ts'
import { ledgerFold, totalsIn } from './ledger.state.ts'
import { MAX_CONCURRENT, type FoundBreach } from './payoutBreaches.ts'

const [entry, balance] = [ledgerEntries, balances].map(({ table }) => qualified(table))

/** Entries per statement: few enough to finish within its timeout from a cold disk. */
const PAGE = 2_000
/** One check walks for this long; the next one continues there. New entries are checked as they come. */
const WALK_MS = 500
// The last row of the page says how far it went, right or wrong.
const PARTS = `with page as materialized (
    select tenant_id, id, amount_minor,
      (select coalesce(sum((c ->> 'amountMinor')::bigint), 0)::bigint
       from jsonb_array_elements(components) c) as parts
    from ${entry} where (tenant_id, id) > ($1, $2) order by tenant_id, id limit ${PAGE})
  select tenant_id as account, id, amount_minor as amount, parts from page
  where amount_minor <> parts
    or (tenant_id, id) = (select tenant_id, id from page order by tenant_id desc, id desc limit 1)
  order by tenant_id, id limit ${MAX_CONCURRENT}`
// The sums come first: because of the limit the planner would read the table in the order of its currencies,
// eight times as slowly.
const OWED = `with lines as materialized (
    select host_account_id, currency, sum(amount_minor) filter (where state = 'open') as lines
    from ${entry} group by 1, 2)
  select coalesce(b.host_account_id, e.host_account_id) as account,
    coalesce(b.currency, e.currency) as currency,
    coalesce(shown, 0)::bigint as shown, coalesce(lines, 0)::bigint as lines
  from (select host_account_id, currency, pending_minor + available_minor as shown from ${balance}) b
  full join lines e using (host_account_id, currency)
  where coalesce(shown, 0) <> coalesce(lines, 0) or shown < 0 limit ${MAX_CONCURRENT}`
/** Accounts whose totals one check compares with their events, besides those that seemed wrong before. */
const SAMPLED = 3
const SAMPLE = `select host_account_id as account, currency, pending_minor + available_minor as "owedMinor",
    in_transit_minor as "inTransitMinor", paid_minor as "paidMinor" from ${balance}
  where host_account_id in (select host_account_id from ${balance} order by random() limit ${SAMPLED})
    or host_account_id = any($1)`

/** How far the compared read models are: the last and the first of them. */
const SEEN = `select min(commit)::text as least, max(commit)::text as most from ${qualified('segment')}
  where serving and projection in ('ledger_entry', 'balance', 'payout', 'payout_account')`
type Sums = Readonly<{ account: string; id: string; amount: number; parts: number }>
type Shown = Readonly<{
  account: string
  currency: Currency
  owedMinor: number
  inTransitMinor: number
  paidMinor: number
}>

/**
 * Checks all entries against I1, some pages at a time (docs/domain/ledger.md#invariants). It stays at a
 * breach, so that the next check finds it again.
 */
export const createEntryWalk = (pool: pg.Pool) => {
  const beginning = { account: '', id: '' }
  let walkedTo: Readonly<{ account: string; id: string }> = beginning
  const pageAfter = ({ account, id }: typeof walkedTo) => readRows<Sums>(pool, PARTS, [account, id])
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
 * Breaches of I2 in the read models. Each is updated on its own, so a difference in a single check can be a
 * delay.
 */
export const findWrongBalances = async (pool: pg.Pool): Promise<readonly FoundBreach[]> => {
  const owed = await readRows<{ account: string; currency: Currency; shown: number; lines: number }>(
    pool,
    OWED,
    [],
  )
  return owed.flatMap(({ account: hostAccountId, currency, shown, lines }): FoundBreach[] => {
    const breach = wrongBalance(hostAccountId, currency, shown, lines)
    return breach === undefined ? [] : [{ ...breach, hostAccountId }]
  })
}

/** I7: the totals of some accounts, and of those in `suspected`, against the fold of their events. */
export const findWrongTotals = async (
  pool: pg.Pool,
  handler: Pick<CommandHandler, 'view'>,
  suspected: readonly string[],
  least: bigint | undefined,
): Promise<readonly FoundBreach[]> => {
  const found: FoundBreach[] = []
  for (const { account: hostAccountId, currency, ...shown } of await readRows<Shown>(pool, SAMPLE, [
    suspected,
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

/** Commit positions of the last and the first of the compared read models, once there are any. */
export const readPositions = async (pool: pg.Pool): Promise<Readonly<{ least?: bigint; most: bigint }>> => {
  const [row] = await readRows<{ least: string | null; most: string | null }>(pool, SEEN, [])
  return row?.least && row.most ? { least: BigInt(row.least), most: BigInt(row.most) } : { most: 0n }
}
