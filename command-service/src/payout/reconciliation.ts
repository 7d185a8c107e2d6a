import { bankLines } from '@hearth/contracts/bank-line'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { deriveId, newId, type Id } from '@hearth/contracts/kernel/ids'
import { ledgerEntries } from '@hearth/contracts/ledger'
import { payoutOfKey, payouts, type PayoutRow, type ProviderReport } from '@hearth/contracts/payout'
import { MAX_DIFFERENCES } from '@hearth/contracts/reconciliation'
import type { Log } from '@hearth/platform/telemetry/log'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { createInternal } from '../runtime/internal.ts'
import { readRows } from '../workers/dueWork.ts'
import type { BankMovements } from './bankMovements.ts'
import { isDeposit, type DepositCosts } from './depositCosts.ts'
import { findDifferences, type Difference, type KnownPayout } from './differences.ts'
import type { Sending } from './sending.ts'

/** A recent change may have reached one read model and not the other. */
const SETTLE_S = 300
const KNOWN = `
  select
    p.id,
    p.host_account_id as "hostAccountId",
    p.state,
    p.amount_minor as "amountMinor",
    p.currency,
    p.return_state as "returnState",
    p.reported_return_minor::float8 as "reportedReturnMinor",
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
const EXISTING = `select id from ${qualified(payouts.table)} where id = any($1)`
// A line that names an attempt of ours has its key as the entry.
const SET_ASIDE = `
  select entry
  from ${qualified(bankLines.table)}
  where state = 'settled' and payout_id is null and entry = any($1)`

/** The result of a comparison. `id`: the reconciliation under which it is recorded. */
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
  costs: Pick<DepositCosts, 'find'>
  record: Sending['record']
  now: () => Instant
  log: Log
}>

/** Whether a report adds nothing to the state of its payout. */
const isRecorded = (state: PayoutRow['state'], { result }: ProviderReport): boolean =>
  state === result ||
  result === 'accepted' ||
  (state === 'returned' && result === 'paid') ||
  (state === 'cancelled' && result === 'failed')

/** Records movements at the bank whose reports never arrived. */
const recordMissed = async (
  { record }: ReconciliationOptions,
  reports: readonly ProviderReport[],
  known: readonly KnownPayout[],
): Promise<void> => {
  const states = new Map(known.map(({ id, state }) => [id, state]))
  for (const report of reports) {
    const payoutId = payoutOfKey(report.attemptKey)
    const state = payoutId === undefined ? undefined : states.get(payoutId)
    if (payoutId !== undefined && state !== undefined && !isRecorded(state, report))
      await record(payoutId, report)
  }
}

const HOLD_TEXT =
  'We found a difference between your payouts and the bank and look into it. ' +
  'There is nothing to do; payouts go on when it is settled.'

/** Puts the payouts of the account on hold, so that its next run pays nothing. */
const placeHold = async (
  { handler, now, log }: ReconciliationOptions,
  { hostAccountId, payoutId }: Difference,
): Promise<void> => {
  if (hostAccountId === null) return
  const outcome = await handler.handle(
    createInternal(
      {
        kind: 'command',
        commandId: deriveId('reconciliation', now().slice(0, 10), hostAccountId),
        type: 'PlaceHold',
        id: hostAccountId,
        data: { reason: 'staff_review', methodId: null, until: null, whatToDo: HOLD_TEXT },
      },
      { correlationId: deriveId('payout', payoutId) },
    ),
  )
  if (outcome.kind === 'rejected')
    log.error({ hostAccountId, code: outcome.code }, 'reconciliation: the account could not be stopped')
}

/** Records the comparison for staff, also when it found no difference. */
const recordComparison = async (
  { handler }: ReconciliationOptions,
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
    createInternal(
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

/**
 * What the comparison looks at: movements of payouts that are old enough, and of no payout at all unless they
 * are deposits, or two people have set aside the line that named them.
 */
const selectCompared = async (
  { pool, costs }: ReconciliationOptions,
  reports: readonly ProviderReport[],
  known: readonly KnownPayout[],
): Promise<readonly ProviderReport[]> => {
  const compared = new Set(known.map(({ id }) => id))
  const payoutFor = ({ attemptKey }: ProviderReport) => payoutOfKey(attemptKey) ?? ''
  const others = reports.filter((report) => !compared.has(payoutFor(report)))
  const keys = others.map(({ attemptKey }) => attemptKey)
  const [existing, lines, deposits] = await Promise.all([
    readRows<{ id: string }>(pool, EXISTING, [others.map(payoutFor)]),
    readRows<{ entry: string }>(pool, SET_ASIDE, [keys]),
    costs.find(keys),
  ])
  const recent = new Set(existing.map(({ id }) => id))
  const setAside = new Set(lines.map(({ entry }) => entry))
  const isExplained = (report: ProviderReport): boolean =>
    recent.has(payoutFor(report)) || setAside.has(report.attemptKey) || isDeposit(deposits, report)
  return reports.filter((report) => compared.has(payoutFor(report)) || !isExplained(report))
}

/**
 * The nightly comparison: records movements whose reports never arrived, then puts each account that still
 * has a difference on hold (docs/domain/reconciliation.md#differences). Answers undefined when the bank
 * cannot be read.
 */
export const createReconciliation =
  (options: ReconciliationOptions) =>
  async (settleSeconds = SETTLE_S): Promise<Compared | undefined> => {
    const { pool, movements, log } = options
    if (!(await movements.readOn())) return undefined
    const reports = await movements.all()
    const readKnown = () => readRows<KnownPayout>(pool, KNOWN, [settleSeconds])
    await recordMissed(options, reports, await readKnown())
    const known = await readKnown()
    const differences = findDifferences(known, await selectCompared(options, reports, known))
    for (const difference of differences) {
      log.error(difference, 'reconciliation: a difference')
      await placeHold(options, difference)
    }
    const compared = { payouts: known.length, movements: reports.length }
    return { id: await recordComparison(options, compared, differences), ...compared, differences }
  }
