import type { Instant } from '@hearth/contracts/kernel/dates'
import { deriveId, newId, type Id } from '@hearth/contracts/kernel/ids'
import { ledgerEntries } from '@hearth/contracts/ledger'
import { payoutOfKey, payouts, type PayoutRow, type ProviderReport } from '@hearth/contracts/payout'
import { MAX_DIFFERENCES, type ReconciliationDifference } from '@hearth/contracts/reconciliation'
import type { Log } from '@hearth/platform/telemetry/log'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { internalOf } from '../runtime/internal.ts'
import { readRows } from '../workers/dueWork.ts'
import type { BankMovements } from './bankMovements.ts'
import type { Sending } from './sending.ts'

/** What must agree, and does not. */
export type Difference = Readonly<ReconciliationDifference>

/** `settledMinor` is what the ledger says was paid with the payout. */
type Known = Pick<PayoutRow, 'id' | 'hostAccountId' | 'state' | 'amountMinor' | 'currency'> &
  Readonly<{ settledMinor: number; assigned: number }>

/**
 * Pure: payouts against the bank's whole statement and the ledger's entries. `reports` are movements in the
 * bank's order.
 */
export const findDifferences = (
  known: readonly Known[],
  reports: readonly ProviderReport[],
): readonly Difference[] => {
  const byId = new Map(known.map((row) => [row.id, row]))
  const effects = new Map<string, ReadonlyMap<string, ProviderReport>>()
  for (const report of reports) {
    if (report.result !== 'paid') continue
    const payoutId = payoutOfKey(report.attemptKey) ?? report.attemptKey
    effects.set(payoutId, new Map([...(effects.get(payoutId) ?? []), [report.providerRef, report]]))
  }
  const text = ({ amountMinor, currency }: Readonly<{ amountMinor: number; currency: string }>) =>
    `${amountMinor} ${currency}`
  const atBank = [...effects].flatMap(([payoutId, paid]): readonly Difference[] => {
    const row = byId.get(payoutId)
    const [first] = paid.values()
    const base = { payoutId, hostAccountId: row?.hostAccountId ?? null }
    if (row === undefined || first === undefined)
      return [
        {
          ...base,
          what: 'unknown_transfer',
          expected: 'none',
          actual: first === undefined ? 'none' : text(first),
        },
      ]
    if (paid.size > 1) return [{ ...base, what: 'paid_twice', expected: '1', actual: String(paid.size) }]
    return text(first) === text(row)
      ? []
      : [{ ...base, what: 'amount', expected: text(row), actual: text(first) }]
  })
  const inBooks = known.flatMap((row): readonly Difference[] => {
    const base = { payoutId: row.id, hostAccountId: row.hostAccountId }
    const isPaid = row.state === 'paid' || row.state === 'returned'
    if (isPaid && !effects.has(row.id))
      return [{ ...base, what: 'not_at_bank', expected: text(row), actual: 'none' }]
    const settled = isPaid ? row.amountMinor : 0
    if (row.settledMinor !== settled)
      return [{ ...base, what: 'ledger', expected: String(settled), actual: String(row.settledMinor) }]
    return (isPaid || row.state === 'cancelled') && row.assigned > 0
      ? [{ ...base, what: 'ledger', expected: 'nothing in transit', actual: `${row.assigned} entries` }]
      : []
  })
  return [...atBank, ...inBooks]
}

/** What changed just now may have reached one read model and not the other. */
const SETTLE_SECONDS = 300
const KNOWN = `
  select
    p.id,
    p.host_account_id as "hostAccountId",
    p.state,
    p.amount_minor as "amountMinor",
    p.currency,
    coalesce(e.settled, 0)::float8 as "settledMinor",
    coalesce(e.assigned, 0)::int as assigned
  from
    ${qualified(payouts.table)} p
    left join (
      select
        payout_id,
        sum(amount_minor) filter (where state = 'settled') as settled,
        count(*) filter (where state = 'assigned') as assigned
      from ${qualified(ledgerEntries.table)}
      where payout_id is not null
      group by payout_id
    ) e on e.payout_id = p.id
  where p._at < clock_timestamp() - make_interval(secs => $1)`

/** How much was compared, what does not agree, and under which id it was written down. */
export type Compared = Readonly<{
  id: Id
  payouts: number
  movements: number
  differences: readonly Difference[]
}>

export type ReconciliationOptions = Readonly<{
  pool: pg.Pool
  handler: Pick<CommandHandler, 'handle'>
  movements: BankMovements
  record: Sending['record']
  now: () => Instant
  log: Log
}>

/**
 * Nightly: what the bank did and we did not hear is taken in; what then still differs stops the next run of
 * its account (docs/domain/reconciliation.md#differences). Answers undefined when the bank cannot be read.
 */
export const createReconciliation = ({
  pool,
  handler,
  movements,
  record,
  now,
  log,
}: ReconciliationOptions) => {
  const takeIn = async (
    reports: readonly ProviderReport[],
    states: ReadonlyMap<string, PayoutRow['state']>,
  ): Promise<void> => {
    for (const report of reports) {
      const payoutId = payoutOfKey(report.attemptKey)
      const state = payoutId === undefined ? undefined : states.get(payoutId)
      const heard =
        state === report.result ||
        (state === 'returned' && report.result === 'paid') ||
        report.result === 'accepted' ||
        (state === 'cancelled' && report.result === 'failed')
      if (payoutId !== undefined && state !== undefined && !heard) await record(payoutId, report)
    }
  }

  const stop = async ({ hostAccountId, payoutId }: Difference): Promise<void> => {
    if (hostAccountId === null) return
    const whatToDo =
      'We found a difference between your payouts and the bank and look into it. There is nothing to do; payouts go on when it is settled.'
    const outcome = await handler.handle(
      internalOf(
        {
          kind: 'command',
          commandId: deriveId('reconciliation', now().slice(0, 10), hostAccountId),
          type: 'PlaceHold',
          id: hostAccountId,
          data: { reason: 'staff_review', methodId: null, until: null, whatToDo },
        },
        { correlationId: deriveId('payout', payoutId) },
      ),
    )
    if (outcome.kind === 'rejected')
      log.error({ hostAccountId, code: outcome.code }, 'reconciliation: the account could not be stopped')
  }

  /** For our people to look up, also that there was nothing to be found. */
  const writeDown = async (
    compared: Readonly<{ payouts: number; movements: number }>,
    differences: readonly Difference[],
  ): Promise<Id> => {
    const id = newId()
    const data = {
      ...compared,
      differences: differences.length,
      found: differences.slice(0, MAX_DIFFERENCES),
    }
    const outcome = await handler.handle(
      internalOf(
        { kind: 'command', commandId: id, type: 'RecordReconciliation', id, data },
        { correlationId: id },
      ),
    )
    if (outcome.kind === 'rejected')
      throw new Error(
        `The comparison with the bank could not be written down: ${outcome.code} ${outcome.detail}`,
      )
    return id
  }

  return async (settleSeconds = SETTLE_SECONDS): Promise<Compared | undefined> => {
    if (!(await movements.readOn())) return undefined
    const reports = await movements.all()
    const before = await readRows<Known>(pool, KNOWN, [settleSeconds])
    await takeIn(reports, new Map(before.map(({ id, state }) => [id, state])))
    const known = await readRows<Known>(pool, KNOWN, [settleSeconds])
    const ids = new Set(known.map(({ id }) => id))
    const all = await readRows<{ id: string }>(pool, `select id from ${qualified(payouts.table)}`, [])
    const young = new Set(all.map(({ id }) => id).filter((id) => !ids.has(id)))
    const differences = findDifferences(
      known,
      reports.filter(({ attemptKey }) => !young.has(payoutOfKey(attemptKey) ?? '')),
    )
    for (const difference of differences) {
      log.error(difference, 'reconciliation: a difference')
      await stop(difference)
    }
    const compared = { payouts: known.length, movements: reports.length }
    return { id: await writeDown(compared, differences), ...compared, differences }
  }
}
