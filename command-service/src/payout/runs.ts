import type { Instant } from '@hearth/contracts/kernel/dates'
import { deriveId, type Id } from '@hearth/contracts/kernel/ids'
import { businessDayBefore, isBusinessDay, type PayoutCommand } from '@hearth/contracts/payout'
import { isPayoutDay, type PayoutAccount } from '@hearth/contracts/payout-account'
import type { Currency } from '@hearth/contracts/kernel/money'
import type { SystemCommand } from '@hearth/contracts/kernel/process'
import type { LedgerCommand } from '@hearth/contracts/ledger'
import type { Log } from '@hearth/platform/telemetry/log'
import { ledgerFold } from '../ledger/ledger.state.ts'
import type { LedgerState } from '../ledger/ledger.state.ts'
import { payoutAccountFold } from '../payout-account/payoutAccount.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { createInternal } from '../runtime/internal.ts'
import { TRANSIENT_CODES, type Outcome } from '../runtime/outcome.ts'
import { payoutFold } from './payout.state.ts'
import { findDestination } from './payout.facts.ts'
import { planPayouts, type PayoutPlan } from './plan.ts'

/** More than any account has in one run, with up to 200 entries in each payout. */
const MAX_ROUNDS = 100

export type RunsOptions = Readonly<{ handler: Pick<CommandHandler, 'handle' | 'view'>; log: Log }>

const createDayCheck =
  ({ schedule }: PayoutAccount, now: Instant) =>
  (currency: Currency): boolean => {
    const day = now.slice(0, 10)
    return isBusinessDay(day, currency) && isPayoutDay(schedule, day, businessDayBefore(day, currency))
  }

const send = (
  { handler }: RunsOptions,
  payoutId: Id,
  command: SystemCommand<PayoutCommand | LedgerCommand>,
): Promise<Outcome> =>
  handler.handle(createInternal(command, { correlationId: deriveId('payout', payoutId) }))

const assign = (
  options: RunsOptions,
  hostAccountId: Id,
  { payoutId, currency, amountMinor, entryIds }: PayoutPlan,
  now: Instant,
) =>
  send(options, payoutId, {
    kind: 'command',
    commandId: deriveId('assign-entries', payoutId),
    type: 'AssignEntries',
    data: { accountId: hostAccountId, payoutId, currency, amountMinor, entryIds: [...entryIds] },
    occurredAt: now,
  })

const schedule = (
  options: RunsOptions,
  hostAccountId: Id,
  { payoutId, entryIds, carriedEntryId, listingIds, ...plan }: PayoutPlan,
  now: Instant,
) =>
  send(options, payoutId, {
    kind: 'command',
    commandId: deriveId('schedule-payout', payoutId),
    type: 'SchedulePayout',
    id: payoutId,
    data: {
      hostAccountId,
      ...plan,
      entryIds: carriedEntryId === null ? [...entryIds] : [...entryIds, carriedEntryId],
      listingIds: [...listingIds],
      scheduledFor: now,
    },
    occurredAt: now,
  })

/** The plan of entries that are already assigned to a payout; undefined while no method can receive it. */
const replan = (
  payoutId: Id,
  { currency, amountMinor, entries }: LedgerState['assigned'][string],
  account: PayoutAccount,
  now: Instant,
): PayoutPlan | undefined => {
  const listingIds = [
    ...new Set(entries.filter((entry) => entry.amountMinor > 0).map(({ listingId }) => listingId)),
  ]
  const methodId = Object.keys(account.methods).find(
    (id) => findDestination(account, { currency, methodId: id, listingIds }, now).kind === 'method',
  )
  const entryIds = entries.map(({ entryId }) => entryId)
  return methodId === undefined
    ? undefined
    : { payoutId, currency, amountMinor, methodId, entryIds, carriedEntryId: null, listingIds }
}

/** Schedules payouts whose entries were assigned by a run that was interrupted. */
const complete = async (
  options: RunsOptions,
  hostAccountId: Id,
  { assigned }: LedgerState,
  now: Instant,
): Promise<void> => {
  const { handler, log } = options
  for (const [payoutId, group] of Object.entries(assigned)) {
    if ((await handler.view(payoutFold, payoutId, 0)).state.status !== 'none') continue
    const account = (await handler.view(payoutAccountFold, hostAccountId, 0)).state
    const plan = replan(payoutId, group, account, now)
    // Unassigning the entries here could race with a run that is just scheduling the payout.
    if (plan === undefined) continue
    const outcome = await schedule(options, hostAccountId, plan, now)
    if (outcome.kind === 'rejected')
      log.warn({ payoutId, code: outcome.code }, 'payouts: entries without a payout were left for later')
  }
}

const planNext = async ({ handler }: RunsOptions, hostAccountId: Id, now: Instant) => {
  const { state } = await handler.view(ledgerFold, hostAccountId, 0)
  const account = (await handler.view(payoutAccountFold, hostAccountId, 0)).state
  const [plan] = planPayouts(hostAccountId, state, account, now, createDayCheck(account, now))
  return plan
}

/**
 * Plans what an account is paid: entries are assigned first, then the payout is scheduled. The next run
 * completes one that was interrupted in between (docs/domain/payout.md#runs).
 */
export const createRuns = (options: RunsOptions) => ({
  /**
   * Schedules everything that the account can be paid at `now`, in each currency for which it is a business
   * day and a payout day of the account; answers the ids of the payouts.
   */
  runAccount: async (hostAccountId: Id, now: Instant): Promise<readonly Id[]> => {
    const { handler, log } = options
    // Without a bank account there is nothing to plan or complete, and a ledger takes long to read.
    if (Object.keys((await handler.view(payoutAccountFold, hostAccountId, 0)).state.methods).length === 0)
      return []
    await complete(options, hostAccountId, (await handler.view(ledgerFold, hostAccountId, 0)).state, now)
    const scheduled: Id[] = []
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const plan = await planNext(options, hostAccountId, now)
      if (plan === undefined) break
      const assigned = await assign(options, hostAccountId, plan, now)
      if (assigned.kind === 'rejected') {
        log.warn({ hostAccountId, code: assigned.code }, 'payouts: the entries could not be taken')
        // Another run may have been faster; the next round plans what it left.
        if (TRANSIENT_CODES.includes(assigned.code) || assigned.code === 'INVALID_TRANSITION') continue
        break
      }
      const outcome = await schedule(options, hostAccountId, plan, now)
      if (outcome.kind === 'rejected')
        throw new Error(`A payout could not be scheduled: ${outcome.code} ${outcome.detail}`)
      scheduled.push(plan.payoutId)
    }
    return scheduled
  },
})
export type Runs = ReturnType<typeof createRuns>
