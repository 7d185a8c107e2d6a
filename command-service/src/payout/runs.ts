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
import { internalOf } from '../runtime/internal.ts'
import { TRANSIENT_CODES, type Outcome } from '../runtime/outcome.ts'
import { payoutFold } from './payout.state.ts'
import { findDestination } from './payout.facts.ts'
import { planPayouts, type PayoutPlan } from './plan.ts'

/** Payouts of one account in one run: 200 entries each, and more than any account has. */
const MAX_ROUNDS = 100

export type RunsOptions = Readonly<{ handler: Pick<CommandHandler, 'handle' | 'view'>; log: Log }>

const createDayCheck =
  ({ schedule }: PayoutAccount, now: Instant) =>
  (currency: Currency): boolean => {
    const day = now.slice(0, 10)
    return isBusinessDay(day, currency) && isPayoutDay(schedule, day, businessDayBefore(day, currency))
  }

/**
 * Plans what an account is paid: entries are taken first, then the payout is scheduled; a run that was cut
 * off in between is completed by the next (docs/domain/payout.md#runs).
 */
export const createRuns = ({ handler, log }: RunsOptions) => {
  const send = (payoutId: Id, command: SystemCommand<PayoutCommand | LedgerCommand>): Promise<Outcome> =>
    handler.handle(internalOf(command, { correlationId: deriveId('payout', payoutId) }))

  const schedule = (
    hostAccountId: Id,
    { payoutId, entryIds, listingIds, ...plan }: PayoutPlan,
    now: Instant,
  ) =>
    send(payoutId, {
      kind: 'command',
      commandId: deriveId('schedule-payout', payoutId),
      type: 'SchedulePayout',
      id: payoutId,
      data: {
        hostAccountId,
        ...plan,
        entryIds: [...entryIds],
        listingIds: [...listingIds],
        scheduledFor: now,
      },
      occurredAt: now,
    })

  /** Entries that were taken for a payout which nobody scheduled. */
  const complete = async (hostAccountId: Id, { assigned }: LedgerState, now: Instant): Promise<void> => {
    for (const [payoutId, { currency, amountMinor, entries }] of Object.entries(assigned)) {
      if ((await handler.view(payoutFold, payoutId, 0)).state.status !== 'none') continue
      const account = (await handler.view(payoutAccountFold, hostAccountId, 0)).state
      const listingIds = [
        ...new Set(entries.filter((entry) => entry.amountMinor > 0).map(({ listingId }) => listingId)),
      ]
      const methodIds = Object.keys(account.methods).filter(
        (methodId) => findDestination(account, { currency, methodId, listingIds }, now).kind === 'method',
      )
      const [methodId] = methodIds
      // To give the entries back here would race with whoever is just about to schedule the payout.
      if (methodId === undefined) continue
      const outcome = await schedule(
        hostAccountId,
        {
          payoutId,
          currency,
          amountMinor,
          methodId,
          entryIds: entries.map(({ entryId }) => entryId),
          listingIds,
        },
        now,
      )
      if (outcome.kind === 'rejected')
        log.warn({ payoutId, code: outcome.code }, 'payouts: entries without a payout were left for later')
    }
  }

  return {
    /**
     * Schedules all that the account can be paid at `now`, in the currencies whose business day and the
     * account's own day it is; answers the payouts that it made.
     */
    runAccount: async (hostAccountId: Id, now: Instant): Promise<readonly Id[]> => {
      // With nowhere to pay to there is nothing to plan or complete, and a ledger is long.
      if (Object.keys((await handler.view(payoutAccountFold, hostAccountId, 0)).state.methods).length === 0)
        return []
      await complete(hostAccountId, (await handler.view(ledgerFold, hostAccountId, 0)).state, now)
      const made: Id[] = []
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const { state } = await handler.view(ledgerFold, hostAccountId, 0)
        const account = (await handler.view(payoutAccountFold, hostAccountId, 0)).state
        const [plan] = planPayouts(hostAccountId, state, account, now, createDayCheck(account, now))
        if (plan === undefined) break
        const { payoutId, currency, amountMinor, entryIds } = plan
        const taken = await send(payoutId, {
          kind: 'command',
          commandId: deriveId('assign-entries', payoutId),
          type: 'AssignEntries',
          data: { accountId: hostAccountId, payoutId, currency, amountMinor, entryIds: [...entryIds] },
          occurredAt: now,
        })
        if (taken.kind === 'rejected') {
          log.warn({ hostAccountId, code: taken.code }, 'payouts: the entries could not be taken')
          // Another run may have been faster; what it left is planned anew.
          if (TRANSIENT_CODES.includes(taken.code) || taken.code === 'INVALID_TRANSITION') continue
          break
        }
        const scheduled = await schedule(hostAccountId, plan, now)
        if (scheduled.kind === 'rejected')
          throw new Error(`A payout could not be scheduled: ${scheduled.code} ${scheduled.detail}`)
        made.push(payoutId)
      }
      return made
    },
  }
}
export type Runs = ReturnType<typeof createRuns>
